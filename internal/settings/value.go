package settings

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"wolfden/internal/spelling"
)

// MaxCount is the largest number that settings take where nothing else is said; sums of it fit what they are counted in.
const MaxCount = 1_000_000

// maxDuration is the longest duration.
const maxDuration = 365 * 24 * time.Hour

// Single is a form for one value. set takes its text, or says in a few words why it does not fit. A plain value must not be
// in quotes, which make text of it.
func Single(want string, plain bool, set func(text string) string) Form {
	return Form{Want: want, Read: func(r *Reader, path string, n *Node) {
		switch {
		case plain && n.quoted:
			r.Fault(path, n.Line, "%s is text, being quoted; write %s, without quotes", Quote(n.Text), want)
		case n.Kind != Scalar:
			r.Fault(path, n.Line, "%s does not fit; write %s", n.Kind, want)
		default:
			if why := set(n.Text); why != "" {
				r.Fault(path, n.Line, "%s %s; write %s", Quote(n.Text), why, want)
			}
		}
	}}
}

// into sets what a text means, unless it does not fit.
func into[T any](p *T, meaning func(s string) (T, string)) func(string) string {
	return func(s string) string {
		v, why := meaning(s)
		if why == "" {
			*p = v
		}
		return why
	}
}

// Text takes any value as it is written.
func Text(p *string) Form { return Checked(p, "text", func(string) string { return "" }) }

// Checked is text that a check finds no fault with.
func Checked(p *string, want string, check func(s string) string) Form {
	return Single(want, false, into(p, func(s string) (string, string) { return s, check(s) }))
}

// Boolean takes what YAML of either version calls true and false.
func Boolean(p *bool) Form {
	return Single("true or false", true, func(s string) string {
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

// Number is a whole number.
func Number(p *int, least, most int) Form {
	return Single(fmt.Sprintf("a whole number from %d to %d", least, most), true,
		into(p, func(s string) (int, string) { return Whole(s, least, most) }))
}

// Counts are the keys that say how many there are of each of some things, at most so many.
func Counts[T fmt.Stringer](things []T, most int, count func(T) *int) (table []Key) {
	for _, t := range things {
		table = append(table, Key{Path: t.String(), Form: Number(count(t), 0, most)})
	}
	return table
}

// Limit is a number from least on, or none, which stands for no limit.
func Limit(p *int, least, none int) Form {
	return Single(fmt.Sprintf("a whole number from %d, or %d for no limit", least, none), true, into(p, func(s string) (int, string) {
		if s == strconv.Itoa(none) {
			return none, ""
		}
		return Whole(s, least, MaxCount)
	}))
}

// Optional is a number that may be left out.
func Optional(p **int, least int) Form {
	return Single(fmt.Sprintf("a whole number from %d to %d", least, MaxCount), true, into(p, func(s string) (*int, string) {
		n, why := Whole(s, least, MaxCount)
		return &n, why
	}))
}

// Whole is the whole number of a text, or why it is none.
func Whole(s string, least, most int) (n int, why string) {
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

// Real is a number from 0 to most, which want says in words.
func Real(p *float64, most float64, want string) Form {
	return Single(want, true, into(p, func(s string) (float64, string) {
		x, err := strconv.ParseFloat(s, 64)
		switch {
		case err != nil || math.IsNaN(x):
			return 0, "is not a number"
		case x < 0 || x > most:
			return 0, "is out of range"
		default:
			return x, ""
		}
	}))
}

// Fraction is a number from 0 to 1.
func Fraction(p *float64) Form { return Real(p, 1, "a number from 0 to 1") }

// Seed is a seed that may be left out.
func Seed(p **uint64) Form {
	return Single(fmt.Sprintf("a whole number from 0 to %d", uint64(math.MaxUint64)), true, into(p, func(s string) (*uint64, string) {
		n, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			return nil, "does not fit"
		}
		return &n, ""
	}))
}

// Span is a duration of at least so much.
func Span(p *time.Duration, least time.Duration) Form {
	want := "a duration with its unit, such as 500ms, 60s or 10m"
	if least > 0 {
		want += fmt.Sprintf(", from %v", least)
	}
	return Single(want, false, into(p, func(s string) (time.Duration, string) {
		d, err := time.ParseDuration(s)
		switch {
		case err != nil && isNumber(s):
			return 0, "has no unit"
		case err != nil:
			return 0, "is not a duration"
		case d < 0:
			return 0, "is negative"
		case d < least:
			return 0, "is too short"
		case d > 0 && d < time.Millisecond:
			return 0, "is less than a millisecond"
		case d > maxDuration:
			return 0, "is more than a year"
		default:
			return d, ""
		}
	}))
}

// Millis is a Span that is counted in milliseconds.
func Millis(p *int, least time.Duration) Form {
	var d time.Duration
	f := Span(&d, least)
	read := f.Read
	f.Read = func(r *Reader, path string, n *Node) {
		if read(r, path, n); !r.bad[path] {
			*p = int(d.Milliseconds())
		}
	}
	return f
}

// Moment is a time, of this machine's place where it names no other.
func Moment(p *time.Time) Form {
	return Single("a time such as 2026-12-01 09:00 or 2026-12-01T09:00:00+09:00", false, into(p, func(s string) (time.Time, string) {
		at, ok := MomentOf(s)
		if !ok {
			return at, "is no time"
		}
		return at, ""
	}))
}

// MomentOf is the time that a text has in settings; false where it has none.
func MomentOf(text string) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339, "2006-01-02 15:04", "2006-01-02T15:04", "2006-01-02 15:04:05", time.DateOnly} {
		if at, err := time.ParseInLocation(layout, text, time.Local); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}

// Size is a number of bytes.
func Size(p *int64, least, most int64) Form {
	want := fmt.Sprintf("a size such as 65536 or 64KiB, from %dKiB to %dMiB", least>>10, most>>20)
	return Single(want, false, into(p, func(s string) (int64, string) {
		digits := strings.TrimRight(s, "BKMi")
		factor := map[string]int64{"": 1, "B": 1, "KiB": 1 << 10, "MiB": 1 << 20}[s[len(digits):]]
		n, err := strconv.ParseInt(digits, 10, 64)
		switch {
		case err != nil || factor == 0:
			return 0, "is not a size"
		case n < 0 || n > most/factor || n*factor < least:
			return 0, "is out of range"
		default:
			return n * factor, ""
		}
	}))
}

// OneOf takes the name of one of some values.
func OneOf[T fmt.Stringer](p *T, values ...T) Form {
	var names []string
	for _, v := range values {
		names = append(names, v.String())
	}
	return Single("one of "+strings.Join(names, ", "), false, func(s string) string {
		if i := slices.Index(names, s); i >= 0 {
			*p = values[i]
			return ""
		}
		if near := spelling.Nearest(s, names); near != "" {
			return fmt.Sprintf("is not known, perhaps %s is meant", near)
		}
		return "is not known"
	})
}
