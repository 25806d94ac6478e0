// Package faults has what each linter finds, and beside it what none may find.
package faults

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
)

// Role is a role.
type Role int

// The roles.
const (
	Seer Role = iota
	Medium
)

func init() {} // want noinit

type T struct{} // want revive

// Goal is the reciever of a vote. // want misspell
func Goal(r Role) string {
	switch r { // want exhaustive
	case Seer:
		return "seer"
	}
	switch r {
	case Seer:
		return "seer"
	default:
		return "medium"
	}
}

// Read reads.
func Read(name string, t *T) error {
	f, err := os.Open(name)
	if err == io.EOF { // want errorlint
		return nil
	}
	defer f.Close() // want errcheck
	if t == nil {
		_ = *t // want nilness
	}
	n := 1
	n = int(n)                             // want unconvert
	fmt.Println(n)                         // want forbidden
	_ = strings.Title(name)                // want deprecated
	(&http.Transport{}).CancelRequest(nil) // want deprecated
	if strings.Index(name, "a") != -1 {    // want staticcheck
		panic("no") // want forbidden
	}
	n = 2 // want ineffassign
	n = 3
	if n > 2 {
		os.Exit(n) // want forbidden
	}
	return errors.New("not read")
}

func alone() {} // want unused

// Quiet is silenced where it needs it.
func Quiet(f *os.File) {
	f.Close() //nolint:errcheck // it was only read
	print()   //nolint:forbidden // the linter has no say here
	//nolint:errcheck // want nolint
	f.Sync() //nolint:errcheck
	f.Name() //nolint:spelling // want nolint
}
