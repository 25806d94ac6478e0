package bdi

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"wolfden/internal/bot/personality"
	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/task"
	"wolfden/internal/ledger"
	"wolfden/werewolf"
)

// Situation is one case for one role in the bank of conventional wisdom (section 3.4.7).
type Situation struct {
	Key   string
	Title string
	When  string // when it applies, in words: the paper's derivation method
	Ways  [3]Way
}

// Way is one way to act, and the trait of personality that prefers it.
type Way struct {
	Lean personality.Feature
	Text string // {t} stands for the player believed least
}

// Bank returns the situations of a role in a language, in the order in which they are tried. The slice is fresh. A role
// without situations acts as the role that it is most like.
func Bank(lang string, roles *werewolf.RoleTable, role werewolf.Role) ([]Situation, error) {
	if lang == "" {
		lang = "en"
	}
	text, err := files.ReadFile("bank/" + lang + ".txt")
	if err != nil {
		return nil, fmt.Errorf("bdi: no bank in %q (there are: en, ja): %w", lang, err)
	}
	own := roles.Heading(role, func(name string) bool { return strings.Contains(string(text), "\n"+name+" ") })
	var list []Situation
	var now *Situation
	n := 0
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		head, rest, _ := strings.Cut(line, " ")
		lean, way, isWay := strings.Cut(line, ": ")
		switch {
		case strings.HasPrefix(line, "#") || line == "":
		case head == "situation":
			if parts := strings.Split(rest, " | "); len(parts) == 3 {
				list = append(list, Situation{Key: parts[0], Title: parts[1], When: parts[2]})
			}
		case !isWay:
			now, n = nil, 0
			if i := slices.IndexFunc(list, func(s Situation) bool { return s.Key == rest }); i >= 0 && head == own {
				now = &list[i]
			}
		case now != nil && n < len(now.Ways):
			now.Ways[n] = Way{leaning(lean), way}
			n++
		}
	}
	return list, nil
}

// leaning is the behavior of that name.
func leaning(name string) personality.Feature {
	for _, f := range personality.Behavior.Features() {
		if f.String() == name {
			return f
		}
	}
	return personality.Adaptability // no name in the bank is unknown; a test reads them all
}

// applies tells for each key when it does; what is not here always does.
var applies = map[string]func(o *werewolf.Observation, m *MicroBeliefs) bool{
	"day-zero": func(o *werewolf.Observation, _ *MicroBeliefs) bool { return o.Day == 0 },
	"accused":  accused,
	"endgame":  func(o *werewolf.Observation, _ *MicroBeliefs) bool { return o.Living.Len() <= fewLeft },
	"rivals":   rivals,
	"black":    black,
}

// fewLeft is how many players an endgame has at most.
const fewLeft = 4

func accused(o *werewolf.Observation, m *MicroBeliefs) bool {
	charge := func(r Record) bool { return r.Day == o.Day && r.Type == Negative && r.To == o.Seat }
	return m.judgedWolf(o.Seat) || slices.ContainsFunc(m.records, charge)
}

func (m *MicroBeliefs) judgedWolf(id werewolf.SeatID) bool {
	return slices.ContainsFunc(m.heard.Findings(), func(r ledger.Result) bool { return r.Target == id && r.Species == werewolf.Wolf })
}

func rivals(o *werewolf.Observation, m *MicroBeliefs) bool {
	n := 0
	for i := range o.Names {
		id := werewolf.SeatID(i + 1)
		if m.heard.ClaimSpec(id).Power == werewolf.Divines || id == o.Seat && o.Power() == werewolf.Divines {
			n++
		}
	}
	return n > o.Rules.Count(werewolf.Divines)
}

func black(o *werewolf.Observation, m *MicroBeliefs) bool {
	for id := range o.Others().All() {
		if m.judgedWolf(id) {
			return true
		}
	}
	return false
}

// Desire is what the player wants in a situation.
type Desire struct {
	Key        string   `json:"key"`
	Title      string   `json:"title"`
	Guidelines []string `json:"guidelines"` // at least one; the chosen one first
}

// Text returns the chosen guideline, "" for the zero Desire.
func (d *Desire) Text() string {
	if len(d.Guidelines) == 0 {
		return ""
	}
	return d.Guidelines[0]
}

// Desires is the macro-desire of one player: the bank of its role, where each situation's ways are ordered by its
// personality. It is not safe for concurrent use.
type Desires struct {
	desk  *task.Desk
	p     personality.Personality
	bank  []Situation
	asked map[string]Desire
}

// Macro orders the bank's ways to act by the personality, in the desk's language: the way of the strongest trait comes
// first; among equals the bank's order holds.
func Macro(d *task.Desk, roles *werewolf.RoleTable, role werewolf.Role, p personality.Personality) (*Desires, error) {
	bank, err := Bank(d.Lang(), roles, role)
	if err != nil {
		return nil, err
	}
	for i := range bank {
		slices.SortStableFunc(bank[i].Ways[:], func(a, b Way) int { return cmp.Compare(p[b.Lean], p[a.Lean]) })
	}
	return &Desires{desk: d, p: p, bank: bank, asked: map[string]Desire{}}, nil
}

// Situations returns the bank in its order, each situation with its ways in the order of the personality. The slice
// must not be changed.
func (w *Desires) Situations() []Situation { return w.bank }

// Now returns the desire for what the observation shows: that of the first situation that applies. A model may choose
// another one that applies and adapt its guidelines to the personality; it is asked once for each case.
func (w *Desires) Now(ctx context.Context, o *werewolf.Observation, s *scene.Scene, m *MicroBeliefs) Desire {
	target := o.Name(m.Least(o.Others() &^ o.Allies()))
	in := task.MacroDesireIn{Scene: *s, Indicators: w.p.Indicators(personality.Desire, personality.Behavior)}
	in.Scene.Talks = nil // the bank is chosen from the situation, not from words
	keys := map[string]string{}
	id := target
	for i := range w.bank {
		if test := applies[w.bank[i].Key]; test != nil && !test(o, m) {
			continue
		}
		option := task.Option{Title: w.bank[i].Title, When: w.bank[i].When}
		for _, way := range w.bank[i].Ways {
			option.Advice = append(option.Advice, strings.ReplaceAll(way.Text, "{t}", target))
		}
		in.Options = append(in.Options, option)
		keys[option.Title] = w.bank[i].Key
		id += "|" + w.bank[i].Key
	}
	if d, known := w.asked[id]; known || len(in.Options) == 0 {
		return d
	}
	in.Suggested = in.Options[0].Title
	out := task.Ask(ctx, w.desk, w.desk.MacroDesire, in)
	d := Desire{Key: keys[out.Title], Title: out.Title, Guidelines: out.Guidelines}
	w.asked[id] = d
	return d
}
