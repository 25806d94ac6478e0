package main

import (
	_ "embed"
	"fmt"
	"io"
)

// licences are those of what the program is built with, each under its module and version. A test makes them of the modules that
// are linked.
//
//go:embed licences.txt
var licences string

type versionCmd struct {
	Licences bool `help:"Print the licences of everything that the program contains."`
}

// Help is the long help of the command.
func (versionCmd) Help() string {
	return `Prints the version, or the licences of everything that the program contains.

  wolfden version
  wolfden version --licences`
}

// Run prints it.
func (c *versionCmd) Run(e *env) error {
	if c.Licences {
		_, err := io.WriteString(e.stdout, licences)
		return err
	}
	_, err := fmt.Fprintln(e.stdout, version())
	return err
}
