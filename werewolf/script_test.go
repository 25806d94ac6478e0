package werewolf

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// script is a game of testdata/scripts: settings, then commands, then, below
// a line of dashes, what must come of them. The settings are
//
//	seats ROLE ...            the roles of the seats, which make the composition
//	rules {...}               JSON laid over the contest's rules
//	day NAME ACTION,.. [only N] [except N]    a day phase; the first replaces all
//	night NAME ...            the same for the night; "night none" for no phases
//	chance first|last|SEED    who is drawn; orders are ascending or descending
//	hide KIND ...             events not to be printed
//
// and the commands
//
//	SEAT KIND ANSWER          answers; - is no answer, "..." a quoted one
//	all KIND ANSWER           everybody asked answers so; talks until nobody is asked
//	until KIND                passes everything until the kind is asked, or the end
//	close | fail SEAT         the inputs that are no answers
//	asks                      prints what is pending
//	view SEAT                 prints what the seat has seen, 0 for the public
//	! COMMAND                 must be refused
type script struct {
	t      *testing.T
	rules  Rules
	seats  []Seat
	chance Chance
	hidden []string
	days   bool // whether the file has day phases of its own
	nights bool
	game   *Game
	shown  int // events already printed
	out    strings.Builder
}

const scriptRule = "----\n"

func TestScriptsGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/scripts/*.txt")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d scripts, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			input, _, _ := strings.Cut(string(text), scriptRule)
			s := &script{t: t, chance: ends{}, hidden: []string{"seated", "role"}}
			for line := range strings.Lines(input) {
				s.line(strings.TrimSpace(line))
			}
			golden(t, filepath.Join("scripts", filepath.Base(file)), input+scriptRule+s.out.String())
		})
	}
}

func (s *script) line(line string) {
	if line == "" || line[0] == '#' {
		return
	}
	word, rest, _ := strings.Cut(line, " ")
	if s.game == nil {
		if s.setting(word, rest) {
			return
		}
		s.game = begin(s.t, s.rules, s.seats, s.chance)
		s.print()
	}
	fmt.Fprintf(&s.out, "> %s\n", line)
	if word == "!" {
		before := len(s.game.Log())
		err := s.command(rest)
		if err == nil || len(s.game.Log()) != before {
			s.t.Fatalf("%s: not refused", line)
		}
		fmt.Fprintf(&s.out, "  error %v\n", err)
		return
	}
	if err := s.command(line); err != nil {
		s.t.Fatalf("%s: %v\n%s", line, err, s.out.String())
	}
	s.print()
}

// setting takes a line of the head; it reports whether it was one.
func (s *script) setting(word, rest string) bool {
	switch word {
	case "seats":
		for _, name := range strings.Fields(rest) {
			role, err := StandardRoles().Parse(name)
			s.must(err)
			s.seats = append(s.seats, Seat{Name: fmt.Sprintf("P%d", len(s.seats)+1), Role: role})
		}
		s.rules = With(countRoles(s.seats))
	case "rules":
		s.must(json.Unmarshal([]byte(rest), &s.rules))
	case "day":
		s.rules.DayPhases = s.phase(s.rules.DayPhases, &s.days, rest)
	case "night":
		s.rules.NightPhases = s.phase(s.rules.NightPhases, &s.nights, rest)
	case "hide":
		s.hidden = append(s.hidden, strings.Fields(rest)...)
	case "chance":
		s.chance = ends{last: rest == "last"}
		if seed, err := strconv.ParseUint(rest, 10, 64); err == nil {
			s.chance = Seeded(seed)
		}
	default:
		return false
	}
	return true
}

// phase adds a phase; the first of a file replaces the contest's.
func (s *script) phase(to []Phase, own *bool, text string) []Phase {
	if !*own {
		*own, to = true, nil
	}
	words := strings.Fields(text)
	if words[0] == "none" {
		return to
	}
	p := Phase{Name: words[0], Actions: strings.Split(words[1], ",")}
	for i := 2; i+1 < len(words); i += 2 {
		day, err := strconv.Atoi(words[i+1])
		s.must(err)
		if words[i] == "only" {
			p.OnlyDay = &day
		} else {
			p.ExceptDay = &day
		}
	}
	return append(to, p)
}

func (s *script) command(line string) error {
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "close":
		return s.game.Apply(Action{Kind: CloseFloor})
	case "fail":
		return s.game.Apply(Action{Kind: Fail, Seat: s.seat(rest)})
	case "asks":
		s.asks()
	case "view":
		s.view(s.seat(rest))
	case "until":
		until(s.t, s.game, s.kind(rest))
	case "all":
		return s.all(rest)
	default:
		return s.game.Apply(s.answer(s.seat(word), rest))
	}
	return nil
}

// all answers for everybody who is asked: choices once, talks to their end.
func (s *script) all(text string) error {
	name, _, _ := strings.Cut(text, " ")
	kind := s.kind(name)
	for again := true; again; {
		again = false
		for _, q := range slices.Clone(s.game.Pending()) {
			if q.Kind != kind {
				continue
			}
			if err := s.game.Apply(s.answer(q.Seat, text)); err != nil {
				return err
			}
			again = kind.Speaks()
		}
	}
	return nil
}

// answer reads "talk some text" or "vote 3".
func (s *script) answer(seat SeatID, text string) Action {
	name, value, _ := strings.Cut(text, " ")
	a := Action{Seat: seat, Request: s.kind(name)}
	switch {
	case value == "-":
		a.Missing = true
	case !a.Request.Speaks():
		a.Target = s.seat(value)
	case strings.HasPrefix(value, `"`):
		unquoted, err := strconv.Unquote(value)
		s.must(err)
		a.Text = unquoted
	default:
		a.Text = value
	}
	return a
}

// print prints the events since the last one printed, with their audience.
func (s *script) print() {
	log := s.game.Log()
	for _, e := range log[s.shown:] {
		if !s.hides(e) {
			fmt.Fprintf(&s.out, "  %s | %s\n", e, e.Audience)
		}
	}
	s.shown = len(log)
}

func (s *script) view(id SeatID) {
	for _, e := range view(s.game.Log(), id) {
		if !s.hides(e) {
			fmt.Fprintf(&s.out, "  %s\n", e)
		}
	}
}

func (s *script) asks() {
	for _, q := range s.game.Pending() {
		fmt.Fprintf(&s.out, "  %s\n", describeRequest(q))
	}
}

func describeRequest(q Request) string {
	if q.Kind.Chooses() {
		return fmt.Sprintf("%s %d of %s round %d", q.Kind, q.Seat, q.Targets, q.Turn)
	}
	open := ""
	if q.Open {
		open = " open"
	}
	return fmt.Sprintf("%s %d turn %d, left %d words %d length %d skips%s",
		q.Kind, q.Seat, q.Turn, q.Left.Count, q.Left.Length, q.Left.Skip, open)
}

func (s *script) hides(e Event) bool { return slices.Contains(s.hidden, e.Kind.String()) }

func (s *script) kind(name string) (k RequestKind) {
	s.must(k.UnmarshalText([]byte(strings.ToUpper(name))))
	return k
}

func (s *script) seat(text string) SeatID {
	n, err := strconv.Atoi(text)
	s.must(err)
	return SeatID(n)
}

func (s *script) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}
