package lycaon

import (
	"strings"
	"testing"

	"wolfden/internal/bot/doubt"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// line is something said on a day.
type line struct {
	day  int
	seat werewolf.SeatID
	text string
}

// What is said of the second day: Cleo, a seer, and Ezra, another, are against each other.
var (
	firstDay  = []line{{1, 3, "I am the seer. I divined Bela and Bela is a human."}, {1, 5, "I am the seer. I divined Dora and Dora is a werewolf."}}
	secondDay = []line{{2, 3, "I divined Ezra and Ezra is a werewolf. I will vote for Ezra."}, {2, 5, "I will vote for Cleo."}}
)

// onTheSecondDay is the player in seat 1 in the third turn of day 2, and what it says. Dora was executed, and nobody was killed.
func onTheSecondDay(t *testing.T, seed uint64, role werewolf.Role, talk []line) (p *Player, answer string) {
	t.Helper()
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	if p, err = New(seed, "en"); err != nil {
		t.Fatal(err)
	}
	o := werewolf.Observation{
		Rules: &rules, Seat: 1, Day: 2, Names: []string{"Ada", "Bela", "Cleo", "Dora", "Ezra"}, Living: werewolf.SetOf(1, 2, 3, 5),
		Roles: []werewolf.Role{0, role, 0, 0, 0, 0}, Deaths: []werewolf.Death{{Day: 1, Seat: 4, Cause: werewolf.ByExecution}},
		Request: werewolf.Request{Seat: 1, Kind: werewolf.Talk, Turn: earliest, Left: werewolf.Left{Count: 1, Length: werewolf.NoLimit, Skip: 1}},
	}
	for i, l := range talk {
		o.Talks = append(o.Talks, werewolf.Utterance{Seat: l.seat, Day: l.day, Idx: i, Text: l.text})
	}
	if answer, err = p.Answer(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	return p, answer
}

func script(parts ...[]line) (all []line) {
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// Who has not announced a vote is asked for it by name, and who has another in mind where it has gone by such a reason before. Nobody
// asks the decided or the dead. The werewolf asks like a villager.
func TestAppeal(t *testing.T) {
	vote := func(day int, target string) []line { return []line{{day, 2, "I will vote for " + target + "."}} }
	both, village := []werewolf.Role{werewolf.Villager, werewolf.Werewolf}, []werewolf.Role{werewolf.Villager}
	for _, tt := range []struct {
		name  string
		roles []werewolf.Role
		talk  []line
		why   doubt.Why // of what Bela is told; none where she is not asked
		says  string    // who is named by that reason
	}{
		{"undecided, has gone by a result", both, script(firstDay, vote(1, "Dora"), secondDay), doubt.Black, "Cleo"},
		{"undecided, has gone by a false claim", both, script(firstDay, vote(1, "Ezra"), secondDay), doubt.Refuted, "Dora"},
		{"wants another, has gone by a result", village, script(firstDay, vote(1, "Dora"), vote(2, "Cleo"), secondDay), doubt.Black, "Cleo"},
		{"wants another, has gone by nothing", both, script(firstDay, vote(1, "Ada"), vote(2, "Cleo"), secondDay), doubt.NoReason, ""},
		{"others have asked", both, script(firstDay, vote(1, "Dora"), []line{{2, 3, "I ask you all to vote for Ezra with me."}}, secondDay), doubt.NoReason, ""},
		{"has announced that vote", both, script(firstDay, vote(1, "Dora"), secondDay, vote(2, "Ezra")), doubt.NoReason, ""},
	} {
		for seed := range uint64(5) {
			for _, role := range tt.roles {
				p, answer := onTheSecondDay(t, seed, role, tt.talk)
				_, asked, appeals := strings.Cut(answer, "@Bela")
				rows, _ := p.Meant(answer)
				appeals = appeals && rows.Requested(speech.Vote) != 0
				if want := tt.why != doubt.NoReason; appeals != want || strings.Contains(answer, "@Dora") {
					t.Errorf("%s, %s, seed %d: %q", tt.name, role, seed, answer)
				} else if !want {
					continue
				}
				_, reason, _ := strings.Cut(asked, "vote for Ezra")
				why, _ := p.State().winning(p.Table(), 2, p.Table().Self.Opinion().ReasonsAgainst(5))
				if rows.Requested(speech.Vote) != 5 || why.Why != tt.why || !strings.Contains(reason, tt.says) {
					t.Errorf("%s, %s, seed %d: %q, where the reason is %d", tt.name, role, seed, answer, why.Why)
				}
			}
		}
	}
}

// Even odds are expected of who was never seen to go by a ground, and each time that it could have counts alike for and against.
func TestShare(t *testing.T) {
	for h, want := range map[heed]float64{{}: 0.5, {could: 1}: 1. / 3, {could: 1, did: 1}: 2. / 3, {could: 2, did: 1}: 0.5, {could: 4, did: 4}: 5. / 6} {
		if got := h.share(); got != want {
			t.Errorf("%+v: %g, want %g", h, got, want)
		}
	}
}
