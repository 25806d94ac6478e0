package viewer

import (
	"fmt"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/viewer/story"
	"wolfden/internal/viewer/viewertest"
	"wolfden/werewolf"
)

// heardPage is a page of a record without a server.
func heardPage(t *testing.T, rec *gamelog.Record, as story.Perspective) *gamePage {
	t.Helper()
	w, err := readWords(wordFiles, english)
	if err != nil {
		t.Fatal(err)
	}
	s := story.Of(rec, as)
	return &gamePage{chrome: chrome{words: w}, Story: s, heard: readStory(s), Beliefs: believe(rec, as)}
}

// Everybody claims to be the seer and says the same of PersonB: the seer's claim is true, the other claims are not, and
// the result is as PersonB's role has it.
func TestClaimsAndTheirTruth(t *testing.T) {
	rec := viewertest.Play(t, 5, 3, func(_ werewolf.SeatID, n int) string {
		return "I am the seer. I divined PersonB and PersonB is a werewolf."
	})
	role := func(id werewolf.SeatID) werewolf.Role { return rec.Header.Seats[id-1].Role }
	claims := heardPage(t, rec, story.Perspective{All: true}).Claims()
	roles, results := 0, 0
	for _, c := range claims {
		want := isFalse
		switch {
		case strings.Contains(string(c.Text), "claims to be"):
			roles++
			if role(c.Seat) == werewolf.Seer {
				want = isTrue
			}
		default:
			results++
			if role(2) == werewolf.Werewolf {
				want = isTrue
			}
		}
		if c.truth != want {
			t.Errorf("seat %d (%s): %s is %d, want %d", c.Seat, role(c.Seat), c.Text, c.truth, want)
		}
	}
	if roles < 3 || results < 2 {
		t.Errorf("%d claims and %d results were heard: %+v", roles, results, claims)
	}
	for _, c := range heardPage(t, rec, story.Perspective{}).Claims() {
		if c.truth != unknown {
			t.Errorf("the village knows whether %s is so", c.Text)
		}
	}
}

// A claim that was taken back is in the table with the utterance that does so; what was never claimed is not taken back.
func TestClaimsTakenBack(t *testing.T) {
	rec := viewertest.Play(t, 5, 3, func(_ werewolf.SeatID, n int) string {
		return []string{"I take back my claim.", "I am the medium.", "I take back my claim."}[min(n-1, 5)/2%3]
	})
	p := heardPage(t, rec, story.Perspective{All: true})
	taken, claimed := 0, map[werewolf.SeatID]bool{}
	for _, c := range p.Claims() {
		if c.Text == p.H("act.retract") {
			taken++
			if !claimed[c.Seat] {
				t.Errorf("seat %d takes back what it has not claimed", c.Seat)
			}
		}
		claimed[c.Seat] = c.Text != p.H("act.retract")
	}
	if taken == 0 {
		t.Errorf("nothing is taken back: %+v", p.Claims())
	}
}

// A vote that is not what was said is named; one that is, is not.
func TestBrokenWords(t *testing.T) {
	rec := viewertest.Play(t, 5, 3, func(werewolf.SeatID, int) string { return "I will vote for PersonA." })
	p := heardPage(t, rec, story.Perspective{All: true})
	seen := 0
	for _, it := range p.Story.Items {
		if it.Kind != story.Votes {
			continue
		}
		kept := map[werewolf.SeatID]bool{}
		for _, b := range p.Item(it).Broken() {
			kept[b.Seat] = true
			if b.Said != 1 || b.Did == 1 {
				t.Errorf("seat %d said %d and did %d", b.Seat, b.Said, b.Did)
			}
		}
		for _, b := range it.Ballots {
			if said := p.heard.vote(b.Seat, it.VotedOn); said != 0 && kept[b.Seat] != (b.Target != 1) {
				t.Errorf("day %d, seat %d voted for %d: named %t", it.VotedOn, b.Seat, b.Target, kept[b.Seat])
			}
			seen++
		}
	}
	if seen == 0 {
		t.Error("there are no votes")
	}
}

// A werewolf knows its own side from the first day; the village is sure of nobody then.
func TestBeliefs(t *testing.T) {
	rec := viewertest.Play(t, 13, 4, nil)
	for i, seat := range rec.Header.Seats {
		id := werewolf.SeatID(i + 1)
		b := heardPage(t, rec, story.Perspective{Seat: id}).Beliefs
		if b == nil || len(b.Days) == 0 || len(b.Of(1)) != len(b.Days) {
			t.Fatalf("seat %d believes nothing: %+v", id, b)
		}
		for j, other := range rec.Header.Seats {
			first := b.Of(werewolf.SeatID(j + 1))[0]
			if seat.Role == werewolf.Werewolf && (first.Text == "100 %") != (other.Role == werewolf.Werewolf) {
				t.Errorf("werewolf %d believes of %d (%s): %s", id, j+1, other.Role, first.Text)
			}
		}
	}
	sum := 0.0
	village := heardPage(t, rec, story.Perspective{All: true}).Beliefs
	for i := range rec.Header.Seats {
		p := village.rows[werewolf.SeatID(i+1)][0]
		if sum += p; p > .999 {
			t.Errorf("the village is sure of %d on the first day", i+1)
		}
	}
	if sum < 2.99 || sum > 3.01 {
		t.Errorf("the village believes in %.3f werewolves, there are 3", sum)
	}
}

// What a player notes for itself stands under what came of it, for itself and for who sees all.
func TestThoughts(t *testing.T) {
	rec := viewertest.Play(t, 5, 3, nil)
	notes := map[string]werewolf.SeatID{}
	for _, e := range rec.Entries {
		if e.Input != nil && e.Input.Fault == gamelog.NoFault {
			notes[e.Input.Notes[0].Text] = e.Input.Action.Seat
		}
	}
	for seat := range werewolf.SeatID(7) {
		as := story.Perspective{Seat: seat}
		if seat == 6 {
			as = story.Perspective{All: true}
		}
		seen := map[string]int{}
		for _, it := range story.Of(rec, as).Items {
			for _, th := range it.Thoughts {
				seen[th.Text]++
				if !strings.HasSuffix(th.Text, fmt.Sprintf("of %d", th.Seat)) {
					t.Errorf("%q is said to be of seat %d", th.Text, th.Seat)
				}
			}
		}
		for text, by := range notes {
			want := 0
			if as.All || by == seat {
				want = 1
			}
			if seen[text] > 1 || want == 0 && seen[text] != 0 {
				t.Errorf("eyes %+v see %q %d times", as, text, seen[text])
			}
		}
		if (len(seen) == 0) != (seat == 0) {
			t.Errorf("eyes %+v see %d thoughts", as, len(seen))
		}
	}
}
