package config

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"wolfden/internal/spelling"
	"wolfden/werewolf"
)

// The largest values that settings take. Sums of them fit what they are counted in.
const (
	maxCount    = 1_000_000
	maxDuration = 365 * 24 * time.Hour
)

// single is a form for one value. set takes its text, or says in a few words why it does not fit.
func single(want string, set func(text string) string) form {
	return form{want: want, read: func(r *reader, path string, n *node) {
		if n.kind != scalar {
			r.fault(path, n.line, "%s does not fit; write %s", n.kind, want)
			return
		}
		if why := set(n.text); why != "" {
			r.fault(path, n.line, "%s %s; write %s", quote(n.text), why, want)
		}
	}}
}

// bare is a form for one value that must not be in quotes, which make text of it.
func bare(want string, set func(text string) string) form {
	f := single(want, set)
	read := f.read
	f.read = func(r *reader, path string, n *node) {
		if n.quoted {
			r.fault(path, n.line, "%s is text, being quoted; write %s, without quotes", quote(n.text), want)
			return
		}
		read(r, path, n)
	}
	return f
}

// text takes any value as it is written.
func text(p *string) form {
	return single("text", func(s string) string { *p = s; return "" })
}

// checked is text that a check finds no fault with.
func checked(p *string, want string, check func(s string) string) form {
	return single(want, func(s string) string {
		if why := check(s); why != "" {
			return why
		}
		*p = s
		return ""
	})
}

// boolean takes what YAML of either version calls true and false.
func boolean(p *bool) form {
	return bare("true or false", func(s string) string {
		switch strings.ToLower(s) {
		case "true", "yes", "on":
			*p = true
		case "false", "no", "off":
			*p = false
		default:
			return "is neither true nor false"
		}
		return ""
	})
}

func number(p *int, least, most int) form {
	return bare(fmt.Sprintf("a whole number from %d to %d", least, most), func(s string) string {
		n, why := whole(s, least, most)
		if why == "" {
			*p = n
		}
		return why
	})
}

// limit is a number from least on, or -1.
func limit(p *int, least int) form {
	want := fmt.Sprintf("a whole number from %d, or %d for no limit", least, werewolf.NoLimit)
	return bare(want, func(s string) string {
		n, why := whole(s, least, maxCount)
		if s == strconv.Itoa(werewolf.NoLimit) {
			n, why = werewolf.NoLimit, ""
		}
		if why == "" {
			*p = n
		}
		return why
	})
}

// optional is a number that may be left out.
func optional(p **int, least int) form {
	var n int
	f := number(&n, least, maxCount)
	read := f.read
	f.read = func(r *reader, path string, v *node) {
		before := len(r.faults)
		if read(r, path, v); len(r.faults) == before {
			value := n
			*p = &value
		}
	}
	return f
}

func whole(s string, least, most int) (n int, why string) {
	if digits := strings.TrimLeft(s, "+-"); len(digits) > 1 && digits[0] == '0' {
		return 0, "begins with 0, which some take for octal"
	}
	n, err := strconv.Atoi(s)
	switch {
	case err != nil && isNumber(s):
		return 0, "is not whole or out of range"
	case err != nil:
		return 0, "is not a number"
	case n < least || n > most:
		return 0, "is out of range"
	default:
		return n, ""
	}
}

func isNumber(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil
}

func fraction(p *float64) form {
	return bare("a number from 0 to 1", func(s string) string {
		x, err := strconv.ParseFloat(s, 64)
		switch {
		case err != nil || math.IsNaN(x):
			return "is not a number"
		case x < 0 || x > 1:
			return "is out of range"
		default:
			*p = x
			return ""
		}
	})
}

func seed(p **uint64) form {
	return bare(fmt.Sprintf("a whole number from 0 to %d", uint64(math.MaxUint64)), func(s string) string {
		n, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			return "does not fit"
		}
		*p = &n
		return ""
	})
}

// span is a duration of at least so much.
func span(p *time.Duration, least time.Duration) form {
	want := "a duration with its unit, such as 500ms, 60s or 10m"
	if least > 0 {
		want += fmt.Sprintf(", from %v", least)
	}
	return single(want, func(s string) string {
		d, err := time.ParseDuration(s)
		switch {
		case err != nil && isNumber(s):
			return "has no unit"
		case err != nil:
			return "is not a duration"
		case d < 0:
			return "is negative"
		case d < least:
			return "is too short"
		case d > 0 && d < time.Millisecond:
			return "is less than a millisecond"
		case d > maxDuration:
			return "is more than a year"
		default:
			*p = d
			return ""
		}
	})
}

// moment is a time, of the server's place where it names no other.
func moment(p *time.Time) form {
	return single("a time such as 2026-12-01 09:00 or 2026-12-01T09:00:00+09:00", func(s string) string {
		at, ok := Moment(s)
		if !ok {
			return "is no time"
		}
		*p = at
		return ""
	})
}

// Moment is the time that a text has in configurations, of this machine's place where it names no other; false where it has none.
func Moment(text string) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339, "2006-01-02 15:04", "2006-01-02T15:04", "2006-01-02 15:04:05", time.DateOnly} {
		if at, err := time.ParseInLocation(layout, text, time.Local); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}

// millis is a duration that the rules of the game count in milliseconds.
func millis(p *int, least time.Duration) form {
	var d time.Duration
	f := span(&d, least)
	read := f.read
	f.read = func(r *reader, path string, n *node) {
		before := len(r.faults)
		if read(r, path, n); len(r.faults) == before {
			*p = int(d.Milliseconds())
		}
	}
	return f
}

// size is a number of bytes.
func size(p *int64, least, most int64) form {
	want := fmt.Sprintf("a size such as 65536 or 64KiB, from %dKiB to %dMiB", least>>10, most>>20)
	return single(want, func(s string) string {
		digits := strings.TrimRight(s, "BKMi")
		factor := map[string]int64{"": 1, "B": 1, "KiB": 1 << 10, "MiB": 1 << 20}[s[len(digits):]]
		n, err := strconv.ParseInt(digits, 10, 64)
		switch {
		case err != nil || factor == 0:
			return "is not a size"
		case n < 0 || n > most/factor || n*factor < least:
			return "is out of range"
		default:
			*p = n * factor
			return ""
		}
	})
}

// oneOf takes the name of one of some values.
func oneOf[T fmt.Stringer](p *T, values ...T) form {
	var names []string
	for _, v := range values {
		names = append(names, v.String())
	}
	return single("one of "+strings.Join(names, ", "), func(s string) string {
		i := slices.Index(names, s)
		if i >= 0 {
			*p = values[i]
			return ""
		}
		if near := spelling.Nearest(s, names); near != "" {
			return fmt.Sprintf("is not known, perhaps %s is meant", near)
		}
		return "is not known"
	})
}
