package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

type manCmd struct{}

// Help is the long help of the command.
func (manCmd) Help() string {
	return `Prints the manual page of all commands, which is made of their help. Examples:

  wolfden man > wolfden.1 && man ./wolfden.1
  wolfden man > /usr/local/share/man/man1/wolfden.1`
}

// Run prints the page.
func (manCmd) Run(e *env) error {
	parser, err := helpParser()
	if err != nil {
		return err
	}
	_, err = io.WriteString(e.stdout, manual(parser))
	return err
}

// manual is the page, in the macros of man(7).
func manual(parser *kong.Kong) string {
	m := &page{shared: map[string][]*kong.Flag{}}
	fmt.Fprintf(m, ".TH WOLFDEN 1 \"\" \"wolfden %s\"\n.SH NAME\nwolfden \\- %s\n", release, roff(strings.TrimSuffix(parser.Model.Help, ".")))
	m.WriteString(".SH SYNOPSIS\n.B wolfden\n.I command\n[flags]\n.SH DESCRIPTION\n")
	m.text(parser.Model.Detail)
	m.WriteString(".SH COMMANDS\n")
	for _, leaf := range leaves(parser) {
		m.command(leaf)
	}
	for _, title := range m.order {
		fmt.Fprintf(m, ".SH FLAGS FOR THE %s\n", strings.ToUpper(title))
		for _, flag := range m.shared[title] {
			m.flag(flag)
		}
	}
	m.WriteString(".SH EXIT STATUS\n0, 1 where a command failed or found what it looks for, 2 where it was called wrongly.\n")
	return m.String()
}

// page is a manual page that is being written.
type page struct {
	strings.Builder
	shared map[string][]*kong.Flag // flags of many commands, by group, each once
	order  []string                // of the groups
}

func (m *page) command(leaf *kong.Node) {
	fmt.Fprintf(m, ".SS wolfden %s\n%s\n", roff(leaf.Summary()), roff(leaf.Help))
	m.text(leaf.Detail)
	for _, arg := range leaf.Positional {
		fmt.Fprintf(m, ".TP\n.I %s\n%s\n", roff(arg.Summary()), roff(valueHelp(arg)))
	}
	var groups []string
	for _, flag := range leaf.Flags {
		if flag.Hidden {
			continue
		}
		if flag.Group == nil {
			m.flag(flag)
			continue
		}
		if title := flag.Group.Title; m.collect(title, flag) && !strings.Contains(strings.Join(groups, " "), title) {
			groups = append(groups, title)
		}
	}
	for _, title := range groups {
		fmt.Fprintf(m, ".PP\nAnd the flags for the %s, below.\n", title)
	}
}

// collect keeps a flag that many commands have.
func (m *page) collect(title string, flag *kong.Flag) bool {
	if m.shared[title] == nil {
		m.order = append(m.order, title)
	}
	for _, known := range m.shared[title] {
		if known.Name == flag.Name {
			return true
		}
	}
	m.shared[title] = append(m.shared[title], flag)
	return true
}

func (m *page) flag(flag *kong.Flag) {
	name := flag.String()
	fmt.Fprintf(m, ".TP\n.B %s\n%s\n", roff(name), roff(valueHelp(flag.Value)))
}

// text writes the long help: paragraphs, and lines that are indented as they are.
func (m *page) text(detail string) {
	asIs := false
	for line := range strings.Lines(detail) {
		line = strings.TrimRight(line, "\r\n")
		indented := strings.HasPrefix(line, " ")
		switch {
		case line == "":
			if !asIs {
				m.WriteString(".PP\n")
			}
			continue
		case indented && !asIs:
			m.WriteString(".PP\n.nf\n")
		case !indented && asIs:
			m.WriteString(".fi\n.PP\n")
		}
		asIs = indented
		m.WriteString(roff(line) + "\n")
	}
	if asIs {
		m.WriteString(".fi\n")
	}
}

// roff is text as the formatter prints it, whatever it begins with.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}
