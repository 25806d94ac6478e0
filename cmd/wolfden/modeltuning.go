package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"wolfden/internal/league"
	"wolfden/internal/llm"
	"wolfden/internal/llm/provider"
)

// modelTuning are the flags for how a model is asked: league.Settings, field by field.
type modelTuning struct {
	Temperature *float64       `help:"Temperature of all answers (default: the task's)." placeholder:"T"`
	TopP        *float64       `help:"Share of the likeliest words to draw from." placeholder:"P"`
	Seed        *int64         `help:"Seed of the model's draws, where it takes one." placeholder:"N"`
	Effort      string         `help:"How hard to think: none, minimal, low, medium, high, xhigh or max (default: the model's)." placeholder:"EFFORT"`
	Thought     *int           `help:"Most tokens of thought, besides the answer." placeholder:"N"`
	Answer      *int           `help:"Most tokens of an answer without its thought (default: the task's)." placeholder:"N"`
	Timeout     string         `help:"Most time for an attempt (default: what the player has)." placeholder:"30s"`
	Requests    *int           `help:"Most requests a minute." placeholder:"N"`
	Tokens      *int           `help:"Most tokens a minute." placeholder:"N"`
	Parallel    *int           `help:"Most requests at the same time." placeholder:"N"`
	Window      *int           `help:"Tokens of the model's window, by which prompts are sized (default: as the table of models has it; 16384 for Ollama, which is asked for it)." placeholder:"N"`
	Extra       map[string]any `type:"jsonobject" help:"JSON object of fields to add to the body of every request." placeholder:"JSON"`
}

// settings returns the flags as the settings of an entry, nil where none is given.
func (f modelTuning) settings() *league.Settings {
	if reflect.ValueOf(f).IsZero() {
		return nil
	}
	s := league.Settings(f)
	return &s
}

// given is a value, or the zero value where none was given.
func given[T any](value *T) (v T) {
	if value != nil {
		v = *value
	}
	return v
}

// jsonObject reads the flags of that type.
func jsonObject(ctx *kong.DecodeContext, to reflect.Value) error {
	var text string
	if err := ctx.Scan.PopValueInto("JSON", &text); err != nil {
		return err
	}
	var object map[string]any
	if err := json.Unmarshal([]byte(text), &object); err != nil || object == nil {
		return fmt.Errorf(`write a JSON object, such as {"top_k": 20}`)
	}
	to.Set(reflect.ValueOf(object))
	return nil
}

// keyNames returns what the user wrote for the key of an entry.
type keyNames func(key string) string

func planKeys(key string) string { return key }

func flagKeys(key string) string {
	return "--" + strings.ReplaceAll(strings.Replace(key, "settings.", "model-", 1), "_", "-")
}

// readSettings checks settings. What it returns asks a model as they say; nil settings say nothing.
func readSettings(s *league.Settings, key keyNames) (asked llm.Settings, way provider.Options, err error) {
	if s == nil {
		return asked, way, nil
	}
	for _, limit := range []struct {
		key       string
		value     *int
		otherwise string
	}{
		{"thought", s.Thought, "for a model that does not think, effort none"}, {"answer", s.Answer, "nothing for the task's"},
		{"requests", s.Requests, "nothing for no limit"}, {"tokens", s.Tokens, "nothing for no limit"},
		{"parallel", s.Parallel, "nothing for no limit"}, {"window", s.Window, "nothing for what the table of models has"},
	} {
		if limit.value != nil && *limit.value < 1 {
			return asked, way, fmt.Errorf("%s %d: at least 1, or %s", key("settings."+limit.key), *limit.value, limit.otherwise)
		}
	}
	if t := s.Temperature; t != nil && !(*t >= 0 && *t <= 2) {
		return asked, way, fmt.Errorf("%s %v: from 0 to 2", key("settings.temperature"), *t)
	}
	if p := s.TopP; p != nil && !(*p > 0 && *p <= 1) {
		return asked, way, fmt.Errorf("%s %v: above 0 and up to 1", key("settings.top_p"), *p)
	}
	asked = llm.Settings{Temperature: s.Temperature, TopP: s.TopP, Seed: s.Seed, Thought: given(s.Thought), Answer: given(s.Answer)}
	if asked.Effort, err = llm.ParseEffort(s.Effort); err != nil {
		return asked, way, fmt.Errorf("%s: %w", key("settings.effort"), err)
	}
	way.Window, way.Limits = given(s.Window), provider.Limits{Concurrent: given(s.Parallel), Requests: given(s.Requests), Tokens: given(s.Tokens)}
	if s.Timeout != "" {
		if way.Timeout, err = time.ParseDuration(s.Timeout); err != nil || way.Timeout <= 0 {
			return asked, way, fmt.Errorf("%s %q: write a duration such as 30s", key("settings.timeout"), s.Timeout)
		}
	}
	if len(s.Extra) == 0 {
		return asked, way, nil
	}
	var taken *provider.TakenError
	err = provider.CheckExtra(s.Extra)
	if errors.As(err, &taken) && taken.Setting != "" {
		return asked, way, fmt.Errorf("%s: the field %s is set by %s; extra fields add to a request", key("settings.extra"), taken.Field, key("settings."+taken.Setting))
	}
	if err != nil {
		return asked, way, fmt.Errorf("%s: %w", key("settings.extra"), err)
	}
	if asked.Extra, err = json.Marshal(s.Extra); err != nil { // one spelling of the same fields
		return asked, way, fmt.Errorf("%s: %w", key("settings.extra"), err)
	}
	return asked, way, nil
}
