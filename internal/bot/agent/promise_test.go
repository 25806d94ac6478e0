package agent

import (
	"fmt"
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// promising is a player whose model names somebody once a day in the talk, late enough for most claims to be known, and once
// at its first chance to whisper. It forgets every other form.
type promising struct {
	*forgetful
	asked map[[2]int]int // by day and kind of request
}

func (f *promising) behave(p llmtest.Prompt) llmtest.Answer {
	o := f.o
	key := [2]int{o.Day, int(o.Request.Kind)}
	due := 0
	if o.Request.Kind == werewolf.Talk {
		due = 2 * (2 + int(o.Seat)%2) // each is asked twice
	}
	if p.Task == "word" {
		f.asked[key]++
	}
	if p.Task != "word" || f.asked[key] != due+1 {
		return bottest.Mute(p)
	}
	text := "I vote for %s."
	among := o.Others()
	if o.Request.Kind == werewolf.Whisper {
		text, among = "Let's attack %s tonight.", among&^o.Allies()
	}
	name := o.Name(among.Nth((int(o.Seat) + o.Day) % among.Len()))
	return llmtest.Answer{Text: fmt.Sprintf(text, name)}
}

// promise is whom a model has named last, and what has happened since.
type promise struct {
	target werewolf.SeatID
	day    int
	news   bool             // others have claimed, taken back or told something
	others werewolf.SeatSet // whom others have named since
}

// promises hold what rules choose against what models said.
type promises struct {
	t             *testing.T
	listener      *understand.Listener
	votes, prey   map[werewolf.SeatID]*promise
	cast, devours int
}

// hear takes an utterance; byModel tells a promise from what others may change their minds for.
func (h *promises) hear(o *werewolf.Observation, answer string, byModel bool) {
	whisper := o.Request.Kind == werewolf.Whisper
	rows := h.listener.Hear(werewolf.Utterance{Day: o.Day, Seat: o.Seat, Text: answer}, whisper)
	all, verb := h.votes, speech.Vote
	if whisper {
		all, verb = h.prey, speech.Attack
	}
	news := rows.Claimed(o.Seat) != werewolf.NoRole || rows.Retracts(o.Seat)
	for range rows.Results(o.Seat) {
		news = true
	}
	target := rows.Announced(verb)
	for seat, p := range all {
		if seat != o.Seat {
			p.news = p.news || news
			p.others = p.others.With(target)
			if target == seat { // who turns on somebody is named by that
				p.others = p.others.With(o.Seat)
			}
		}
	}
	if byModel && target != 0 {
		all[o.Seat] = &promise{target: target, day: o.Day}
	}
}

// check holds a choice against the promise. Nothing that the player has found or invented itself may speak against it.
func (h *promises) check(o *werewolf.Observation, answer string, results []werewolf.Finding) {
	all, count := h.votes, &h.cast
	if o.Request.Kind == werewolf.Attack {
		all, count = h.prey, &h.devours
	}
	p := all[o.Seat]
	if p == nil || p.day != o.Day || p.news || !o.Request.Targets.Has(p.target) {
		return
	}
	for _, f := range results {
		if o.Request.Kind == werewolf.Vote && (f.Target == p.target || f.Species == werewolf.Wolf) {
			return
		}
	}
	if *count++; answer != o.Name(p.target) && !p.others.Has(o.SeatOf(answer)) {
		h.t.Errorf("day %d: seat %d (%s) named %s, nobody else %s, and it chooses that", o.Day, o.Seat, o.Role(), o.Name(p.target), answer)
	}
}

// A vote that the model announced, and a prey that it named among werewolves, are chosen by the rules that answer after it, unless
// something has happened since or others have named somebody else.
func TestRulesKeepTheModelsPromises(t *testing.T) {
	cast, devours := 0, 0
	for seed := range uint64(12) {
		if !*long && cast >= 60 && devours >= 10 {
			break // enough has been seen
		}
		n := []int{5, 9, 13}[seed%3]
		rules, err := werewolf.Standard(n)
		if err != nil {
			t.Fatal(err)
		}
		names := bottest.Roster("en", n)
		var players []bottest.Player
		seated := map[werewolf.SeatID]*forgetful{}
		for i := range names {
			f := &promising{forgetful: &forgetful{}, asked: map[[2]int]int{}}
			f.Agent = newAgent(t, Config{Seed: seed + uint64(i), Shared: understood, Model: llmtest.Model(f.behave)}, "")
			players, seated[werewolf.SeatID(i+1)] = append(players, listening{f.forgetful}), f.forgetful
		}
		table, err := bottest.Sit(rules, bottest.Seats(names...), seed, players)
		if err != nil {
			t.Fatal(err)
		}
		heard := &promises{t: t, listener: understand.New(understand.Table{Names: names, Roles: rules.Roles, Specs: rules.Table, Shared: understood}),
			votes: map[werewolf.SeatID]*promise{}, prey: map[werewolf.SeatID]*promise{}}
		table.Observe = func(o *werewolf.Observation, answer string) {
			f := seated[o.Seat]
			switch o.Request.Kind {
			case werewolf.Talk, werewolf.Whisper:
				if !silent(answer) {
					heard.hear(o, answer, f.ByModel())
				}
			case werewolf.Vote, werewolf.Attack:
				heard.check(o, answer, f.Table().Self.Results())
			default: // is not about what was said
			}
		}
		if err := table.Play(); err != nil || len(table.Illegal) > 0 {
			t.Fatal(err, table.Illegal)
		}
		cast, devours = cast+heard.cast, devours+heard.devours
	}
	if t.Logf("%d votes, %d attacks", cast, devours); cast < 60 || devours < 10 {
		t.Errorf("%d votes and %d attacks are too few", cast, devours)
	}
}
