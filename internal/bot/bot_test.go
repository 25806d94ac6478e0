package bot_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wolfden/internal/bot"
)

func TestKindsAreWhole(t *testing.T) {
	script := writeScript(t, "TALK Hello\n")
	names := map[string]bool{}
	for _, k := range bot.Kinds() {
		if k.Name == "" || k.Summary == "" || k.Source == "" || k.New == nil || names[k.Name] {
			t.Errorf("%+v is not whole, or there twice", k)
		}
		names[k.Name] = true
		for _, lang := range []string{"", "en", "ja"} {
			if p, err := bot.New(k.Name, bot.Config{Seed: 1, Lang: lang, Script: script}); err != nil || p == nil {
				t.Errorf("%s in %q: %v, %v", k.Name, lang, p, err)
			}
		}
		for _, option := range k.Options {
			if _, err := bot.New(k.Name+":"+option, bot.Config{}); err != nil {
				t.Errorf("%s:%s: %v", k.Name, option, err)
			}
		}
	}
	if _, err := bot.New("scripted:"+script, bot.Config{}); err != nil {
		t.Error(err)
	}
}

func writeScript(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "script.txt")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestNewExplainsWhatIsWrong(t *testing.T) {
	faulty := writeScript(t, "TALK\n")
	for _, c := range []struct {
		name   string
		config bot.Config
		says   []string
	}{
		{"plane", bot.Config{}, []string{`"plane"`, `did you mean "plain"?`, "random, plain, lycaon, mille, gptaku, "}},
		{"", bot.Config{}, []string{`no player called ""`, "known:"}},
		{"zzzzzzzzzzzzzzzzzzz", bot.Config{}, []string{"known:"}},
		{"chaos:nice", bot.Config{}, []string{`unknown mode "nice"`, "silent"}},
		{"plain:fast", bot.Config{}, []string{"no options", "fast"}},
		{"plain", bot.Config{Lang: "fr"}, []string{`"fr"`, "en, ja"}},
		{"scripted", bot.Config{}, []string{"scripted:PATH"}},
		{"scripted:/no/such/file", bot.Config{}, []string{"/no/such/file"}},
		{"scripted", bot.Config{Script: faulty}, []string{faulty + ":1: "}},
	} {
		p, err := bot.New(c.name, c.config)
		if err == nil || p != nil {
			t.Errorf("%q: %v, %v", c.name, p, err)
			continue
		}
		for _, s := range c.says {
			if !strings.Contains(err.Error(), s) {
				t.Errorf("%q: the error %q does not say %q", c.name, err, s)
			}
		}
	}
}

func TestFits(t *testing.T) {
	for name, fits := range map[string]bool{"gptaku": false, "plain": true, "chaos:late": true, "nobody": true} {
		if err := bot.Fits(name, 9); (err == nil) != fits || err != nil && !errors.Is(err, bot.ErrPlayers) {
			t.Errorf("%s in a game of nine: %v", name, err)
		}
	}
	if err := bot.Fits("gptaku", 5); err != nil {
		t.Error(err)
	}
}
