package provider

import (
	"strings"
	"testing"
)

func TestParseName(t *testing.T) {
	tests := map[string]Name{
		"openai:gpt-4o-mini":                             {"openai", "", "gpt-4o-mini"},
		"ollama:llama3:8b":                               {"ollama", "", "llama3:8b"},
		"openrouter:vendor/model:free":                   {"openrouter", "", "vendor/model:free"},
		"openai@http://127.0.0.1:8000/v1:m":              {"openai", "http://127.0.0.1:8000/v1", "m"},
		"openai@http://127.0.0.1:8000/v1/:m:8b":          {"openai", "http://127.0.0.1:8000/v1", "m:8b"},
		"openai@http://[::1]:8000:m":                     {"openai", "http://[::1]:8000", "m"},
		"openai@https://example.org:m":                   {"openai", "https://example.org", "m"},
		"azure@https://r.openai.azure.com/openai/v1:dep": {"azure", "https://r.openai.azure.com/openai/v1", "dep"},
	}
	for text, want := range tests {
		if got, err := ParseName(text); err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
}

func TestParseNameRefuses(t *testing.T) {
	for _, text := range []string{
		"", "gpt-4o", "openai:", ":gpt", "openai@:m", "openai@ftp://x:m", "openai@http://127.0.0.1:8000", "openai@http://127.0.0.1/v1",
		"openai:two words", "openai:bell\a", "openai@http://h/?key=x:m", "openai@http://h/a#b:m", "OpenAI:x",
	} {
		if got, err := ParseName(text); err == nil {
			t.Errorf("%q: %+v", text, got)
		}
	}
	_, err := ParseName("openai@http://me:" + secret + "@host/v1:m")
	if err == nil || strings.Contains(err.Error(), secret) {
		t.Errorf("a password in a name: %v", err)
	}
}

func FuzzParseName(f *testing.F) {
	f.Add("openai:gpt-4o-mini")
	f.Add("openai@http://[::1]:8000/v1:a:b")
	f.Add("openai@http://u:p@127.0.0.1:8000:1")
	f.Fuzz(func(t *testing.T, text string) {
		name, err := ParseName(text)
		if err != nil {
			return
		}
		if again, err := ParseName(name.String()); err != nil || again != name {
			t.Fatalf("%q is %+v, which reads as %+v: %v", text, name, again, err)
		}
		if strings.Contains(name.Base, "@") {
			t.Fatalf("%q has a password in its URL", text)
		}
	})
}
