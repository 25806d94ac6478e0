package faults

import (
	"os"
	"testing"
)

func TestUsed(*testing.T) {
	panic("a test stops where it stands")
}

func unusedInTest() {} // want unused

func TestErrors(t *testing.T) {
	os.Remove("x") // want errcheck
}
