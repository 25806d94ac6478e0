package persuasion

import (
	"cmp"
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"wolfden/internal/bot/doubt"
	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

//go:embed threats.txt
var threats string

var weights = sync.OnceValue(func() map[string]float64 {
	list := map[string]float64{}
	for line := range strings.Lines(threats) {
		words := strings.Fields(line)
		if len(words) < 2 || words[0] == "#" {
			continue
		}
		if w, err := strconv.ParseFloat(words[1], 64); err == nil {
			list[words[0]] = w
		}
	}
	return list
})

// Threat is how dangerous a player is for a werewolf.
type Threat struct {
	Seat  werewolf.SeatID
	Score float64
	Parts []string // names of the weights in threats.txt, the heaviest first
}

// How often repeated reasons count at most.
const (
	mostTimes = 2
	mostTrust = 3
)

// Threats weighs the living except the observer and its allies, the most threatening first; among equals the lower
// seat. Whom the observer has told to be human is none while there are others: it would contradict itself. s is the opinion of the
// villager that the observer poses as.
func Threats(o *werewolf.Observation, b *ledger.Ledger, s *doubt.Opinion) (list []Threat) {
	among := o.Others() &^ o.Allies()
	for id := range among.All() {
		if others := among.Without(id); others != 0 && b.Told(o.Seat, id) == werewolf.Human {
			among = others
		}
	}
	for id := range among.All() {
		t := tally{o: o, b: b, parts: map[string]float64{}}
		t.claims(id)
		t.results(id)
		t.words(id)
		t.add("trusted", min(mostTrust, max(0, -float64(s.Score[id]))))
		list = append(list, t.threat(id))
	}
	slices.SortStableFunc(list, func(a, b Threat) int { return cmp.Compare(b.Score, a.Score) })
	return list
}

// tally adds up one player's weights.
type tally struct {
	o     *werewolf.Observation
	b     *ledger.Ledger
	parts map[string]float64
}

func (t *tally) add(part string, times float64) {
	if times != 0 {
		t.parts[part] = times * weights()[part]
	}
}

func (t *tally) threat(id werewolf.SeatID) Threat {
	r := Threat{Seat: id}
	for part := range t.parts {
		r.Parts = append(r.Parts, part)
	}
	slices.SortFunc(r.Parts, func(a, b string) int {
		return cmp.Or(cmp.Compare(t.parts[b], t.parts[a]), cmp.Compare(a, b))
	})
	for _, part := range r.Parts { // in one order, so that the sum is the same in every run
		r.Score += t.parts[part]
	}
	return r
}

// claims: what it claims to be able to do, under the name of the contest's role that can.
func (t *tally) claims(id werewolf.SeatID) {
	roles := t.o.Rules.Table
	part := strings.ToLower(roles.Name(roles.Like(t.b.ClaimOf(id))))
	if _, weighs := weights()[part]; weighs {
		t.add(part, 1)
	}
}

// results: who has found out the werewolves, and who lies for it. The werewolves know who is a werewolf.
func (t *tally) results(id werewolf.SeatID) {
	pack := t.o.Allies().With(t.o.Seat)
	for _, r := range t.b.Findings() {
		if r.By != id {
			continue
		}
		wolf := pack.Has(r.Target)
		switch {
		case wolf != (r.Species == werewolf.Wolf):
			t.add("friend", 1)
		case r.Target == t.o.Seat:
			t.add("found-me", 1)
		case wolf:
			t.add("found-ally", 1)
		}
	}
}

// words: what it said today against the werewolves, and how much it says.
func (t *tally) words(id werewolf.SeatID) {
	mine, allies := 0, 0
	for _, l := range t.b.Lines() {
		against := l.Suspects() || l.Requests(speech.Vote)
		if l.Seat != id || l.Day != t.o.Day || !against {
			continue
		}
		if l.Target == t.o.Seat {
			mine++
		} else if t.o.Allies().Has(l.Target) {
			allies++
		}
	}
	t.add("accuses-me", float64(min(mine, mostTimes)))
	t.add("accuses-ally", float64(min(allies, mostTimes)))
	if t.b.PlanOf(id, t.o.Day).Target == t.o.Seat {
		t.add("votes-me", 1)
	}
	if t.o.Others().Without(id).Where(func(other werewolf.SeatID) bool { return t.b.WordsTotal(other) >= t.b.WordsTotal(id) }) == 0 {
		t.add("sharp", 1)
	}
}
