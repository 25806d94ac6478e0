package main

import (
	"slices"
	"strings"
)

// organisersFlags maps flags of the organisers' server that have another place here to that place.
var organisersFlags = map[string]string{
	"a": "-a (analysis): wolfden serve -c FILE --plan shows how evenly the schedule treats the teams, wolfden score FOLDER counts who won",
	"r": "-r (reduction): there is nothing to reduce; name the match_optimizer.json of the running contest as matching.output_path, and " +
		"wolfden serve -c FILE plays what is left of it",
	"s": "-s (source of a reduction): see wolfden serve --help",
	"d": "-d (destination of a reduction): see wolfden serve --help",
}

// organisersArgs turns arguments for the organisers' server into arguments of this program. That server has
// flags and no commands, so -c FILE alone means serve.
func organisersArgs(args []string) ([]string, error) {
	if len(args) == 0 || !slices.Contains([]string{"a", "r", "s", "d", "c", "v"}, flagName(args[0])) {
		return args, nil
	}
	for _, name := range []string{"a", "r", "s", "d"} {
		if slices.ContainsFunc(args, func(arg string) bool { return flagName(arg) == name }) {
			return nil, usagef("%s", organisersFlags[name])
		}
	}
	switch name, value, joined := strings.Cut(args[0], "="); {
	case flagName(args[0]) == "v" && len(args) == 1:
		return []string{"--version"}, nil
	case strings.TrimLeft(name, "-") == "c" && joined:
		return slices.Concat([]string{"serve", "-c", value}, args[1:]), nil
	case flagName(args[0]) == "c":
		return slices.Concat([]string{"serve", "-c"}, args[1:]), nil
	default:
		return args, nil
	}
}

// flagName returns the flag of an argument as their parser reads it: with one dash or two, its value after =
// or in the next argument.
func flagName(arg string) string {
	if !strings.HasPrefix(arg, "-") {
		return ""
	}
	name, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(arg, "-"), "-"), "=")
	return name
}
