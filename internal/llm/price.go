package llm

import (
	_ "embed"
	"fmt"
	"regexp"
	"strings"

	"wolfden/internal/strictjson"
)

//go:embed prices.json
var listPrices []byte

// Price is what a model costs, in USD per million tokens.
type Price struct {
	Rate
	// Above are the rates of calls with longer prompts; nil where they are the same.
	Above *Tier `json:"above,omitempty"`
}

// Tier are the rates, of input and output, of calls whose input has more than so many tokens.
type Tier struct {
	Tokens int `json:"tokens"`
	Rate
}

// Rate is a price of tokens, in USD per million.
type Rate struct {
	In       float64  `json:"in"`
	CachedIn *float64 `json:"in_cached,omitempty"`  // of input that the provider had in its own cache; nil is In
	Written  *float64 `json:"in_written,omitempty"` // of input that the provider put into its cache; nil is In
	Out      float64  `json:"out"`                  // of thought as of the answer
}

// Of is the price of an answer.
func (p Price) Of(u Usage) float64 {
	if p.Above != nil && u.In > p.Above.Tokens {
		return p.Above.of(u)
	}
	return p.of(u)
}

func (p Rate) of(u Usage) float64 {
	special := func(price *float64) float64 {
		if price == nil {
			return p.In
		}
		return *price
	}
	in := float64(u.In-u.CachedIn-u.Written)*p.In + float64(u.CachedIn)*special(p.CachedIn) + float64(u.Written)*special(p.Written)
	return (in + float64(u.Out)*p.Out) / 1e6
}

// Prices is a table of prices. The zero value knows none. It does not change and may be used from several goroutines.
type Prices struct {
	models map[string]Price
	next   *Prices // asked where this table has nothing
}

// DefaultPrices is the table that comes with the program: list prices of the vendors at the date in the file, and
// nothing for models on this machine. Prices change; a table of the user's own goes before it.
func DefaultPrices() (Prices, error) { return ParsePrices(listPrices, Prices{}) }

// ParsePrices reads a price file, whose entries go before those of another table. A name stands for itself and for its
// dated versions, and with '*' at its end for all that begins with it; the longest name that fits counts.
func ParsePrices(text []byte, before Prices) (Prices, error) {
	var file struct {
		Note   string           `json:"note"`
		Models map[string]Price `json:"models"`
	}
	if err := strictjson.Read(text, &file); err != nil {
		return Prices{}, fmt.Errorf("reading prices: %w", err)
	}
	for name, p := range file.Models {
		if p.negative() || p.Above != nil && p.Above.negative() {
			return Prices{}, fmt.Errorf("reading prices: %q has a negative price", name)
		}
		if p.Above != nil && p.Above.Tokens < 1 {
			return Prices{}, fmt.Errorf("reading prices: %q has other prices above 0 tokens; above.tokens says how long a prompt they are for", name)
		}
	}
	return Prices{models: file.Models, next: &before}, nil
}

func (p Rate) negative() bool {
	return p.In < 0 || p.Out < 0 || p.CachedIn != nil && *p.CachedIn < 0 || p.Written != nil && *p.Written < 0
}

// Of looks a model up by its name as users write it.
func (p Prices) Of(model string) (price Price, known bool) {
	longest := -1
	for name, candidate := range p.models {
		if len(name) > longest && covers(name, model) {
			price, known, longest = candidate, true, len(name)
		}
	}
	if known || p.next == nil {
		return price, known
	}
	return p.next.Of(model)
}

// dated is what vendors put behind a name for one version of the model.
var dated = regexp.MustCompile(`^[-@]\d{4}-?\d{2}-?\d{2}$`)

func covers(name, model string) bool {
	if prefix, family := strings.CutSuffix(name, "*"); family {
		return strings.HasPrefix(model, prefix)
	}
	version, same := strings.CutPrefix(model, name)
	return same && (version == "" || dated.MatchString(version))
}
