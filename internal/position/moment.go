package position

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// moments are how a moment is written, for those who explain it to a user.
const moments = "d2 (dawn of day 2), d1:17 (before the 17th utterance of day 1), d1:vote, d1:night, d1:whisper, or a number of lines after the header"

// errMoment: it is not written like a moment.
var errMoment = errors.New("a moment is " + moments)

// stages are the parts of a day that a moment may name: the moment before the first answer to the request.
var stages = map[string]werewolf.RequestKind{"vote": werewolf.Vote, "whisper": werewolf.Whisper}

// Find returns how many entries of the record come before the moment.
func Find(rec *gamelog.Record, moment string) (entries int, err error) {
	if n, err := plain(moment); err == nil {
		if n < 0 || n > len(rec.Entries) {
			return 0, fmt.Errorf("%d lines: the record has %d after its header", n, len(rec.Entries))
		}
		return n, nil
	}
	number, part, _ := strings.Cut(strings.TrimPrefix(moment, "d"), ":")
	day, err := plain(number)
	if err != nil || day < 0 || !strings.HasPrefix(moment, "d") || strings.HasSuffix(moment, ":") {
		return 0, fmt.Errorf("%q: %w", moment, errMoment)
	}
	kind, isStage := stages[part]
	switch {
	case part == "":
		return eventOf(rec, moment, day, werewolf.DayBegan, 1)
	case part == "night":
		return eventOf(rec, moment, day, werewolf.NightBegan, 1)
	case isStage:
		return beforeFirst(rec, moment, day, kind)
	}
	n, err := plain(part)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%q: %w", moment, errMoment)
	}
	return eventOf(rec, moment, day, werewolf.Talked, n)
}

// plain reads a number that is written in the one way there is: +1 and 01 are other moments than 1 to whoever keeps them.
func plain(number string) (int, error) {
	n, err := strconv.Atoi(number)
	if err == nil && strconv.Itoa(n) != number {
		err = errMoment
	}
	return n, err
}

// eventOf returns the place of the n-th event of the kind on a day: for an utterance that of its answer, so that the moment
// is before it; else that after the event.
func eventOf(rec *gamelog.Record, moment string, day int, kind werewolf.EventKind, n int) (int, error) {
	input, seen := 0, 0
	for i := range rec.Entries {
		e := rec.Entries[i].Event
		switch {
		case e == nil:
			input = i
		case e.Day != day || e.Kind != kind:
		case seen+1 < n:
			seen++
		case kind == werewolf.Talked:
			return input, nil
		default:
			return i + 1, nil
		}
	}
	if seen > 0 {
		return 0, fmt.Errorf("%q: day %d has %d utterances", moment, day, seen)
	}
	return 0, noSuch(rec, moment, day)
}

// beforeFirst returns the place of the day's first answer to a request of the kind.
func beforeFirst(rec *gamelog.Record, moment string, day int, kind werewolf.RequestKind) (int, error) {
	now := 0
	for i := range rec.Entries {
		switch e := &rec.Entries[i]; {
		case e.Event != nil:
			now = e.Event.Day
		case now == day && e.Input.Action.Kind == werewolf.Answer && e.Input.Action.Request == kind:
			return i, nil
		}
	}
	return 0, noSuch(rec, moment, day)
}

// noSuch says that a moment does not come in the game.
func noSuch(rec *gamelog.Record, moment string, day int) error {
	last := 0
	for i := range rec.Entries {
		if e := rec.Entries[i].Event; e != nil && e.Kind == werewolf.DayBegan {
			last = e.Day
		}
	}
	_, part, _ := strings.Cut(moment, ":")
	switch _, err := strconv.Atoi(part); {
	case day > last:
		return fmt.Errorf("%q does not come in this game: day %d is the last that begins in it", moment, last)
	case err == nil:
		part = "talk"
	}
	return fmt.Errorf("%q does not come in this game: its day %d has no %s", moment, day, part)
}
