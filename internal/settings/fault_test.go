package settings

import (
	"strings"
	"testing"
)

func TestQuoteShowsTheBeginningOfLongTexts(t *testing.T) {
	if got := Quote(strings.Repeat("長", 1000)); got != `"`+strings.Repeat("長", 60)+`…"` {
		t.Error(got)
	}
	if got := Quote("short"); got != `"short"` {
		t.Error(got)
	}
}
