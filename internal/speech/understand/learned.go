package understand

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// learned is the part of a language that is learned from annotated games: for a kind of act, the weights of clues. An act
// that the rules have not heard is heard of a player if its clues weigh more than the limit. The weights stand in learned.tsv,
// which internal/speech/understand/learn writes.
type learned struct {
	known bool // it has weights
	acts  [numLearnable]weights
}

// learnable is a kind of act that may be learned.
type learnable uint8

const (
	learnAccuse learnable = iota
	learnSupport
	learnAsk
	numLearnable
)

var learnableNames = [numLearnable]string{"accuse", "support", "ask"}

// weights decide about one kind of act. Without a limit they decide nothing.
type weights struct {
	known       bool
	bias, limit float64
	words       [numPlaces][maxCategories]float64
	said        [numConclusions]float64
}

// parse adds the lines of a file of weights: act, clue and weight, separated by tabs. The clues "bias" and "limit" are the
// weights' own. A clue whose category the words do not have is an error.
func (l *learned) parse(text string, cats *categories) error {
	return eachLine(text, func(line string) error {
		fields := strings.Split(line, "\t")
		if len(fields) != 3 {
			return fmt.Errorf("%q: want an act, a clue and a weight, separated by tabs", line)
		}
		act := slices.Index(learnableNames[:], fields[0])
		weight, err := strconv.ParseFloat(fields[2], 64)
		if act < 0 || err != nil {
			return fmt.Errorf("%q: no act, or no weight", line)
		}
		l.known = true
		return l.acts[act].set(fields[1], weight, cats)
	})
}

func (w *weights) set(clue string, weight float64, cats *categories) error {
	switch clue {
	case "bias":
		w.bias = weight
		return nil
	case "limit":
		w.limit, w.known = weight, true
		return nil
	}
	if c := slices.Index(conclusionNames[:], clue); c >= 0 {
		w.said[c] = weight
		return nil
	}
	at, name, _ := strings.Cut(clue, " ")
	p := slices.Index(placeNames[:], at)
	c, ok := cats.byName[name]
	if p < 0 || !ok {
		return fmt.Errorf("no clue is called %q", clue)
	}
	w.words[p][c] = weight
	return nil
}

// decides reports whether the clues about a player weigh more than the limit.
func (w *weights) decides(seen *[numPlaces]wordSet, said uint16) bool {
	sum := w.bias
	for p := range seen {
		for i, word := range seen[p] {
			for ; word != 0; word &= word - 1 {
				sum += w.words[p][i*64+bits.TrailingZeros64(word)]
			}
		}
	}
	for ; said != 0; said &= said - 1 {
		sum += w.said[bits.TrailingZeros16(said)]
	}
	return sum > w.limit
}

// hear adds to the rows of the rules what the clues say beyond them.
func (l *learned) hear(k *clues, rows speech.Rows, by werewolf.SeatID) speech.Rows {
	if k.players == 0 {
		return rows
	}
	accused, trusted := rows.Suspected(), rows.Trusted()
	asked, everybody := rows.Asked(by)
	known := [numLearnable]werewolf.SeatSet{learnAccuse: accused, learnSupport: trusted, learnAsk: asked}
	for act := range l.acts {
		if w := &l.acts[act]; w.known {
			for id := range (k.players &^ known[act]).All() {
				if w.decides(&k.seen[id], conclusions(rows, by, id)) && (learnable(act) != learnAsk || !everybody) {
					rows = speech.Join(rows, learnable(act).said(id))
				}
			}
		}
	}
	return rows
}

// said are the rows of the act about a player.
func (a learnable) said(id werewolf.SeatID) speech.Rows {
	switch a {
	case learnAccuse:
		return speech.Suspect(id)
	case learnSupport:
		return speech.Trust(id)
	default:
		return speech.Ask(id, speech.AnyTopic, 0)
	}
}
