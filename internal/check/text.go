package check

import (
	"bytes"
	"fmt"
	"io"
	"strconv"

	"wolfden/internal/english"
)

// Text writes the report for people.
func (r *Report) Text(w io.Writer) error {
	var b bytes.Buffer
	name := r.Agent
	if name == "" {
		name = "no agent"
	}
	track := "in turn"
	if r.Anytime {
		track = "speak-anytime"
	}
	fmt.Fprintf(&b, "%s: %d of %s, %d players, %s\n", name, len(r.Games), english.Count(r.Planned, "game"), r.Players, track)
	for _, g := range r.Games {
		fmt.Fprintf(&b, "  %d %-9s %11s  %-28s %s\n", g.Number, g.Role, english.Count(g.Answers, "answer"), g.Outcome, g.Title)
	}
	if r.Broken != "" {
		fmt.Fprintf(&b, "  broken off: %s\n", r.Broken)
	}
	if len(r.Times) > 0 {
		fmt.Fprintf(&b, "\n%-10s %7s %5s %9s %9s %9s\n", "answers", "in time", "late", "median", "95%", "longest")
		for _, t := range r.Times {
			fmt.Fprintf(&b, "%-10s %7d %5d %6d ms %6d ms %6d ms\n", t.Request, t.Answers, t.Late, t.Median, t.P95, t.Max)
		}
	}
	r.section(&b, StatusFailed, "FAILED")
	r.section(&b, StatusWarned, "warnings")
	r.section(&b, StatusNoted, "for information")
	r.untried(&b)
	fmt.Fprintf(&b, "\npassed %d, failed %d, warnings %d, not tried %d\n", r.Passed, r.Failed, r.Warned, r.Untried)
	_, err := w.Write(b.Bytes())
	return err
}

// section lists the findings of a status.
func (r *Report) section(b *bytes.Buffer, s Status, title string) {
	for i := range r.Checks {
		p := &r.Checks[i]
		if p.Status != s {
			continue
		}
		if title != "" {
			fmt.Fprintf(b, "\n%s\n", title)
			title = ""
		}
		fmt.Fprintf(b, "  %s: %s (%d)\n", p.ID, p.What, p.Count)
		fmt.Fprintf(b, "      first: %s\n", p.Example)
		fmt.Fprintf(b, "      why:   %s\n      do:    %s\n", p.Why, p.Do)
	}
}

func (r *Report) untried(b *bytes.Buffer) {
	first := true
	for i := range r.Checks {
		if r.Checks[i].Status != StatusUntried {
			continue
		}
		if first {
			fmt.Fprint(b, "\nnot tried, since it did not come to it:")
			first = false
		}
		fmt.Fprintf(b, " %s", r.Checks[i].ID)
	}
	if !first {
		fmt.Fprintln(b)
	}
}

// String is the place and the text in one line.
func (e *Example) String() string {
	s := fmt.Sprintf("game %d", e.Game)
	if e.Game == 0 {
		s = "before the first game"
	}
	if e.Request != "" {
		s += fmt.Sprintf(", day %d, %s", e.Day, e.Request)
	}
	if e.Text != "" {
		s += ": " + strconv.Quote(e.Text)
	}
	return s
}
