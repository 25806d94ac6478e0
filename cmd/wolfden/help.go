package main

import (
	"io"
	"regexp"
	"strings"

	"github.com/alecthomas/kong"
)

// newParser returns the parser of the command line, or of a part of it.
func newParser(c any, stdout, stderr io.Writer) (*kong.Kong, error) {
	return kong.New(c, kong.Name("wolfden"),
		kong.Description("The place where AI players of Werewolf meet."),
		kong.Vars{"version": version()},
		kong.NamedMapper("jsonobject", kong.MapperFunc(jsonObject)),
		kong.Writers(stdout, stderr),
		kong.Exit(func(code int) { panic(exited(code)) }),
		kong.ValueFormatter(valueHelp),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true, FlagsLast: true}))
}

// helpParser returns a parser that calls nothing and prints nothing, for whoever asks what the command line is.
func helpParser() (*kong.Kong, error) { return newParser(&cli{}, io.Discard, io.Discard) }

// valueHelp is what the help says of a flag or an argument: with its default, unless its text has that in its own words.
func valueHelp(v *kong.Value) string {
	text := kong.DefaultHelpValueFormatter(v)
	value := v.Default
	switch {
	case value == "" || strings.Contains(text, "efault"):
		return text
	case v.IsBool() && value == "true":
		value = "yes"
	case v.IsBool():
		return text
	}
	if whole, ok := strings.CutSuffix(text, "."); ok {
		return whole + " (default: " + value + ")."
	}
	return text + " (default: " + value + ")"
}

// Messages of the parser that lead astray: it takes a number below zero for a flag, and tells of a missing argument as of a sign.
var (
	belowZero = regexp.MustCompile(`^(--\S+): expected (?:u?int|a valid \d+ bit uint)\S* (?:value )?but got "(-\d+)".*`)
	negative  = regexp.MustCompile(`^(--\S+): expected float\S* value but got "(-[\d.]+)".*`)
	missing   = regexp.MustCompile(`^expected "(<.*)"$`)
)

// plainly is the error of the parser in words that say what to do.
func plainly(err error) string {
	text := err.Error()
	text = belowZero.ReplaceAllString(text, "$1 $2: a whole number from 0 on")
	text = negative.ReplaceAllString(text, "$1 $2: a number from 0 on")
	return missing.ReplaceAllString(text, "missing: $1")
}

// leaves are the commands that can be called, without hidden ones.
func leaves(parser *kong.Kong) []*kong.Node { return parser.Model.Leaves(true) }
