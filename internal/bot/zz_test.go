package bot_test

import (
	"fmt"
	"os"
	"strconv"
	"testing"
)

func TestZShow(t *testing.T) {
	want := os.Getenv("SET")
	if want == "" {
		t.Skip()
	}
	seed, _ := strconv.ParseUint(os.Getenv("SEED"), 10, 64)
	n := 0
	for _, s := range settings() {
		n++
		if s.name == want {
			fmt.Print(s.play(t, seed, "plain").Transcript())
		}
	}
	fmt.Println(n)
}
