package check

import (
	"strings"
	"unicode/utf8"

	"wolfden/internal/match"
	"wolfden/werewolf"
)

// judge checks the answers of one game. One goroutine uses it.
type judge struct {
	book   *findingLog
	tight  bool
	live   bool // on an open floor nobody is asked
	lang   string
	game   string   // its id
	secret []string // what the puppets whisper
	day    int
	said   map[string]bool // today
	skips  int             // in a row today
	asked  int             // how often it was asked to talk
	spoken int             // how often it said something
	kana   int             // letters of Japanese said in the game
	latin  int             // and of English
}

// answer checks an answer and passes it to the game as a server would.
func (j *judge) answer(at place, o *werewolf.Observation, m message) (string, error) {
	switch {
	case len(m.text) > maxMessage:
		j.book.addFinding("huge", at, m.text)
		return "", errUnusable
	case !utf8.ValidString(m.text):
		j.book.addFinding("invalid-utf8", at, m.text)
		return "", errUnusable
	case m.binary:
		j.book.addFinding("binary", at, m.text)
		return "", errUnusable
	}
	if match.Wrapped(m.text) {
		j.book.addFinding("wrapped", at, m.text)
		return m.text, nil
	}
	if strings.TrimSpace(m.text) == "" {
		j.book.addFinding("empty", at, m.text)
		return m.text, nil
	}
	if o.Request.Kind.Speaks() {
		j.speech(at, o, m.text)
	} else {
		j.choice(at, o, strings.TrimSpace(m.text))
	}
	return m.text, nil
}

// choice checks the name of a chosen player, which must be exact.
func (j *judge) choice(at place, o *werewolf.Observation, name string) {
	if j.book.markTested(chose); at.request == werewolf.Attack.String() && o.Allies() != 0 {
		j.book.markTested(choseVictimWithAlly)
	}
	id := o.SeatOf(name)
	switch {
	case id == 0 && mentionsOne(name, o.Names):
		j.book.addFinding("choice-extra", at, name)
	case id == 0:
		j.book.addFinding("choice-unknown", at, name)
	case o.Request.Targets.Has(id):
	case !o.Living.Has(id):
		j.book.addFinding("choice-dead", at, name)
	case id == o.Seat:
		j.book.addFinding("choice-self", at, name)
	default:
		j.book.addFinding("choice-ally", at, name)
	}
}

func mentionsOne(text string, names []string) bool {
	for _, name := range names {
		if strings.Contains(text, name) {
			return true
		}
	}
	return false
}

// speech checks an utterance.
func (j *judge) speech(at place, o *werewolf.Observation, raw string) {
	if o.Day != j.day {
		j.day, j.said, j.skips = o.Day, nil, 0
	}
	talk := o.Request.Kind == werewolf.Talk
	if talk {
		j.asked++
		j.tryWords(o)
	}
	j.form(at, strings.TrimRight(raw, "\r\n"))
	text := werewolf.Clean(raw)
	switch {
	case text == werewolf.SkipText:
		j.skip(at, o)
		return
	case text == werewolf.OverText:
		return
	case nearly(text, werewolf.SkipText), nearly(text, werewolf.OverText):
		j.book.addFinding("word", at, raw)
	}
	j.skips = 0
	j.length(at, o, text)
	j.contents(at, text)
	if talk {
		j.public(at, o, text)
	}
}

// tryWords records which rules the talk puts to the test.
func (j *judge) tryWords(o *werewolf.Observation) {
	j.book.markTested(spoke)
	if j.tight {
		j.book.markTested(spokeTight)
	}
	if o.Rules.Talk.MaxSkip >= manySkips && !o.Request.Open {
		j.book.markTested(skipped)
	}
	if o.Spec().Whispers && o.Allies() != 0 {
		j.book.markTested(heardWhispers)
	}
}

// manySkips is the number of skips in a row that suggests an agent with nothing to say.
const manySkips = 3

func (j *judge) skip(at place, o *werewolf.Observation) {
	left := o.Request.Left.Skip
	switch j.skips++; {
	case o.Request.Open: // noted when it came
	case left == 0:
		j.book.addFinding("skip-spent", at, werewolf.SkipText)
	case j.skips == manySkips:
		j.book.addFinding("skips", at, werewolf.SkipText)
	}
}

// length checks an utterance against the limits and what is left for the day.
func (j *judge) length(at place, o *werewolf.Observation, text string) {
	limits := &o.Rules.Talk.MaxLength
	if o.Request.Kind == werewolf.Whisper {
		limits = &o.Rules.Whisper.MaxLength
	}
	var others []string
	for i, name := range o.Names {
		if werewolf.SeatID(i+1) != o.Seat {
			others = append(others, name)
		}
	}
	kept, _ := limits.Fit(text, others, o.Request.Left.Length)
	switch {
	case len(kept) == len(text):
	case j.tight:
		j.book.addFinding("over-long-tight", at, text)
	default:
		j.book.addFinding("over-long", at, text)
	}
}

// end checks the game as a whole.
func (j *judge) end(at place) {
	if (j.live || j.asked >= 2) && j.spoken == 0 {
		j.book.addFinding("mute", at, "")
	}
	const enough = 20
	if j.kana+j.latin < enough {
		return
	}
	if japanese := j.kana > j.latin; japanese != (j.lang == "ja") {
		text := "English at a Japanese table"
		if japanese {
			text = "Japanese at an English table"
		}
		j.book.addFinding("language", at, text)
	}
}
