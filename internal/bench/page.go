package bench

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"

	"wolfden/internal/sheet"
)

//go:embed page.html
var page string

// HTML is the sheet as one page, which needs nothing from outside and runs no script.
func (s *Sheet) HTML() ([]byte, error) {
	parsed, err := template.New("bench").Funcs(template.FuncMap{"bar": bar, "style": func() template.CSS { return sheet.Style }}).Parse(page)
	if err != nil {
		return nil, fmt.Errorf("the page's template: %w", err)
	}
	var text bytes.Buffer
	err = parsed.Execute(&text, s)
	return text.Bytes(), err
}

// drawn is an interval as it is drawn, in hundredths of the width.
type drawn struct{ Low, Width, At float64 }

// bar is what is drawn of a share, nil where it has no interval.
func bar(f *Figure) *drawn {
	if f == nil || f.Value == nil || f.Low == nil || f.High == nil {
		return nil
	}
	inside := func(v float64) float64 { return 100 * min(1, max(0, v)) }
	return &drawn{inside(*f.Low), inside(*f.High) - inside(*f.Low), inside(*f.Value)}
}
