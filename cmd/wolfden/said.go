package main

import (
	"bytes"
	"fmt"
	"io"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// saidLine is an utterance or, where died is set, a death between utterances.
type saidLine struct {
	werewolf.Utterance
	number  int // of its line in the file
	whisper bool
	died    werewolf.SeatID
}

// saidGame is what was said in a game, and who died in between.
type saidGame struct {
	names   []string
	roles   werewolf.RoleCounts
	happens []saidLine
}

// each calls f with every utterance, what it says and whom it mentions, in order.
func (s *saidGame) each(f func(*saidLine, speech.Rows, []werewolf.SeatID)) {
	listener := understand.New(understand.Table{Names: s.names, Roles: s.roles})
	for i := range s.happens {
		l := &s.happens[i]
		if l.died != 0 {
			listener.Died(l.died)
			continue
		}
		f(l, listener.Hear(l.Utterance, l.whisper), listener.Mentions(l.Text))
	}
}

// readSaid reads a record or a contest log, even one that the rules contradict: what was said was said.
func readSaid(path string) (*saidGame, error) {
	data, err := gamelog.Load(path)
	if err != nil {
		return nil, err
	}
	var s *saidGame
	switch chronicle.FormatOf(data) {
	case chronicle.NativeRecord:
		rec, recErr := gamelog.Parse(data)
		if err = recErr; err == nil {
			s = saidInRecord(rec)
		}
	case chronicle.ContestLog:
		log, logErr := contestlog.Read(bytes.NewReader(data))
		if err = logErr; err == nil {
			s, err = saidInLog(log)
		}
	default:
		err = chronicle.ErrFormat
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// utterance is the event as those who heard it know it.
func utterance(e *werewolf.Event) werewolf.Utterance {
	return werewolf.Utterance{Day: e.Day, Idx: e.Idx, Turn: e.Turn, Seat: e.Seat, Text: e.Text, Skip: e.Skip, Over: e.Over}
}

// gloss prints under utterances what they say.
type gloss struct {
	out      io.Writer
	listener *understand.Listener
}

func newGloss(out io.Writer, h *gamelog.Header) *gloss {
	t := understand.Table{Roles: h.Rules.Roles}
	for _, seat := range h.Seats {
		t.Names = append(t.Names, seat.Name)
	}
	return &gloss{out: out, listener: understand.New(t)}
}

// event hears an event and prints its acts, if it is an utterance.
func (g *gloss) event(e *werewolf.Event) {
	switch e.Kind {
	case werewolf.Talked, werewolf.Whispered:
		rows := g.listener.Hear(utterance(e), e.Kind == werewolf.Whispered)
		if !rows.Worded() {
			return
		}
		for n := range rows.Sentences() {
			fmt.Fprintf(g.out, "      %s\n", rows.Sentence(n))
		}
	case werewolf.Executed, werewolf.FoundDead:
		g.listener.Died(e.Seat)
	default:
	}
}

// saidInRecord takes the utterances of a record; the header is its first line, every entry another.
func saidInRecord(rec *gamelog.Record) *saidGame {
	s := &saidGame{roles: rec.Header.Rules.Roles}
	for _, seat := range rec.Header.Seats {
		s.names = append(s.names, seat.Name)
	}
	for i := range rec.Entries {
		if e := rec.Entries[i].Event; e != nil && e.Seat > 0 && int(e.Seat) <= len(s.names) {
			s.event(e, i+2)
		}
	}
	return s
}

func (s *saidGame) event(e *werewolf.Event, number int) {
	switch e.Kind {
	case werewolf.Talked, werewolf.Whispered:
		s.happens = append(s.happens, saidLine{
			Utterance: utterance(e), number: number, whisper: e.Kind == werewolf.Whispered,
		})
	case werewolf.Executed, werewolf.FoundDead:
		s.happens = append(s.happens, saidLine{died: e.Seat})
	default:
	}
}

// saidInLog takes the utterances of a contest log.
func saidInLog(log *contestlog.Log) (*saidGame, error) {
	s := &saidGame{}
	for i := range log.Lines {
		l := &log.Lines[i]
		if l.Kind == contestlog.StatusLine {
			s.player(l)
		}
	}
	for i := range log.Lines {
		l := &log.Lines[i]
		switch l.Kind {
		case contestlog.TalkLine, contestlog.WhisperLine:
			if l.Seat < 1 || int(l.Seat) > len(s.names) {
				return nil, fmt.Errorf("line %d: no status line says who player %d is", l.Number, l.Seat)
			}
			s.happens = append(s.happens, saidLine{
				Utterance: werewolf.Utterance{Day: l.Day, Idx: l.Idx, Turn: l.Turn, Seat: l.Seat, Text: l.Text},
				number:    l.Number, whisper: l.Kind == contestlog.WhisperLine,
			})
		case contestlog.ExecuteLine:
			s.happens = append(s.happens, saidLine{died: l.Target})
		case contestlog.AttackLine:
			if l.Unguarded && l.Target != 0 {
				s.happens = append(s.happens, saidLine{died: l.Target})
			}
		default:
		}
	}
	return s, nil
}

// player takes the name and role of a status line. Logs without names speak of Agent[01].
func (s *saidGame) player(l *contestlog.Line) {
	if l.Seat < 1 || l.Seat > werewolf.MaxSeats {
		return
	}
	for len(s.names) < int(l.Seat) {
		s.names = append(s.names, fmt.Sprintf("Agent[%02d]", len(s.names)+1))
	}
	if l.Named && l.Name != "" {
		s.names[l.Seat-1] = l.Name
	}
	if l.Day == 0 && int(l.Role) < len(s.roles) {
		s.roles[l.Role]++
	}
}
