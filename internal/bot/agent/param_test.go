package agent

import (
	"strings"
	"testing"
)

// A size follows the window of the model within its bounds, unless the user sets it.
func TestSizesFollowTheWindow(t *testing.T) {
	d := Design{Name: "x", Modules: []Box{{Params: []Param{Sized("history", "tokens", Share{Part: 10, Least: 300, Most: 4000}, "test"), Number("n", "", 2, 1, 9, "test")}}}}
	for window, want := range map[int]float64{0: 1638, 1000: 300, 4096: 409, 8192: 819, 16_384: 1638, 1_000_000: 4000} {
		got, err := d.ValuesWithin(window, nil)
		if err != nil || got["history"] != want || got["n"] != 2 {
			t.Errorf("a window of %d: %v, %v", window, got, err)
		}
		if got, err := d.ValuesWithin(window, map[string]float64{"history": 3000}); err != nil || got["history"] != 3000 {
			t.Errorf("a window of %d, set to 3000: %v, %v", window, got, err)
		}
	}
	if text := d.Modules[0].Params[0].String(); !strings.Contains(text, "history = 1638") || !strings.Contains(text, "1/10 of its tokens, 300 to 4000") {
		t.Error(text)
	}
}
