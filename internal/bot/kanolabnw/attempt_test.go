package kanolabnw

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/inducement"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// wordBefore is what a seat has said before an attempt: the vote it announced last that day, 0 if none, whom it called human, and the
// living whom it called a werewolf.
func (r *round) wordBefore(a *try, text string) (announced werewolf.SeatID, human, black werewolf.SeatSet) {
	listener := understand.New(understand.Table{Names: r.names, Roles: r.rules.Roles, Specs: r.rules.Table, Shared: understood})
	for _, e := range r.Game.Log() {
		switch {
		case e.Kind == werewolf.Executed:
			listener.Died(e.Seat)
		case e.Kind == werewolf.AttackMade && e.Killed:
			listener.Died(e.Target)
		}
		if e.Kind != werewolf.Talked || e.Skip || e.Over {
			continue
		}
		if e.Day == a.day && e.Seat == a.seat && e.Text == text {
			break
		}
		rows := listener.Hear(werewolf.Utterance{Day: e.Day, Seat: e.Seat, Text: e.Text}, false)
		if e.Seat != a.seat {
			continue
		}
		if target := rows.Announced(speech.Vote); target != 0 && e.Day == a.day && !listener.Ledger().Dead().Has(target) {
			announced = target
		}
		for f := range rows.Results(e.Seat) {
			if f.Species == werewolf.Human {
				human, black = human.With(f.Target), black.Without(f.Target)
			} else {
				human, black = human.Without(f.Target), black.With(f.Target)
			}
		}
	}
	return announced, human, black &^ listener.Ledger().Dead()
}

// check looks at an attempt beside what its speaker said before.
func (r *round) check(t *testing.T, a *try, text string) (changes, humans int) {
	t.Helper()
	announced, human, black := r.wordBefore(a, text)
	if a.role == werewolf.Possessed && black != 0 && !black.Has(a.whom) {
		t.Errorf("day %d: the possessed told of werewolves %s and goes against %s: %q", a.day, black, r.names[a.whom-1], text)
	}
	if announced != 0 && announced != a.whom {
		if changes++; !strings.Contains(text, r.names[announced-1]) {
			t.Errorf("day %d: %s announced a vote for %s and says without a word about it: %q", a.day, a.role, r.names[announced-1], text)
		}
	}
	if human.Has(a.whom) {
		if humans++; !strings.Contains(text, "human") && !strings.Contains(text, "no wolf") && !strings.Contains(text, "人間") && !strings.Contains(text, "人狼は見えません") {
			t.Errorf("day %d: %s told that %s is human and says without a word about it: %q", a.day, a.role, r.names[a.whom-1], text)
		}
	}
	rows := understand.Alone(&werewolf.Observation{Rules: &r.rules, Seat: a.seat, Day: a.day, Names: r.names, Living: werewolf.SeatsUpTo(len(r.names)), Roles: make([]werewolf.Role, len(r.names)+1)}, text)
	if vote := rows.Announced(speech.Vote); vote != 0 && vote != a.whom {
		t.Errorf("day %d: %q calls for two votes", a.day, text)
	}
	for f := range rows.Results(a.seat) {
		if f.Target != a.whom {
			t.Errorf("day %d: %q tells a result of another", a.day, text)
		}
	}
	return changes, humans
}

// hints are the attempts of a seat.
func (r *round) hints(t *testing.T, seat werewolf.SeatID) (list []inducement.Hint) {
	t.Helper()
	for _, text := range r.notes[seat-1]["inducement"] {
		list = append(list, hint(t, text))
	}
	return list
}

// Every possessed and werewolf that lives through day 1 attempts to induce votes, however early it has nothing more to say. No attempt
// is against what its speaker said before without a word about it.
func TestNoAttemptIsLost(t *testing.T) {
	for _, size := range []struct{ players, games int }{{5, *games}, {13, *games / 5}} {
		seats, made, last := map[werewolf.Role]int{}, map[werewolf.Role]int{}, 0
		changes, humans := 0, 0
		for seed := range uint64(size.games) {
			r := over(t, size.players, seed, []string{"en", "ja"}[seed%2])
			for id := range werewolf.SeatsUpTo(size.players).All() {
				role, hints := r.role(id), r.hints(t, id)
				for i := range hints {
					h := &hints[i]
					c, n := r.check(t, &try{id, role, h.Day, werewolf.SeatID(slices.Index(r.names, h.Target) + 1)}, h.Text)
					changes, humans, last = changes+c, humans+n, last+1
				}
				if seats[role]++; slices.ContainsFunc(hints, func(h inducement.Hint) bool { return h.Day == 1 }) {
					made[role]++
				} else if role == werewolf.Possessed || role == werewolf.Werewolf {
					t.Errorf("%d players, seed %d: the %s makes no attempt on day 1", size.players, seed, role)
				}
			}
		}
		t.Logf("%d games of %d, attempts on day 1: %d of %d POSSESSED, %d of %d WEREWOLF, %d of %d SEER; of %d attempts in all, %d say that the vote changes, %d why in spite of a result",
			size.games, size.players, made[werewolf.Possessed], seats[werewolf.Possessed], made[werewolf.Werewolf], seats[werewolf.Werewolf],
			made[werewolf.Seer], seats[werewolf.Seer], last, changes, humans)
	}
}

// A model that never speaks is asked once more for its last words, with what the paper gives it; then the rules make the attempt.
func TestTheSilentAttemptToo(t *testing.T) {
	for seed := range uint64(3) {
		var asked strings.Builder
		c := agent.Config{Model: llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
			if p.Task == "word-mention" {
				asked.WriteString(p.Text() + "\n")
				return llmtest.Answer{Text: `{"utterance": "Over", "mention_target": "", "mention_content": ""}`}
			}
			return llmtest.Answer{Text: "{}"}
		})}
		r := play(t, 5, seed, c, nil)
		for id := range werewolf.SeatsUpTo(5).All() {
			role := r.role(id)
			if hints := r.hints(t, id); (len(hints) == 0 || hints[0].Day != 1) && (role == werewolf.Possessed || role == werewolf.Werewolf) {
				t.Errorf("seed %d: the %s makes no attempt", seed, role)
			}
		}
		if !strings.Contains(asked.String(), "worry aloud that ") {
			t.Errorf("seed %d: nobody was asked for an attempt", seed)
		}
	}
}

// Who votes is shown its own call of the day. Who attacks or divines is not: the call says nothing of that.
func TestCallsAreShownForVotesAlone(t *testing.T) {
	shown, votes := false, 0
	c := agent.Config{Model: llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
		shown = shown || p.Task == "choose-target" && strings.Contains(p.Text(), "You have said yourself:")
		return llmtest.Answer{Text: "{}"}
	})}
	for seed := range uint64(4) {
		play(t, 5, seed, c, func(_ *round, o *werewolf.Observation) {
			switch {
			case shown && o.Request.Kind == werewolf.Vote:
				votes++
			case shown:
				t.Errorf("seed %d: shown for %s", seed, o.Request.Kind)
			}
			shown = false
		})
	}
	if votes == 0 {
		t.Error("no vote is shown a call")
	}
}

// As the authors' agent played (assert=0) attempts are made all the same, by rules and by a model, and none asks for a vote.
func TestHintsAreAttempts(t *testing.T) {
	target := regexp.MustCompile(`Say it against (\S+), as your strategy describes\.`)
	uneasy := llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
		against := target.FindStringSubmatch(p.Text())
		switch {
		case p.Task != "word-mention":
			return llmtest.Answer{Text: "{}"}
		case strings.Contains(p.Text(), "Assert it") || strings.Contains(p.Text(), "plainly to vote"):
			t.Error("a hint is asked for as an assertion")
		case against != nil:
			return llmtest.Answer{Text: `{"utterance": "What ` + against[1] + ` does makes me uneasy.", "mention_target": "", "mention_content": ""}`}
		}
		return llmtest.Answer{Text: `{"utterance": "Over", "mention_target": "", "mention_content": ""}`}
	})
	for name, model := range map[string]llm.Model{"rules": nil, "a model": uneasy} {
		for seed := range uint64(4) {
			c := agent.Config{Model: model, Params: map[string]float64{"assert": 0}}
			if model == nil {
				c.Lang = []string{"en", "ja"}[seed%2]
			}
			r := play(t, 5, seed, c, nil)
			for id := range werewolf.SeatsUpTo(5).All() {
				role, hints := r.role(id), r.hints(t, id)
				if (len(hints) == 0 || hints[0].Day != 1) && (role == werewolf.Possessed || role == werewolf.Werewolf) {
					t.Errorf("%s, seed %d: the %s makes no attempt", name, seed, role)
				}
				for _, h := range hints {
					if h.Asserts || model != nil && !strings.HasSuffix(h.Text, " makes me uneasy.") {
						t.Errorf("%s, seed %d: %+v", name, seed, h)
					}
				}
			}
		}
	}
}
