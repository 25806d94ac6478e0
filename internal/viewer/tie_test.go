package viewer

import (
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/viewer/story"
	"wolfden/internal/viewer/viewertest"
	"wolfden/werewolf"
)

// tiedOn are the days on which the last round of a vote was a tie, from the record alone.
func tiedOn(rec *gamelog.Record, kind werewolf.EventKind) map[int]bool {
	last, tied := map[int]int{}, map[int]bool{}
	votes := map[[2]int]map[werewolf.SeatID]int{}
	for _, e := range rec.Events() {
		if e.Kind == kind && e.Target != 0 {
			k := [2]int{e.Day, e.Turn}
			if votes[k] == nil {
				votes[k] = map[werewolf.SeatID]int{}
			}
			votes[k][e.Target]++
			last[e.Day] = max(last[e.Day], e.Turn)
		}
	}
	for k, count := range votes {
		most, of := 0, 0
		for _, n := range count {
			if n > most {
				most, of = n, 0
			}
			if n == most {
				of++
			}
		}
		if k[1] == last[k[0]] && of > 1 {
			tied[k[0]] = true
		}
	}
	return tied
}

// Where several had most votes alike, the page says what came of it, to who sees votes cast and to who sees them shown; and
// nowhere else. Rounds that were repeated are told.
func TestTiesAreExplained(t *testing.T) {
	t.Parallel()
	ties, plain, repeated := 0, 0, 0
	for _, rounds := range []int{1, 3} {
		for seed := range uint64(12) {
			rules, err := werewolf.Standard(13)
			if err != nil {
				t.Fatal(err)
			}
			rules.Vote.MaxCount, rules.AttackVote.MaxCount = rounds, rounds
			rules.AttackVote.AllowNoTarget = seed%2 == 0
			rec := viewertest.PlayBy(t, rules, seed, nil)
			executions, attacks := tiedOn(rec, werewolf.VoteCast), tiedOn(rec, werewolf.AttackCast)
			for _, as := range []story.Perspective{{All: true}, {}} {
				p := heardPage(t, rec, as)
				for _, it := range p.Story.Items {
					got, want := string(p.Item(it).Tie()), ""
					switch {
					case as.All && (it.Kind == story.Votes || it.Kind == story.AttackVotes) && it.Turn > 0:
						want = "voted again"
						repeated++
					case as.All && it.Kind == story.Executed && executions[it.Day], !as.All && it.Kind == story.Votes && executions[it.VotedOn]:
						want = "Lots decided"
					case as.All && it.Kind == story.Attack && attacks[it.Day] && rules.AttackVote.AllowNoTarget:
						want = "nobody is attacked"
					case as.All && it.Kind == story.Attack && attacks[it.Day]:
						want = "Lots decided"
					}
					if (got == "") != (want == "") || !strings.Contains(got, want) {
						t.Errorf("seed %d, %d rounds, all: %t: with %s of day %d the page says %q, want %q", seed, rounds, as.All, it.Kind, it.Day, got, want)
					}
					switch {
					case want != "":
						ties++
					case it.Kind == story.Executed:
						plain++
					}
				}
			}
		}
	}
	if ties < 20 || plain < 20 || repeated < 5 {
		t.Errorf("%d ties, %d rounds repeated, %d executions without", ties, repeated, plain)
	}
}

// The rules in short say what becomes of a tie.
func TestRulesSayTies(t *testing.T) {
	dir := t.TempDir()
	ann := newPerson(t, site(t, Options{Dirs: []string{dir}, Rooms: roomsFor(t, dir)}))
	path, _, _ := ann.do("/play", table(1))
	if _, _, body := ann.do(path, nil); !strings.Contains(body, "one of them is drawn by lot") {
		t.Error("the rules in short do not speak of ties")
	}
}
