package judge

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"wolfden/internal/english"
)

// ErrSizes is wrapped when answers about games of different sizes would be averaged: ranks of 1 to 5 and of 1 to 13
// have no common mean.
var ErrSizes = errors.New("the answers are about games of different sizes")

// ErrScales is wrapped when rankings and ratings would be averaged.
var ErrScales = errors.New("the answers are rankings and ratings")

// HumanRater is what all people together are called in a table. Each is called HumanRater, a hyphen, and what tells people apart.
const HumanRater = "Human"

// Tally collects entries of files. The zero Tally is ready.
type Tally struct {
	keys     map[string]Key
	answers  map[given]Answer
	disowned int
	// Names calls people by the names that they gave; otherwise nobody learns them from a table.
	Names bool
	// Scales are those that count; none stands for all, and then the answers must be on one.
	Scales []Scale
}

// given is a question, and what a page drew for the person who answered it.
type given struct {
	Question
	id string
}

// Add takes the entries of one file. Of several answers of one person to one question the last counts, of a model's the
// first; the same answer given in two files counts once. Of several keys of one game the first counts, so the file of
// whoever knows comes first.
func (t *Tally) Add(entries []Entry) {
	if t.keys == nil {
		t.keys, t.answers = map[string]Key{}, map[given]Answer{}
	}
	for _, e := range entries {
		switch {
		case e.Key != nil:
			t.addKey(e.Key)
		case e.Answer != nil:
			t.addAnswer(*e.Answer)
		}
		for _, a := range e.Answers {
			a.Kind = ByHuman
			t.addAnswer(a)
		}
	}
}

// addKey takes a key. The first of a game counts: whoever hands in answers does not decide who played.
func (t *Tally) addKey(k *Key) {
	known, again := t.keys[k.Game]
	switch {
	case !again:
		t.keys[k.Game] = *k
	case !slices.Equal(known.Players, k.Players):
		t.disowned++
	}
}

func (t *Tally) addAnswer(a Answer) {
	if a.Kind != ByHuman {
		a.Sitting = Sitting{}
	}
	q := given{a.Question, a.ID}
	if _, known := t.answers[q]; !known || a.Kind == ByHuman {
		t.answers[q] = a
	}
}

// Teams are the names of all teams, sorted.
func (t *Tally) Teams() []string {
	teams := map[string]bool{}
	for _, k := range t.keys {
		for i := range k.Players {
			teams[k.Players[i].Team] = true
		}
	}
	return slices.Sorted(maps.Keys(teams))
}

// person is the name that somebody gave, and what a page drew.
type person struct{ name, id string }

// people is what everybody is called, and how many names belong to more than one person. Who gives one name is one person, whatever
// was drawn, until one question has two answers under it.
func (t *Tally) people() (called map[person]string, shared int) {
	ids, clash := map[string][]string{}, map[string]bool{}
	first := map[Question]string{}
	for q := range t.answers {
		if q.Kind != ByHuman {
			continue
		}
		if before, twice := first[q.Question]; twice && before != q.id {
			clash[q.Rater] = true
		}
		first[q.Question] = q.id
		if !slices.Contains(ids[q.Rater], q.id) {
			ids[q.Rater] = append(ids[q.Rater], q.id)
		}
	}
	called, taken := map[person]string{}, map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(ids)) {
		slices.Sort(ids[name])
		label := ""
		for _, id := range ids[name] {
			who := person{name, id}
			if label == "" || clash[name] {
				if last := ids[name][len(ids[name])-1]; !clash[name] {
					who.id = last // one that was drawn rather than none
				}
				label = t.label(who, clash[name], taken)
			}
			called[person{name, id}] = label
		}
	}
	return called, len(clash)
}

// wellDrawn is what pages draw.
var wellDrawn = regexp.MustCompile(`^[a-z0-9]{4,12}$`)

// label is what a person is called, which nobody else is.
func (t *Tally) label(p person, shared bool, taken map[string]bool) string {
	sum := sha256.Sum256([]byte(p.name + "\n" + p.id))
	own := hex.EncodeToString(sum[:4])
	label := HumanRater + "-" + own
	switch {
	case t.Names && !shared:
		label = HumanRater + "-" + p.name
	case t.Names:
		label = HumanRater + "-" + p.name + "-" + own
	case wellDrawn.MatchString(p.id):
		label = HumanRater + "-" + p.id
	}
	if taken[label] {
		label += "-" + own
	}
	taken[label] = true
	return label
}

// Ballot is an answer that counts, or says that its rater cannot tell.
type Ballot struct {
	Answer
	Called string // the rater, in tables
	Same   bool   // people have judged the game by the criterion, too
	Seats  []Player
	Of     *Key // of its game, as the files have it
	// Division is what sets its game apart from others that are not to be averaged with it, "" for nothing. Its teams are then called so, too.
	Division string
}

// Marks are the ranks or ratings of the players seat by seat, nil where the rater cannot tell.
func (b *Ballot) Marks() []int {
	if b.CannotTell {
		return nil
	}
	marks, by := make([]int, len(b.Seats)), b.marks()
	for i := range b.Seats {
		marks[i] = by[b.Seats[i].Name]
	}
	return marks
}

// Ballots are all that count, in the order of games, criteria and raters.
type Ballots struct {
	List     []Ballot
	Players  int // in every game; where games of several sizes were rated, in one of them
	Scale    Scale
	People   int      // who answered
	Warnings []string // what does not count, and how often
}

// Of are the ballots on games with such ids.
func (b *Ballots) Of(is func(game string) bool) *Ballots {
	of := *b
	of.List = nil
	for i := range b.List {
		if is(b.List[i].Game) {
			of.List = append(of.List, b.List[i])
		}
	}
	return &of
}

// Ballots picks the answers that count. Players picks games of one size; 0 takes all, which must be of one for rankings. What is
// no verdict on a game's players is left out and told of.
func (t *Tally) Ballots(players int) (*Ballots, error) {
	called, shared := t.people()
	all, same := &Ballots{Players: players}, t.byPeople()
	people := map[string]bool{}
	var unknown, refused, unsure int
	for q, a := range t.answers {
		key, known := t.keys[a.Game]
		size := len(key.Players)
		switch {
		case !known:
			unknown++
			continue
		case !t.counts(a.Scale):
			continue
		case !key.judged(&a):
			refused++
			continue
		case players != 0 && size != players:
			continue
		case a.Scale == Ranked && all.Players != 0 && size != all.Players:
			return nil, fmt.Errorf("%w (%d and %d players)", ErrSizes, min(size, all.Players), max(size, all.Players))
		case len(all.List) > 0 && all.Scale != a.Scale:
			return nil, ErrScales
		}
		b := Ballot{Answer: a, Called: raterOf(&a), Same: same[asked{a.Game, a.Criterion, a.Scale}], Seats: key.Players, Of: &key}
		if a.Kind == ByHuman {
			b.Called = called[person{a.Rater, q.id}]
			people[b.Called] = true
		}
		if a.CannotTell {
			unsure++
		}
		all.Players, all.Scale, all.List = size, a.Scale, append(all.List, b)
	}
	all.People = len(people)
	slices.SortFunc(all.List, func(a, b Ballot) int {
		return cmp.Or(cmp.Compare(a.Game, b.Game), cmp.Compare(a.Criterion, b.Criterion), cmp.Compare(a.Called, b.Called), cmp.Compare(a.Sample, b.Sample))
	})
	all.warn(t.disowned, "keys that say otherwise of a game than one that came before, and do not count: %d")
	all.warn(unknown, "answers about games without a key, which do not count: %d; give the file of keys too")
	all.warn(refused, "answers that are no rankings, or ratings, of their games' players, and do not count: %d")
	all.warn(unsure, "answers that say the rater cannot tell, which count as missing: %d")
	all.warn(shared, "names under which two browsers answered the same question, so that each counts as a person: %d; "+
		"where it was one person, leave the older file out")
	return all, nil
}

// Asked says in what words the criteria were put, "" where nobody was asked in words.
func (b *Ballots) Asked() string {
	wordings := map[string]int{} // of people and models
	for i := range b.List {
		if b.List[i].Kind != ByRules {
			wordings[b.List[i].Wording]++
		}
	}
	var parts []string
	for _, w := range slices.Sorted(maps.Keys(wordings)) {
		what := "in wording " + w + ", that of this version"
		switch {
		case w == "":
			what = "in words that were not kept, of an earlier version"
		case w != Wording():
			what = "in wording " + w + ", of another version"
		}
		parts = append(parts, fmt.Sprintf("%s %s", english.Count(wordings[w], "answer"), what))
	}
	if len(parts) == 0 {
		return ""
	}
	return "criteria: what section 4.1 of the overview of AIWolfDial 2025 asks; " + strings.Join(parts, ", ")
}

func (b *Ballots) warn(n int, format string) {
	if n > 0 {
		b.Warnings = append(b.Warnings, fmt.Sprintf(format, n))
	}
}

// counts reports whether answers on the scale count.
func (t *Tally) counts(s Scale) bool { return len(t.Scales) == 0 || slices.Contains(t.Scales, s) }

// judged reports whether an answer is a verdict on the game's players, or says that there is none.
func (k *Key) judged(a *Answer) bool {
	return a.Check(a.Scale, (&Game{Players: k.Players}).Names()) == nil
}

// asked is a game and a criterion.
type asked struct {
	game, criterion string
	scale           Scale
}

// byPeople is what people have judged.
func (t *Tally) byPeople() map[asked]bool {
	all := map[asked]bool{}
	for _, a := range t.answers {
		if key, known := t.keys[a.Game]; known && a.Kind == ByHuman && !a.CannotTell && key.judged(&a) {
			all[asked{a.Game, a.Criterion, a.Scale}] = true
		}
	}
	return all
}

// raterOf is what a rater that is no person is called. A model does not pass for people.
func raterOf(a *Answer) string {
	if a.Rater == HumanRater || len(a.Rater) > len(HumanRater) && a.Rater[:len(HumanRater)+1] == HumanRater+"-" {
		return string(a.Kind) + " " + a.Rater
	}
	return a.Rater
}
