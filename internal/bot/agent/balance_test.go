package agent

import (
	"fmt"
	"strings"
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/internal/llm/llmtest"
	"wolfden/werewolf"
)

// voter is a player whose model says its first word and then forgets every form, among others who say what a test wants.
type voter struct {
	*Agent[plain]
	t *testing.T
	o werewolf.Observation
}

// newVoter seats Ada, a villager of nine, or of the role named, on the first day.
func newVoter(t *testing.T, seed uint64, word string) *voter {
	t.Helper()
	rules, err := werewolf.Standard(9)
	if err != nil {
		t.Fatal(err)
	}
	said := false
	v := &voter{t: t, o: werewolf.Observation{
		Rules: &rules, Seat: 1, Day: 1, Names: bottest.Roster("en", 9), Living: werewolf.SeatsUpTo(9),
		Roles:   append([]werewolf.Role{0, werewolf.Villager}, make([]werewolf.Role, 8)...),
		Request: werewolf.Request{Seat: 1, Kind: werewolf.Talk, Left: werewolf.Left{Count: 5, Length: werewolf.NoLimit}},
	}}
	v.Agent = newAgent(t, Config{Seed: seed, Model: llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
		if p.Task != "word" || said {
			return bottest.Mute(p)
		}
		said = true
		return llmtest.Answer{Text: word}
	})}, "")
	return v
}

// hears has others say something; @2 is the name of seat 2.
func (v *voter) hears(by werewolf.SeatID, text string) {
	for id := range v.o.Living.All() {
		text = strings.ReplaceAll(text, fmt.Sprint("@", id), v.o.Name(id))
	}
	v.o.Talks = append(v.o.Talks, werewolf.Utterance{Day: 1, Idx: len(v.o.Talks), Seat: by, Text: text})
}

// speaks asks for an utterance and has the table hear it.
func (v *voter) speaks() string {
	v.o.Request.Left.Count--
	text := answer(v.t, v, v.o)
	if !silent(text) {
		v.hears(1, text)
	}
	return text
}

// votes asks for the vote.
func (v *voter) votes() werewolf.SeatID {
	o := v.o
	o.Request = werewolf.Request{Seat: 1, Kind: werewolf.Vote, Targets: o.Others()}
	return o.SeatOf(answer(v.t, v, o))
}

// A vote that the model announced outlasts what others claim, take back and tell, as long as that speaks neither for the one
// who was announced nor against another: the rules weigh only what is new, not what the model knew. The only seer has called
// somebody else a werewolf before the announcement, and does so again after it.
func TestAnnouncedVotesOutlastClaims(t *testing.T) {
	cast, all := 0, 0
	for seed := range uint64(10) {
		for target := werewolf.SeatID(4); target <= 9; target++ {
			v := newVoter(t, seed, "I vote for "+bottest.Roster("en", 9)[target-1]+".")
			v.hears(2, "I am the seer. I divined @3 and found a werewolf.")
			v.speaks()
			v.hears(3, []string{
				"I am a villager.", "I am the medium.", "I am the bodyguard.", "I am the seer. I divined @1 and found a human.", "I am nobody special.",
			}[seed%5])
			v.hears(2, "As the seer I say it again: I divined @3 and found a werewolf.")
			v.hears(4+(target-3)%6, "I am a villager, too.")
			for range 3 {
				v.speaks()
			}
			if all++; v.votes() == target {
				cast++
			}
		}
	}
	if t.Logf("%d of %d votes are cast as announced", cast, all); cast < all*95/100 {
		t.Errorf("%d of %d votes are cast as announced", cast, all)
	}
}

// What is heard after a model's announcement changes the vote where it moves the balance between the one announced and others.
func TestNewsMovesAnAnnouncedVote(t *testing.T) {
	for _, tt := range []struct {
		name string
		news []string // of seats 2, 3...
		want func(voted werewolf.SeatID) bool
	}{
		{"nothing", nil, func(voted werewolf.SeatID) bool { return voted == 5 }},
		{"a claim", []string{"I am a villager."}, func(voted werewolf.SeatID) bool { return voted == 5 }},
		{"found human by the only seer", []string{"I am the seer. I divined @5 and found a human."}, func(voted werewolf.SeatID) bool { return voted != 5 }},
		{"another found a werewolf by the only seer", []string{"I am the seer. I divined @6 and found a werewolf."}, func(voted werewolf.SeatID) bool { return voted == 6 }},
		{"called a werewolf itself", []string{"I am the seer. I divined @1 and found a werewolf."}, func(voted werewolf.SeatID) bool { return voted == 2 }},
		{"found a werewolf itself", []string{"I am the seer. I divined @5 and found a werewolf."}, func(voted werewolf.SeatID) bool { return voted == 5 }},
	} {
		for seed := range uint64(10) {
			v := newVoter(t, seed, "I vote for "+bottest.Roster("en", 9)[4]+".")
			v.hears(4, "Good morning.")
			v.speaks()
			for i, text := range tt.news {
				v.hears(werewolf.SeatID(2+i), text)
			}
			for range 3 {
				v.speaks()
			}
			if voted := v.votes(); !tt.want(voted) {
				t.Errorf("%s, seed %d: seat 5 was announced and %d is voted for", tt.name, seed, voted)
			}
		}
	}
}

// A player that comes back keeps the vote that was announced before, until something new moves the balance.
func TestAnAnnouncedVoteOutlastsARestart(t *testing.T) {
	for seed := range uint64(10) {
		v := newVoter(t, seed, "Good morning.")
		v.hears(2, "I am the seer. I divined @3 and found a werewolf.")
		v.hears(1, "I vote for @5.")
		v.hears(3, "I am a villager.")
		for range 2 {
			v.speaks()
		}
		if voted := v.votes(); voted != 5 {
			t.Errorf("seed %d: seat 5 was announced and %d is voted for", seed, voted)
		}
		v.hears(2, "I must correct myself: I divined @5 and found a human.")
		for range 2 {
			v.speaks()
		}
		if voted := v.votes(); voted == 5 {
			t.Errorf("seed %d: seat 5 was found human and is voted for", seed)
		}
	}
}

// What the model claims itself when it announces its vote does not speak against that, though the rules distrust its rivals.
func TestOwnClaimsMoveNoAnnouncedVote(t *testing.T) {
	for seed := range uint64(10) {
		for _, word := range []string{"I am the seer. I vote for %s.", "I am the seer, I divined @3 and found a human. I vote for %s."} {
			names := bottest.Roster("en", 9)
			v := newVoter(t, seed, fmt.Sprintf(strings.ReplaceAll(word, "@3", names[2]), names[4]))
			v.hears(2, "I am the seer. I divined @3 and found a human.")
			for range 4 {
				v.speaks()
			}
			if voted := v.votes(); voted != 5 {
				t.Errorf("seed %d, %q: seat 5 was announced and %d is voted for", seed, word, voted)
			}
		}
	}
}

// What the player finds itself moves the vote that its model announced.
func TestOwnResultMovesAnAnnouncedVote(t *testing.T) {
	for seed := range uint64(10) {
		v := newVoter(t, seed, "I vote for "+bottest.Roster("en", 9)[4]+".")
		v.o.Roles[1] = werewolf.Seer
		v.hears(4, "Good morning.")
		v.speaks()
		v.o.Divined = []werewolf.Finding{{Day: 0, Target: 7, Species: werewolf.Wolf}}
		for range 3 {
			v.speaks()
		}
		if voted := v.votes(); voted != 7 {
			t.Errorf("seed %d: seat 7 was found a werewolf and %d is voted for", seed, voted)
		}
	}
}

// For whom the model has spoken the rules do not vote, whatever is claimed after that, unless it makes that player more suspicious.
func TestTrustOutlastsClaims(t *testing.T) {
	for _, tt := range []struct {
		news   string
		spares bool
	}{
		{"I am the medium.", true},
		{"I am the seer. I divined @3 and found a human.", true},
		{"I am the seer. I divined @5 and found a human.", true},
		{"I am the seer. I divined @5 and found a werewolf.", false},
	} {
		for seed := range uint64(10) {
			v := newVoter(t, seed, "I trust "+bottest.Roster("en", 9)[4]+".")
			v.hears(4, "Good morning.")
			v.speaks()
			v.hears(2, tt.news)
			v.hears(5, "I am a villager.")
			v.speaks()
			if spares := v.Table().Self.Spares(5); spares != tt.spares {
				t.Errorf("seed %d, after %q: spared %t", seed, tt.news, spares)
			}
			if voted := v.votes(); (voted != 5) != tt.spares {
				t.Errorf("seed %d, after %q: votes for %d", seed, tt.news, voted)
			}
		}
	}
}

// What others say right after the model's announcement is news, also where the model has claimed something in the same breath.
func TestNewsAfterOwnClaimsMovesAnAnnouncedVote(t *testing.T) {
	for _, word := range []string{"I vote for %s.", "I am a villager. I vote for %s.", "I am the medium. I vote for %s."} {
		for seed := range uint64(10) {
			v := newVoter(t, seed, fmt.Sprintf(word, bottest.Roster("en", 9)[4]))
			v.hears(4, "Good morning.")
			v.speaks()
			v.hears(2, "I am the seer. I divined @5 and found a human.")
			for range 3 {
				v.speaks()
			}
			if voted := v.votes(); voted == 5 {
				t.Errorf("seed %d, %q: seat 5 was found human and is voted for", seed, word)
			}
		}
	}
}
