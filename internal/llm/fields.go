package llm

import (
	"bytes"
	"encoding/json"
	"strings"
)

// Fields asks for the form of an answer in one line: the names of its properties in their order, each with what the schema says of it.
// It is for servers that keep to a schema as a grammar and never show it to the model, which then knows neither the names that come nor
// what they mean. Words that only one request lists are left out, so that the line is the same for all of a task.
func (s *Schema) Fields() string {
	var root schemaPart
	if json.Unmarshal(s.text, &root) != nil || len(root.Properties) == 0 {
		return ""
	}
	return "Answer as JSON: " + root.fields() + "."
}

// schemaPart is what a line says of a schema.
type schemaPart struct {
	Description string       `json:"description"`
	Properties  orderedParts `json:"properties"`
	Items       *schemaPart  `json:"items"`
}

// orderedParts are properties in their order in the text, which a map would lose.
type orderedParts []namedPart

type namedPart struct {
	name string
	schemaPart
}

// UnmarshalJSON reads an object.
func (o *orderedParts) UnmarshalJSON(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		part := namedPart{}
		part.name, _ = name.(string) // as all names of objects are
		if err := d.Decode(&part.schemaPart); err != nil {
			return err
		}
		*o = append(*o, part)
	}
	return nil
}

func (p *schemaPart) fields() string {
	list := make([]string, len(p.Properties))
	for i := range p.Properties {
		one := &p.Properties[i]
		meaning := one.Description
		switch inner := one.Items; {
		case len(one.Properties) > 0:
			meaning = strings.TrimPrefix(meaning+": ", ": ") + one.fields()
		case inner != nil && len(inner.Properties) > 0:
			meaning = strings.TrimPrefix(meaning+"; ", "; ") + "a list, each with " + inner.fields()
		case inner != nil:
			meaning = strings.TrimPrefix(meaning+"; ", "; ") + "a list"
		}
		if list[i] = `"` + one.name + `"`; meaning != "" {
			list[i] += " (" + meaning + ")"
		}
	}
	return strings.Join(list, ", ")
}
