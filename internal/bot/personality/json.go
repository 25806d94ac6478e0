package personality

import (
	"bytes"
	"encoding/json"
	"fmt"

	"wolfden/internal/bot/agent"
)

// Note returns the personality as JSON for the record.
func (p *Personality) Note() string { return agent.JSON(p) }

// MarshalJSON writes the groups as objects of names and values, in the paper's order.
func (p Personality) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	open := byte('{')
	for _, g := range groups() {
		fmt.Fprintf(&b, "%c%q:", open, g)
		open = ','
		inner := byte('{')
		for _, f := range g.Features() {
			value, err := json.Marshal(p[f])
			if err != nil {
				return nil, fmt.Errorf("%s: %w", f, err)
			}
			fmt.Fprintf(&b, "%c%q:%s", inner, f, value)
			inner = ','
		}
		b.WriteByte('}')
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// UnmarshalJSON reads what MarshalJSON writes. It uses only the eight values and computes the rest.
func (p *Personality) UnmarshalJSON(b []byte) error {
	var file map[Group]map[string]float64
	if err := json.Unmarshal(b, &file); err != nil {
		return fmt.Errorf("not a personality file: %w", err)
	}
	var m MBTI
	for _, f := range Eight.Features() {
		v, ok := file[Eight][f.String()]
		if !ok || v < 0 || v > 1 {
			return fmt.Errorf("%s.%s: write a number from 0 to 1", Eight, f)
		}
		m[f] = v
	}
	*p = Of(m)
	return nil
}
