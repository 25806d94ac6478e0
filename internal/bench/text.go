package bench

import (
	"fmt"
	"io"
	"strings"

	"wolfden/internal/columns"
)

// WriteText writes the sheet for a terminal.
func (s *Sheet) WriteText(w io.Writer) error {
	var page strings.Builder
	for i, name := range s.Names {
		fmt.Fprintf(&page, "%s: %s\n", name, s.Found[i])
	}
	for i, name := range s.Names {
		fmt.Fprintf(&page, "%s: %s\n", name, s.About[i])
	}
	page.WriteString("\n")
	var rows strings.Builder
	fmt.Fprintf(&rows, "\t%s\n", strings.Join(s.Names, "\t"))
	for _, section := range s.Sections {
		fmt.Fprintln(&rows, strings.ToUpper(section.Title)+strings.Repeat("\t", len(s.Names)))
		for _, r := range section.Rows {
			rows.WriteString("  " + r.Name)
			for _, c := range r.Cells {
				rows.WriteString("\t" + c.Text)
			}
			rows.WriteString("\n")
		}
	}
	if err := columns.Write(&page, rows.String()); err != nil {
		return err
	}
	for _, note := range s.Notes {
		fmt.Fprintf(&page, "note: %s\n", note)
	}
	_, err := io.WriteString(w, page.String())
	return err
}
