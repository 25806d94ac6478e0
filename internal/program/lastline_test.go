package program

import "testing"

func TestLastLine(t *testing.T) {
	for printed, want := range map[string]string{
		"":                                  "",
		"one\ntwo\n\n  \n":                  "two",
		"one\nbegun":                        "begun",
		"Traceback:\n  x\nError: no file\n": "Error: no file",
		"start\npanic: index out of range [1]\n\ngoroutine 1 [running]:\nmain.main()\n\t/x/main.go:35 +0x25\nexit status 2": "panic: index out of range [1]",
		"fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1:\n":                                              "fatal error: all goroutines are asleep - deadlock!",
		"panic: first\npanic: second\n": "panic: second",
	} {
		var l LastLine
		for _, b := range []byte(printed) {
			_, _ = l.Write([]byte{b})
		}
		if got := l.String(); got != want {
			t.Errorf("of %q: %q, want %q", printed, got, want)
		}
	}
}
