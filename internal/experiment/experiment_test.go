package experiment

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
)

// played are means, and an experiment with them, that write down what is done.
type played struct {
	did    []string
	enough bool
	fail   string // what goes wrong
}

var errFail = errors.New("it goes wrong")

func (p *played) do(what string) error {
	p.did = append(p.did, what)
	if what == p.fail {
		return errFail
	}
	return nil
}

func (p *played) Foretell(asked Forecasts, rests string) (bool, error) {
	return p.enough, p.do("foretell " + rests + " " + strings.Repeat("x", asked["m"].Calls))
}
func (p *played) Open() error { return p.do("open") }
func (p *played) Close()      { _ = p.do("close") }

// TestPerform: an experiment is done in one order, no further than to what goes wrong or is wanted, and whatever happens its means are closed
// after its folder.
func TestPerform(t *testing.T) {
	t.Parallel()
	all := []string{"foresee", "foretell on that xxx", "open", "settings", "run", "tell", "close"}
	for _, c := range []struct {
		name   string
		enough bool
		fail   string
		did    []string
	}{
		{"all", false, "", all},
		{"only a forecast", true, "", []string{all[0], all[1], "close"}},
		{"no forecast", false, "foresee", []string{all[0], "close"}},
		{"nothing to open", false, "open", append(slices.Clone(all[:3]), "close")},
		{"the run fails", false, "run", append(slices.Clone(all[:5]), "close")},
		{"cannot tell", false, "tell", all},
	} {
		p := &played{enough: c.enough, fail: c.fail}
		x := Experiment{
			Means: p, Rests: "on that", Out: t.TempDir(),
			Foresee:  func() (Forecasts, error) { return Forecasts{"m": {Calls: 3}}, p.do("foresee") },
			Settings: func() any { _ = p.do("settings"); return "this" },
			Run:      func(*Folder) error { return p.do("run") },
			Tell:     func() error { return p.do("tell") },
		}
		if err := x.Perform(t.Context()); !slices.Equal(p.did, c.did) || (err == nil) != (c.fail == "") || err != nil && !errors.Is(err, errFail) {
			t.Errorf("%s: did %q, want %q: %v", c.name, p.did, c.did, err)
		}
		if folder, err := OpenFolder(x.Out, "this"); err != nil || folder.Close() != nil {
			t.Errorf("%s: the folder is left to nobody: %v", c.name, err)
		}
	}
}

// TestPerformStopped: who stops an experiment is told how it goes on, if there is a folder that stays.
func TestPerformStopped(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for out, want := range map[string]string{dir: "stopped; the same command goes on with " + dir, "": "context canceled"} {
		ctx, stop := context.WithCancel(t.Context())
		x := Experiment{Means: &played{}, Out: out, Settings: func() any { return "this" }, Run: func(*Folder) error { stop(); return ctx.Err() }}
		if err := x.Perform(ctx); err == nil || err.Error() != want {
			t.Errorf("%q: %v", out, err)
		}
	}
}
