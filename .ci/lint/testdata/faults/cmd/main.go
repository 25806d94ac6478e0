// Command faults prints.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Println("a command prints")
	fmt.Fprintln(os.Stderr, "and has nobody to tell that it cannot")
	os.Remove("x") // want errcheck
	os.Exit(1)
}
