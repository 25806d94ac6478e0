package provider

import (
	"fmt"
	"regexp"
	"strings"
)

// Name is a model as users write it: "provider:model", or "provider@URL:model" for a server of one's own.
type Name struct {
	Provider string // a row of Vendors
	Base     string // URL without a slash at its end; empty is the provider's own
	Model    string // as the provider calls it; may hold colons
}

// String is the name in its one spelling, which ParseName reads back.
func (n Name) String() string {
	if n.Base == "" {
		return n.Provider + ":" + n.Model
	}
	return n.Provider + "@" + n.Base + ":" + n.Model
}

const nameForm = `write provider:model or provider@URL:model, such as openai:gpt-4o-mini or openai@http://127.0.0.1:8000/v1:my-model`

// What stands before an '@' in a URL is a password, so in a name with a URL no '@' may follow but a model's first sign.
var (
	ownForm     = regexp.MustCompile(`^([a-z]+):([^\s[:cntrl:]]+)$`)
	foreignForm = regexp.MustCompile(`^([a-z]+)@(https?://(?:\[[0-9a-fA-F:]+\]|[\w.-]+)(?::[0-9]+)?(?:/[^\s[:cntrl:]:?#@]*)?):(@?[^\s[:cntrl:]@]+)$`)
)

// ParseName reads a name. It knows the form, not the providers.
func ParseName(text string) (Name, error) {
	if m := ownForm.FindStringSubmatch(text); m != nil {
		return Name{Provider: m[1], Model: m[2]}, nil
	}
	m := foreignForm.FindStringSubmatch(text)
	if m == nil || strings.Trim(m[3], "0123456789") == "" {
		// The text may hold a password before the host, so it is not repeated.
		return Name{}, fmt.Errorf("the name of the model cannot be read; %s", nameForm)
	}
	return Name{Provider: m[1], Base: strings.TrimRight(m[2], "/"), Model: m[3]}, nil
}
