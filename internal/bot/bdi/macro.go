package bdi

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"wolfden/internal/bot/agent"
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
	Text string // Placeholder stands for the player believed least
}

// bank returns the situations of a role in a language, in the order in which they are tried. The slice is fresh. A role
// without situations acts as the role that it is most like.
func bank(lang string, roles *werewolf.RoleTable, role werewolf.Role) ([]Situation, error) {
	text, err := files.ReadFile("bank/" + lang + ".txt")
	if err != nil {
		return nil, fmt.Errorf("no bank in %q (there are: en, ja): %w", lang, err)
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

func black(o *werewolf.Observation, m *MicroBeliefs) bool { return o.Others().Where(m.judgedWolf) != 0 }

// Desire is what the player wants in a situation.
type Desire struct {
	Key, Title, When string
	Final            string   // in a sentence
	Others           []string // what it would want in other situations, a sentence each
}

// Desires is the macro layer's desire of one player, the zero value that of one without a macro layer: what it wants in each situation of its role's bank, where the ways are ordered
// by its personality, and how it plans to play. It is not safe for concurrent use.
type Desires struct {
	desk   *task.Desk
	p      personality.Personality
	bank   []Situation
	finals []string // by situation; Placeholder stands for the player believed least
	duty   string
	plan   Policies
}

// Macro orders the bank's ways to act by the personality, in the desk's language: the way of the strongest trait comes
// first; among equals the bank's order holds. The desires are those ways, and the plan is the role's usual one, until Infer.
func Macro(d *task.Desk, roles *werewolf.RoleTable, role werewolf.Role, p personality.Personality) (*Desires, error) {
	situations, err := bank(d.Lang(), roles, role)
	if err != nil {
		return nil, err
	}
	w := &Desires{desk: d, p: p, bank: situations}
	for i := range situations {
		slices.SortStableFunc(situations[i].Ways[:], func(a, b Way) int { return cmp.Compare(p[b.Lean], p[a.Lean]) })
		w.finals = append(w.finals, situations[i].Ways[0].Text)
	}
	w.duty, w.plan = usualPlan(d.Lang(), roles, role)
	return w, nil
}

// usualPlan is what a role is there for, and the policies that it usually has.
func usualPlan(lang string, roles *werewolf.RoleTable, role werewolf.Role) (duty string, plan Policies) {
	book, team := plans(lang), "VILLAGERS-"
	if roles.Spec(role).Team == werewolf.WerewolfTeam {
		team = "WEREWOLVES-"
	}
	own := roles.Heading(role, func(name string) bool { return book.Say(name+"-duty") != "" }) + "-"
	duty = book.Say(own + "duty")
	return duty, Policies{
		Summary: duty, CO: book.Say(own + "co"), Results: book.Say(own + "results"),
		Analysis: book.Say(team + "analysis"), Persuasion: book.Say(team + "persuasion"), Vote: book.Say(team + "vote"),
	}
}

// Infer has a model say, before the game, what the personality makes of each situation, and how it plans to play: all at the same
// time. It is asked nothing of that again.
func (w *Desires) Infer(ctx context.Context, s *scene.Scene) {
	bare := *s
	bare.Talks, bare.Whispers = nil, nil
	behavior, desire := w.p.Indicators(personality.Behavior), w.p.Indicators(personality.Desire)
	var finals []func() MacroDesire
	for i := range w.bank {
		option := task.Option{Title: w.bank[i].Title, When: w.bank[i].When}
		for _, way := range w.bank[i].Ways {
			option.Advice = append(option.Advice, way.Text)
		}
		finals = append(finals, task.Begin(ctx, w.desk, macroDesireTask, MacroDesireIn{Scene: bare, Situation: option, Behavior: behavior, Desire: desire}))
	}
	plan := task.Begin(ctx, w.desk, policiesTask, PoliciesIn{Scene: bare, Behavior: behavior, Desire: desire, Usual: w.plan})
	for i, final := range finals {
		w.finals[i] = final().Final
	}
	w.plan = plan()
}

// Situations returns the bank in its order, each situation with its ways in the order of the personality. The slice
// must not be changed.
func (w *Desires) Situations() []Situation { return w.bank }

// Plan returns how the player plans to play.
func (w *Desires) Plan() *Policies { return &w.plan }

// Note returns the desires and the plan as JSON.
func (w *Desires) Note() string {
	type item struct {
		Situation string `json:"situation"`
		Desire    string `json:"desire"`
	}
	n := struct {
		Desires []item   `json:"desires"`
		Plan    Policies `json:"plan"`
	}{Plan: w.plan}
	for i := range w.bank {
		n.Desires = append(n.Desires, item{w.bank[i].Title, w.finals[i]})
	}
	return agent.JSON(&n)
}

// Now returns the desire for what the observation shows: that of the first situation that applies. It names the player believed
// least, once that one is believed less than at first; never one whom the player found human itself.
func (w *Desires) Now(o *werewolf.Observation, m *MicroBeliefs) (d Desire) {
	if len(w.bank) == 0 {
		return d
	}
	words := books(w.desk.Lang())
	target := words.Say("nobody-yet")
	if least := m.Least(o.Others() &^ o.Allies() &^ cleared(o)); m.doubts(least) {
		target = o.Name(least)
	}
	for i := range w.bank {
		s, final := &w.bank[i], strings.ReplaceAll(w.finals[i], Placeholder, target)
		if test := applies[s.Key]; d.Key == "" && (test == nil || test(o, m)) {
			d.Key, d.Title, d.When, d.Final = s.Key, s.Title, s.When, final
		} else {
			d.Others = append(d.Others, words.Say("item", "s", s.Title, "d", final))
		}
	}
	return d
}
