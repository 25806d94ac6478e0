package form_test

import (
	"encoding/json"
	"os"
	"testing"

	"wolfden/internal/browsertest"
)

// page is a page of the form.
type page struct{ *browsertest.Page }

func TestMain(m *testing.M) { os.Exit(browsertest.Main(m)) }

func openPage(t *testing.T) *page {
	t.Helper()
	return &page{browsertest.Open(t, false)}
}

// eval puts the value of an expression into to, which may be nil.
func (p *page) eval(expression string, to any) {
	p.T.Helper()
	if value := p.Eval(expression); to != nil {
		if err := json.Unmarshal([]byte(value), to); err != nil {
			p.T.Fatalf("%s is %s: %v", expression, value, err)
		}
	}
}

// visit loads a page; reload loads it again. Both wait until it stands.
func (p *page) visit(url string) {
	p.T.Helper()
	p.Visit(url)
	p.Until("document.querySelector('main').children.length")
}

func (p *page) reload() {
	p.T.Helper()
	p.eval("window.old = true", nil)
	p.Do("Page.reload", nil, nil)
	p.Until("!window.old && document.readyState === 'complete' && document.querySelector('main').children.length")
}
