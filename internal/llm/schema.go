package llm

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

//go:embed prompts/ask.txt
var askText string

// Schema is a JSON schema that an answer must be valid by. Make one with NewSchema or SchemaOf; it does not change and
// may be used from several goroutines at once.
type Schema struct {
	text     json.RawMessage
	resolved *jsonschema.Resolved
	tree     any // the schema as plain JSON
	near     any // the same with the words that a request lists; nil where it lists none, see Narrow
	strict   bool
}

// NewSchema reads a JSON schema (draft 2020-12 or draft-07). References to other documents are errors.
func NewSchema(text []byte) (*Schema, error) {
	var parsed jsonschema.Schema
	if err := json.Unmarshal(text, &parsed); err != nil {
		return nil, fmt.Errorf("reading a JSON schema: %w", err)
	}
	resolved, err := parsed.Resolve(nil)
	if err != nil {
		return nil, fmt.Errorf("resolving a JSON schema: %w", err)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, text); err != nil {
		return nil, fmt.Errorf("reading a JSON schema: %w", err)
	}
	var tree any
	if err := json.Unmarshal(text, &tree); err != nil {
		return nil, fmt.Errorf("reading a JSON schema: %w", err)
	}
	return &Schema{text: compact.Bytes(), resolved: resolved, tree: tree, strict: closed(tree)}, nil
}

// SchemaOf is the schema of a struct: its fields in their order, named by their json tags, described by their
// jsonschema tags, all required but those with omitempty. Enums restricts string properties to the given values: by name, and
// "claims.role" for the property of what a list holds. A name that is no property is an error.
func SchemaOf[T any](enums map[string][]string) (*Schema, error) {
	text, err := schemaText[T](enums)
	if err != nil {
		return nil, err
	}
	return NewSchema(text)
}

// schemaText is the schema of SchemaOf as it is written.
func schemaText[T any](enums map[string][]string) ([]byte, error) {
	inferred, err := jsonschema.For[T](nil)
	if err != nil {
		return nil, fmt.Errorf("schema of a type: %w", err)
	}
	for name, values := range enums {
		property := inferred
		for part := range strings.SplitSeq(name, ".") {
			if property.Items != nil {
				property = property.Items
			}
			if property = property.Properties[part]; property == nil {
				return nil, fmt.Errorf("schema of a type: no property %q to restrict", name)
			}
		}
		property.Enum = nil
		for _, value := range values {
			property.Enum = append(property.Enum, value)
		}
	}
	text, err := json.Marshal(inferred)
	if err != nil {
		return nil, fmt.Errorf("schema of a type: %w", err)
	}
	return text, nil
}

// Narrow is the schema of a struct for one request, in which some texts should be one of a list: enums is as in SchemaOf. The lists
// are asked for, so that a server that keeps to schemas lets no other word through. What is accepted is what base accepts, with words
// that are near to one of their list put right: whoever asked says what to do with others.
func Narrow[T any](base *Schema, enums map[string][]string) (*Schema, error) {
	text, err := schemaText[T](enums)
	if err != nil {
		return nil, err
	}
	var near any // what is checked is base, so that nothing else has to be read of this: there is one for every request
	if err := json.Unmarshal(text, &near); err != nil {
		return nil, fmt.Errorf("reading a JSON schema: %w", err)
	}
	return &Schema{text: text, near: near, tree: base.tree, resolved: base.resolved, strict: closed(near)}, nil
}

// Text is the schema as compact JSON, with properties in their given order. It must not be changed.
func (s *Schema) Text() json.RawMessage { return s.text }

// MarshalJSON writes the schema itself.
func (s *Schema) MarshalJSON() ([]byte, error) { return s.text, nil }

// UnmarshalJSON reads what MarshalJSON wrote.
func (s *Schema) UnmarshalJSON(text []byte) error {
	made, err := NewSchema(text)
	if err != nil {
		return err
	}
	*s = *made
	return nil
}

// Strict reports whether every object of the schema is closed and all its properties are required, as providers ask
// of schemas that they promise to keep.
func (s *Schema) Strict() bool { return s.strict }

// Ask asks for the schema in words, for providers that take none.
func (s *Schema) Ask() string { return askText + string(s.text) }

// Check returns what is wrong with a JSON value by the schema. An object with a name twice is wrong by any schema,
// since readers differ in which of the two they take.
func (s *Schema) Check(value json.RawMessage) error {
	var instance any
	// This comes first because it limits the depth, which repeated does not.
	if err := json.Unmarshal(value, &instance); err != nil {
		return err
	}
	if err := repeated(json.NewDecoder(bytes.NewReader(value))); err != nil {
		return err
	}
	if err := s.resolved.Validate(instance); err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), "validating root: "))
	}
	return nil
}

// repeated reads one value and looks for objects with a name twice.
func repeated(d *json.Decoder) error {
	token, err := d.Token()
	if err != nil {
		return err
	}
	opening, nested := token.(json.Delim)
	if !nested {
		return nil
	}
	seen := map[string]bool{}
	for d.More() {
		if opening == '{' {
			name, err := d.Token()
			if err != nil {
				return err
			}
			text, _ := name.(string)
			if seen[text] {
				return fmt.Errorf("the name %q stands twice in one object", text)
			}
			seen[text] = true
		}
		if err := repeated(d); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}

// closed walks a schema, or a part of one, as plain JSON.
func closed(part any) bool {
	switch p := part.(type) {
	case []any:
		for _, item := range p {
			if !closed(item) {
				return false
			}
		}
	case map[string]any:
		if properties, ok := p["properties"].(map[string]any); ok {
			required, _ := p["required"].([]any)
			if p["additionalProperties"] != false || len(required) != len(properties) {
				return false
			}
		}
		for _, item := range p {
			if !closed(item) {
				return false
			}
		}
	}
	return true
}
