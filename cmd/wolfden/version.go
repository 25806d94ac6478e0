package main

import (
	"fmt"
	"runtime/debug"
)

// release is the version of the program, as in CHANGELOG.md.
const release = "0.2.0-dev"

// commit returns the commit the program was built from, "unknown" if it was not built in a Git clone, as with
// go run.
func commit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return unknownCommit
	}
	return commitOf(info.Settings)
}

const unknownCommit = "unknown"

func commitOf(settings []debug.BuildSetting) string {
	found, changed := unknownCommit, ""
	for _, s := range settings {
		switch {
		case s.Key == "vcs.revision" && s.Value != "":
			found = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "+changes"
		}
	}
	if found == unknownCommit {
		return found
	}
	return found + changed
}

// version returns the version, the commit and the version of Go.
func version() string {
	text := fmt.Sprintf("wolfden %s, commit %s", release, commit())
	if info, ok := debug.ReadBuildInfo(); ok {
		text += ", " + info.GoVersion
	}
	if commit() == unknownCommit {
		text += " (built without its commit: by go run, or with -buildvcs=false)"
	}
	return text
}
