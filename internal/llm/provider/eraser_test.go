package provider

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/llm/store"
)

// repeated are the ways in which a provider may repeat a key, each with the part of it that gives it away.
func repeated(key string) map[string]string {
	every := func(format string) string {
		var b strings.Builder
		for _, c := range []byte(key) {
			fmt.Fprintf(&b, format, c)
		}
		return b.String()
	}
	return map[string]string{
		"plain": key, "JSON": every(`\u%04x`), "JSON in capitals": every(`\u%04X`), "URL": every("%%%02x"),
		"partly": strings.Replace(key, key[:1], fmt.Sprintf(`\u%04x`, key[0]), 1), "query": url.QueryEscape(key),
		"slashes": strings.ReplaceAll(key, "/", `\/`), "base64": base64.StdEncoding.EncodeToString([]byte(key)),
		"base64 for URLs": base64.URLEncoding.EncodeToString([]byte(key)), "header": base64.StdEncoding.EncodeToString([]byte("Bearer " + key)),
		"user": base64.RawStdEncoding.EncodeToString([]byte("ab:" + key + ":cd")), "other user": base64.RawURLEncoding.EncodeToString([]byte("abc:" + key + "!")),
	}
}

func TestEraserKnowsEveryForm(t *testing.T) {
	for _, key := range []string{"sk-proj-Ab/9+x_y.Z=~", "0123456789abcdef"} {
		e := newEraser(key)
		for name, form := range repeated(key) {
			got := e.without("You are <" + form + ">, my friend")
			if !strings.Contains(got, keyMark) || !strings.HasPrefix(got, "You are <") || !strings.HasSuffix(got, ">, my friend") || len(got) > len("You are <>, my friend")+20 {
				t.Errorf("%s of %s: %q", name, key, got)
			}
		}
		if text := "nothing of a key: 0123456789, sk-proj, Ab/9"; e.without(text) != text {
			t.Errorf("%s: %q", key, e.without(text))
		}
	}
	if got := newEraser("none").without("none of it"); got != "none of it" {
		t.Errorf("a key that is no secret: %q", got)
	}
	if got := newEraser("none").withoutAny("key none is wrong"); got != "key [key] is wrong" {
		t.Errorf("in an error: %q", got)
	}
	if got := fmt.Sprintf("%+v %#v", newEraser("a-real-secret"), newEraser("a-real-secret")); strings.Contains(got, "secret\"") {
		t.Errorf("printed: %s", got)
	}
}

// TestNoKeyIsKept: what answers that repeat the key leave in the cache and in the recording does not hold it.
func TestNoKeyIsKept(t *testing.T) {
	for _, dialect := range dialects() {
		for name, form := range repeated(secret) {
			t.Run(dialect+"/"+name, func(t *testing.T) {
				s := llmtest.During(t, llmtest.Say("your key is "+form+", is it not?"))
				dir := t.TempDir()
				m, err := store.Record(dialect, open(t, s, dialect, Options{}), filepath.Join(dir, "tape"))
				if err != nil {
					t.Fatal(err)
				}
				r, err := store.Cache(dialect, m, filepath.Join(dir, "cache"), nil).Complete(t.Context(), question1())
				if err != nil {
					t.Fatal(err)
				}
				if !strings.HasPrefix(r.Text, "your key is ") || !strings.Contains(r.Text, keyMark) || !strings.HasSuffix(r.Text, "is it not?") {
					t.Errorf("%q", r.Text)
				}
				kept := 0
				err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
					if err != nil || d.IsDir() {
						return err
					}
					kept++
					text, err := os.ReadFile(path)
					escaped, _ := json.Marshal(form)
					if strings.Contains(string(text), form) || strings.Contains(string(text), strings.Trim(string(escaped), `"`)) {
						t.Errorf("%s holds the key: %s", path, text)
					}
					return err
				})
				if err != nil || kept != 2 {
					t.Errorf("%d files, %v", kept, err)
				}
			})
		}
	}
}

// TestNoKeyInAStructuredAnswer: an answer in JSON stays JSON without the key.
func TestNoKeyInAStructuredAnswer(t *testing.T) {
	for name, form := range repeated(secret) {
		text := `{"vote":"Ann","why":"` + form + `"}`
		r := newEraser(secret).answer(llm.Response{Text: text, JSON: []byte(text), Model: "m " + secret})
		if !json.Valid(r.JSON) || strings.Contains(r.Text+string(r.JSON)+r.Model, form) || strings.Contains(r.Model, secret) {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// TestNoSignOfAKeyIsLeftInBase64: of a text in base64 with the key in it, wherever in the text it stands, every sign all of
// whose bits are the key's is erased, and every other sign is kept.
func TestNoSignOfAKeyIsLeftInBase64(t *testing.T) {
	const key = "sk-proj-Ab/9+x_y.Z=~"
	e := newEraser(key)
	for _, alphabet := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		for before := range 7 {
			for after := range 7 {
				whole := alphabet.EncodeToString([]byte(strings.Repeat("u", before) + key + strings.Repeat("v", after)))
				// Sign i holds the bits from 6i up to 6i+6.
				from, to := len(whole), 0
				for i := range whole {
					if 6*i >= 8*before && 6*(i+1) <= 8*(before+len(key)) {
						from, to = min(from, i), max(to, i+1)
					}
				}
				if got, want := e.without(whole), whole[:from]+keyMark+whole[to:]; got != want {
					t.Errorf("%d bytes before, %d after: %s became %s, want %s", before, after, whole, got, want)
				}
			}
		}
	}
}
