package critic

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"wolfden/internal/bot"
)

// ceilings are how much of each kind our own players may say, in 100 turns (unanswered and evaded: in 100 questions by name). What
// is mended lowers them; nothing raises them.
var ceilings = map[Kind]float64{
	Claim: 0.4, Result: 0.1, Suspicion: 1.2, Vote: 0.2, Praise: 1, NoClaim: 0.3, NoVote: 0.2, NoWord: 0.3, NoEvent: 0.1,
	Unanswered: 4, Evaded: 3, Template: 4, Register: 0.3, Tic: 0.2,
}

var deals = flag.Int("deals", 1, "games of five of every player in each language that the critic reads; nine and thirteen with more than three")

// tally is what was found in some games.
type tally struct {
	found            [Tic + 1]int
	turns, questions int
	worst            [Tic + 1][]string // some of the words
}

// add counts what was found in a game, whose name is given.
func (s *tally) add(r *Report, game string) {
	for _, f := range r.Findings {
		if s.found[f.Kind]++; len(s.worst[f.Kind]) < 5 {
			s.worst[f.Kind] = append(s.worst[f.Kind], fmt.Sprintf("%s: %s: %s", game, f.Why, f.Said))
		}
	}
	for seat := range r.Turns {
		s.turns, s.questions = s.turns+r.Turns[seat], s.questions+r.Questions[seat]
	}
}

// rate is findings of a kind in 100 turns, or questions.
func (s *tally) rate(k Kind) float64 {
	of := s.turns
	if k.OfQuestion() {
		of = s.questions
	}
	return 100 * float64(s.found[k]) / float64(max(1, of))
}

// What our own players say holds together, but for so much.
func TestOwnPlayers(t *testing.T) {
	if testing.Short() {
		t.Skip("whole games")
	}
	var all tally
	for _, kind := range bot.Kinds() {
		if kind.Name == "random" || kind.Name == "chaos" || kind.Name == "scripted" {
			continue // what they say is noise, or somebody else's
		}
		var own tally
		for _, size := range []int{5, 9, 13} {
			if size > 5 && *deals <= 3 {
				continue // longer games tell little more
			}
			for seed := range uint64(some(*deals, 3**deals)) {
				for _, lang := range []string{"en", "ja"} {
					own.add(Read(played(t, kind.Name, lang, size, 1600+seed).heard), fmt.Sprint(kind.Name, " ", lang, " ", size, " seed ", 1600+seed))
				}
			}
		}
		t.Logf("%s: %d turns, %d questions: %v", kind.Name, own.turns, own.questions, own.found[1:])
		for k := range own.found {
			all.found[k] += own.found[k]
			all.worst[k] = append(all.worst[k], own.worst[k]...)
		}
		all.turns, all.questions = all.turns+own.turns, all.questions+own.questions
	}
	for _, k := range Kinds() {
		if rate := all.rate(k); rate > ceilings[k] {
			t.Errorf("%s: %.2f in 100, at most %.2f (%d of %d turns, %d questions)", k, rate, ceilings[k], all.found[k], all.turns, all.questions)
			t.Log(strings.Join(all.worst[k], "\n"))
		}
	}
}
