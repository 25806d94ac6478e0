package situation

import (
	"errors"
	"fmt"
	"strings"

	"wolfden/internal/settings"
	"wolfden/internal/strictjson"
	"wolfden/werewolf"
)

// Extension ends the names of files that hold a situation.
const Extension = ".yml"

// ask stands where the player is asked.
const ask = "??"

// file is the YAML form of a situation. docs/situations.md describes it.
type file struct {
	About   string       `yaml:"about"`
	Source  string       `yaml:"source"`
	Lang    string       `yaml:"lang"`
	Runs    int          `yaml:"runs"`
	Players []playerFile `yaml:"players"`
	Seat    string       `yaml:"seat"`
	Rules   string       `yaml:"rules"` // as in records; "" for those of the contest
	Days    []dayFile    `yaml:"days"`
	Expect  []expectFile `yaml:"expect"`
}

type playerFile struct {
	Name string `yaml:"name"`
	Role string `yaml:"role"`
}

type dayFile struct {
	Day      int               `yaml:"day"`
	Before   string            `yaml:"before"`
	Talk     string            `yaml:"talk"`
	Vote     map[string]string `yaml:"vote"`
	Executed string            `yaml:"executed"`
	Whisper  string            `yaml:"whisper"`
	Divine   map[string]string `yaml:"divine"`
	Guard    map[string]string `yaml:"guard"`
	Attack   map[string]string `yaml:"attack"`
	Killed   string            `yaml:"killed"`
}

// mostRuns bounds how often a situation is tried.
const mostRuns = 100

// Parse reads a situation. The name is what it is called; errors say what is wrong, where that is known with the line.
func Parse(name string, text []byte) (*Situation, error) {
	s, err := read(name, text)
	if err != nil {
		return nil, err
	}
	if err := s.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

// read reads a situation, which may ask nothing, or be none that can come.
func read(name string, text []byte) (*Situation, error) {
	f := new(file)
	r, root := settings.Read(name, text)
	if root != nil {
		r.Walk("", root, settings.Fields(f), nil)
	}
	if err := r.Err(""); err != nil {
		return nil, err
	}
	s, err := f.situation(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

// situation is what the file says.
func (f *file) situation(name string) (*Situation, error) {
	s := &Situation{Name: name, About: f.About, Source: f.Source, Lang: f.Lang, Runs: max(f.Runs, 1)}
	if f.Runs < 0 || f.Runs > mostRuns {
		return nil, fmt.Errorf("runs: %d; 1 to %d", f.Runs, mostRuns)
	}
	if f.Lang != "en" && f.Lang != "ja" {
		return nil, fmt.Errorf("lang: %q; en or ja", f.Lang)
	}
	if err := f.seats(s); err != nil {
		return nil, err
	}
	if s.Seat = s.seatOf(f.Seat); s.Seat == 0 {
		return nil, fmt.Errorf("seat: nobody is called %q", f.Seat)
	}
	for i := range f.Days {
		d, err := s.dayOf(&f.Days[i])
		if err == nil && f.Days[i].Day != i {
			err = errors.New("days are written one after the other, from day 0")
		}
		if err != nil {
			return nil, fmt.Errorf("day %d: %w", f.Days[i].Day, err)
		}
		s.days = append(s.days, d)
	}
	for i := range f.Expect {
		e, err := s.expectationOf(&f.Expect[i])
		if err != nil {
			return nil, fmt.Errorf("expect[%d]: %w", i, err)
		}
		s.expect = append(s.expect, e)
	}
	return s, nil
}

// seats takes who plays what, and by which rules.
func (f *file) seats(s *Situation) error {
	if len(f.Players) > werewolf.MaxSeats {
		return fmt.Errorf("players: %d; at most %d", len(f.Players), werewolf.MaxSeats)
	}
	if f.Rules != "" {
		if err := strictjson.Read([]byte(f.Rules), &s.rules); err != nil {
			return fmt.Errorf("rules: %w", err)
		}
	}
	table, counts := s.rules.Table, werewolf.RoleCounts{}
	for i, p := range f.Players {
		role, err := table.Parse(p.Role)
		if err != nil || role == werewolf.NoRole {
			return fmt.Errorf("players[%d]: %q is no role; one of SEER, MEDIUM, BODYGUARD, VILLAGER, POSSESSED, WEREWOLF", i, p.Role)
		}
		if werewolf.Clean(p.Name) != p.Name || strings.Contains(p.Name, ":") {
			return fmt.Errorf("players[%d]: %q cannot be a name", i, p.Name)
		}
		if s.seatOf(p.Name) != 0 {
			return fmt.Errorf("players[%d]: two are called %q", i, p.Name)
		}
		counts[role]++
		s.seats = append(s.seats, werewolf.Seat{Name: p.Name, Team: p.Name, Role: role})
	}
	if f.Rules == "" {
		s.rules = werewolf.With(counts)
	}
	s.rules.Talk.Mode, s.rules.Whisper.Mode = werewolf.Serial, werewolf.Serial
	s.rules.Talk.Order, s.rules.Whisper.Order = werewolf.EachTurn, werewolf.EachTurn
	return nil
}

// dayOf is what happens on a day.
func (s *Situation) dayOf(f *dayFile) (d day, err error) {
	for what, part := range map[string]struct {
		text string
		to   *[]line
	}{"before": {f.Before, &d.before}, "talk": {f.Talk, &d.talk}, "whisper": {f.Whisper, &d.whisper}} {
		if *part.to, err = s.lines(part.text); err != nil {
			return d, fmt.Errorf("%s: %w", what, err)
		}
	}
	d.choices = map[werewolf.RequestKind]map[werewolf.SeatID]choice{}
	for kind, chosen := range map[werewolf.RequestKind]map[string]string{
		werewolf.Vote: f.Vote, werewolf.Divine: f.Divine, werewolf.Guard: f.Guard, werewolf.Attack: f.Attack,
	} {
		if d.choices[kind], err = s.choices(chosen); err != nil {
			return d, fmt.Errorf("%s: %w", strings.ToLower(kind.String()), err)
		}
	}
	for what, part := range map[string]struct {
		name string
		to   *werewolf.SeatID
	}{"executed": {f.Executed, &d.executed}, "killed": {f.Killed, &d.killed}} {
		if *part.to = s.seatOf(part.name); *part.to == 0 && part.name != "" {
			return d, fmt.Errorf("%s: nobody is called %q", what, part.name)
		}
	}
	return d, nil
}

// lines are the utterances of a talk, a line each: the name, a colon, the words.
func (s *Situation) lines(text string) (all []line, err error) {
	asked := false
	for row := range strings.Lines(text) {
		if row = strings.TrimSpace(row); row == "" {
			continue
		}
		name, words, cut := strings.Cut(row, ":")
		l := line{seat: s.seatOf(name), text: strings.TrimSpace(words)}
		if !cut || l.seat == 0 {
			return nil, fmt.Errorf("%q: a line is NAME: WORDS, and nobody is called %q", row, name)
		}
		if l.text, l.asked = strings.CutPrefix(l.text, ask); l.asked {
			l.text = strings.TrimSpace(l.text)
		}
		switch {
		case l.asked && l.seat != s.Seat:
			return nil, fmt.Errorf("%q: only %s is asked", row, s.name(s.Seat))
		case l.asked:
			asked = true
		case asked && l.seat == s.Seat:
			return nil, fmt.Errorf("%q: %s speaks for itself after the first %s of the talk", row, name, ask)
		case l.text == "":
			return nil, fmt.Errorf("%q: no words; %s passes the day, %s the turn", row, werewolf.OverText, werewolf.SkipText)
		}
		all = append(all, l)
	}
	return all, nil
}

// choices are who chooses whom.
func (s *Situation) choices(chosen map[string]string) (map[werewolf.SeatID]choice, error) {
	all := map[werewolf.SeatID]choice{}
	for name, target := range chosen {
		id := s.seatOf(name)
		target, asked := strings.CutPrefix(target, ask)
		c := choice{target: s.seatOf(strings.TrimSpace(target)), asked: asked}
		switch {
		case id == 0:
			return nil, fmt.Errorf("nobody is called %q", name)
		case asked && id != s.Seat:
			return nil, fmt.Errorf("%s: only %s is asked", name, s.name(s.Seat))
		case c.target == 0 && strings.TrimSpace(target) != "":
			return nil, fmt.Errorf("%s: nobody is called %q", name, strings.TrimSpace(target))
		}
		all[id] = c
	}
	return all, nil
}
