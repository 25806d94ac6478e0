package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// oneShape says where a JSON text has an interval in another form than {"value": v, "low": l, "high": h, "n": n}. What is no JSON has none.
// Every command that a script runs is held to it. The range of a rank is of no figure that stands beside it.
func oneShape(text []byte) error {
	for values := json.NewDecoder(bytes.NewReader(text)); ; {
		var v any
		if values.Decode(&v) != nil {
			return nil
		}
		if err := shapeOf("", v); err != nil {
			return err
		}
	}
}

func shapeOf(path string, v any) error {
	switch v := v.(type) {
	case []any:
		for i, one := range v {
			if err := shapeOf(fmt.Sprintf("%s[%d]", path, i), one); err != nil {
				return err
			}
		}
	case map[string]any:
		_, low := v["low"]
		_, high := v["high"]
		for _, field := range []string{"value", "low", "high", "n"} {
			if _, there := v[field]; (low || high) && !there {
				return fmt.Errorf("%s: an interval without %q: %v", path, field, v)
			}
		}
		for name, one := range v {
			list, isList := one.([]any)
			_, isNumber := one.(float64)
			begin, end := strings.TrimSuffix(name, "_low"), strings.TrimSuffix(name, "_high")
			switch {
			case isNumber && (strings.HasPrefix(name, "low_") || strings.HasPrefix(name, "high_") || (begin != name || end != name) && begin != "rank" && end != "rank"),
				isList && len(list) == 2 && strings.Contains(name, "interval"):
				return fmt.Errorf("%s.%s: bounds of an interval that has another form", path, name)
			}
			if err := shapeOf(path+"."+name, one); err != nil {
				return err
			}
		}
	}
	return nil
}

func TestOneShapeIsSeen(t *testing.T) {
	for text, sound := range map[string]bool{
		`{"a": [{"won": {"value": 1, "low": 0, "high": null, "n": 3}}]}`: true, "no JSON": true, `{"rank_low": 1, "rank_high": 2}`: true,
		`{"value": 1, "low": 0, "high": 1}`: false, `{"a": {}} {"x": [{"low": 1}]}`: false, `{"x": 1, "x_interval": [0, 2]}`: false,
		`{"mean_ms": 1, "low_ms": 0}`: false, `{"village_high": 1}`: false, `{"alpha_interval": {"value": 1}}`: true,
	} {
		if err := oneShape([]byte(text)); (err == nil) != sound {
			t.Errorf("%s: %v", text, err)
		}
	}
}
