package llmtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"strings"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"
)

// Drawer draws as Draw does, and reads a schema once. The zero Drawer is ready; several goroutines may use it.
type Drawer struct{ read sync.Map } // of *form by the schema's text

// form is a schema that was read.
type form struct {
	root  jsonschema.Schema
	check *jsonschema.Resolved
}

// Draw is Draw.
func (d *Drawer) Draw(schema json.RawMessage, seed string) (json.RawMessage, error) {
	if f, known := d.read.Load(string(schema)); known {
		return f.(*form).draw(seed) // only forms are stored
	}
	f := &form{}
	if err := json.Unmarshal(schema, &f.root); err != nil {
		return nil, err
	}
	var err error
	if f.check, err = f.root.Resolve(nil); err != nil {
		return nil, err
	}
	d.read.Store(string(schema), f)
	return f.draw(seed)
}

func (f *form) draw(seed string) (json.RawMessage, error) {
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(seed)) // a hash takes everything
	text, err := drawer{root: &f.root, random: rand.New(rand.NewPCG(hash.Sum64(), 0))}.value(&f.root, 0)
	if err != nil {
		return nil, err
	}
	var drawn any
	if err := json.Unmarshal(text, &drawn); err != nil {
		return nil, err
	}
	return text, f.check.Validate(drawn)
}

// Draw makes a minimal value that is valid by a schema. Choices among the values of an enum or the branches of anyOf
// and oneOf are drawn by the seed text. Schemas that restrict strings by pattern or that combine in other ways may be
// beyond it, which is an error.
func Draw(schema json.RawMessage, seed string) (json.RawMessage, error) {
	return new(Drawer).Draw(schema, seed)
}

type drawer struct {
	root   *jsonschema.Schema
	random *rand.Rand
}

const maxDepth = 32

func (d drawer) value(s *jsonschema.Schema, depth int) (json.RawMessage, error) {
	if depth > maxDepth {
		return nil, errors.New("the schema is too deep")
	}
	switch {
	case s.Ref != "":
		target, err := d.follow(s.Ref)
		if err != nil {
			return nil, err
		}
		return d.value(target, depth+1)
	case s.Const != nil:
		return json.Marshal(*s.Const)
	case len(s.Enum) > 0:
		return json.Marshal(s.Enum[d.random.IntN(len(s.Enum))])
	case len(s.AnyOf) > 0:
		return d.value(s.AnyOf[d.random.IntN(len(s.AnyOf))], depth+1)
	case len(s.OneOf) > 0:
		return d.value(s.OneOf[d.random.IntN(len(s.OneOf))], depth+1)
	}
	kind := s.Type
	// Of several types the first that is not null says something.
	for _, t := range s.Types {
		if kind == "" || kind == "null" {
			kind = t
		}
	}
	return d.ofType(kind, s, depth)
}

func (d drawer) follow(ref string) (*jsonschema.Schema, error) {
	if name, ok := strings.CutPrefix(ref, "#/$defs/"); ok && d.root.Defs[name] != nil {
		return d.root.Defs[name], nil
	}
	if ref == "#" {
		return d.root, nil
	}
	return nil, fmt.Errorf("the reference %q leads nowhere", ref)
}

func (d drawer) ofType(kind string, s *jsonschema.Schema, depth int) (json.RawMessage, error) {
	switch kind {
	case "string":
		return json.Marshal(word(s))
	case "integer", "number":
		return json.Marshal(d.number(kind, s))
	case "boolean":
		return json.Marshal(d.random.IntN(2) == 1)
	case "null":
		return json.RawMessage("null"), nil
	case "array":
		return d.array(s, depth)
	}
	return d.object(s, depth)
}

// Word is what stands for any text.
const Word = "so it seems"

// word fits the length limits of a string.
func word(s *jsonschema.Schema) string {
	text := Word
	if s.MinLength != nil {
		for len(text) < *s.MinLength {
			text += " so"
		}
	}
	if s.MaxLength != nil {
		text = text[:min(len(text), max(0, *s.MaxLength))]
	}
	return text
}

func (d drawer) number(kind string, s *jsonschema.Schema) float64 {
	low := math.Inf(-1)
	if s.Minimum != nil {
		low = *s.Minimum
	}
	if s.ExclusiveMinimum != nil {
		low = max(low, *s.ExclusiveMinimum+1e-3)
	}
	high := math.Inf(1)
	if s.Maximum != nil {
		high = *s.Maximum
	}
	if s.ExclusiveMaximum != nil {
		high = min(high, *s.ExclusiveMaximum-1e-3)
	}
	n := min(max(0, low), high)
	if !math.IsInf(low, 0) && !math.IsInf(high, 0) {
		n = low + d.random.Float64()*(high-low)
	}
	if kind == "integer" {
		n = math.Floor(n)
		if n < low {
			n++
		}
	}
	return n
}

func (d drawer) array(s *jsonschema.Schema, depth int) (json.RawMessage, error) {
	items := []json.RawMessage{}
	for _, part := range s.PrefixItems {
		item, err := d.value(part, depth+1)
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	for s.MinItems != nil && len(items) < *s.MinItems {
		part := s.Items
		if part == nil {
			part = &jsonschema.Schema{Type: "string"}
		}
		item, err := d.value(part, depth+1)
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	return json.Marshal(items)
}

func (d drawer) object(s *jsonschema.Schema, depth int) (json.RawMessage, error) {
	fields := map[string]json.RawMessage{}
	// Required is a list, so that draws have an order.
	for _, name := range s.Required {
		part := s.Properties[name]
		if part == nil {
			part = &jsonschema.Schema{Type: "string"}
		}
		value, err := d.value(part, depth+1)
		if err != nil {
			return nil, err
		}
		fields[name] = value
	}
	return json.Marshal(fields)
}
