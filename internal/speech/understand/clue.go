package understand

import (
	"math/bits"
	"slices"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// place says how words stand to a player.
type place uint8

const (
	beside    place = iota // the word behind the name
	near                   // two to five words behind it
	far                    // farther behind it
	leading                // up to three words before it
	about                  // the clause names it not, but what is said is about it
	addressed              // the clause is said to it
	both                   // said to it and about it
	recent                 // it was named last, and that is all
	numPlaces
)

var placeNames = [numPlaces]string{"beside", "near", "far", "leading", "about", "addressed", "both", "recent"}

// conclusion is what rules say of a player in an utterance.
type conclusion uint8

const (
	isAccused conclusion = iota
	isTrusted
	getsVote
	getsRequest
	isAsked
	allAsked
	isFoundHuman
	isFoundWolf
	isToldHuman
	isToldWolf
	hasTold
	numConclusions
)

var conclusionNames = [numConclusions]string{
	"accused", "trusted", "voted", "requested", "asked", "all asked", "found human", "found wolf", "told human", "told wolf", "teller",
}

// wordSet is a set of categories.
type wordSet [maxCategories / 64]uint64

func (s *wordSet) add(c category) { s[c/64] |= 1 << (c % 64) }

// clues are the categories of the words around each player in an utterance, by place. The category of every token stands for a
// question.
type clues struct {
	seen    [][numPlaces]wordSet // by seat
	players werewolf.SeatSet     // who has any
	present []category
}

func newClues(players int) clues { return clues{seen: make([][numPlaces]wordSet, players+1)} }

func (k *clues) clear() {
	for id := range k.players.All() {
		k.seen[id] = [numPlaces]wordSet{}
	}
	k.players = 0
}

// tellsNothing are the categories that say nothing of a player.
func tellsNothing(c category) bool {
	switch c {
	case catName, catAt, catOther, catComma, catList, catLast, catMarks, catAsked, catAny:
		return true
	}
	return false
}

// collect adds the clues of a clause.
func (k *clues) collect(u *utterance, g *grammar, c *clause) {
	k.present = k.present[:0]
	players := u.subject | u.addressee | u.last
	for i := range c.n {
		players |= c.tokens[i].who
	}
	players = players.Without(u.speaker)
	if players == 0 {
		return
	}
	for cat := range category(len(g.cats.names)) {
		if c.has[cat] != 0 && !tellsNothing(cat) {
			k.present = append(k.present, cat)
		}
	}
	k.players |= players
	for id := range players.All() {
		for p, places := range u.placesOf(c, id) {
			if places == 0 {
				continue
			}
			set := &k.seen[id][p]
			for _, cat := range k.present {
				if c.has[cat]&places != 0 {
					set.add(cat)
				}
			}
			if c.asked {
				set.add(catAny)
			}
		}
	}
}

// placesOf returns the words of a clause at each place to a player.
func (u *utterance) placesOf(c *clause, id werewolf.SeatID) (all [numPlaces]tokenSet) {
	named := false
	for i := range c.n {
		if !c.tokens[i].who.Has(id) || c.called&bit(i) != 0 {
			continue
		}
		named = true
		all[beside] |= between(i+1, min(c.n, i+2))
		all[near] |= between(i+2, min(c.n, i+6))
		all[far] |= between(i+6, c.n)
		all[leading] |= between(max(0, i-3), i)
	}
	whole := between(0, c.n)
	switch {
	case named:
	case u.subject.Has(id) && u.addressee.Has(id):
		all[both] = whole
	case u.subject.Has(id):
		all[about] = whole
	case u.addressee.Has(id):
		all[addressed] = whole
	case u.last.Has(id):
		all[recent] = whole
	}
	return all
}

// conclusions returns what the rules' rows say of a player, as bits.
func conclusions(rows speech.Rows, by, id werewolf.SeatID) (all uint16) {
	set := func(c conclusion, yes bool) {
		if yes {
			all |= 1 << c
		}
	}
	asked, everybody := rows.Asked(by)
	set(isAccused, rows.Suspected().Has(id))
	set(isTrusted, rows.Trusted().Has(id))
	set(getsVote, rows.Announced(speech.Vote) == id)
	set(getsRequest, rows.Requested(speech.Vote) == id)
	set(isAsked, asked.Has(id))
	set(allAsked, everybody)
	for r := range rows.Results(by) {
		set(isFoundHuman, r.Target == id && r.Species == werewolf.Human)
		set(isFoundWolf, r.Target == id && r.Species == werewolf.Wolf)
	}
	for r := range rows.Reports(by) {
		set(isToldHuman, r.Target == id && r.Species == werewolf.Human)
		set(isToldWolf, r.Target == id && r.Species == werewolf.Wolf)
		set(hasTold, r.Subject == id)
	}
	return all
}

// Clues returns what the rules alone understand of an utterance, and what the grammar finds about each other player it
// speaks of or to: clues, by names that the learned weights have, sorted. It files nothing.
func (l *Listener) Clues(u *werewolf.Utterance, whisper bool) (speech.Rows, map[werewolf.SeatID][]string) {
	if protocolWord(u) != speech.NoVerb || u.Seat <= 0 || int(u.Seat) > len(l.table.Names) {
		return nil, nil
	}
	l.unlearned = true
	rows := l.Understand(u, whisper)
	l.unlearned = false
	names := languages()[languageOf(u.Text)].grammar.cats.names
	all := map[werewolf.SeatID][]string{}
	for id := range l.clues.players.All() {
		all[id] = l.clues.named(id, conclusions(rows, u.Seat, id), names)
	}
	return rows, all
}

// named returns the clues about a player by name.
func (k *clues) named(id werewolf.SeatID, said uint16, names []string) (all []string) {
	for p := range numPlaces {
		for w, word := range k.seen[id][p] {
			for ; word != 0; word &= word - 1 {
				all = append(all, placeNames[p]+" "+names[w*64+bits.TrailingZeros64(word)])
			}
		}
	}
	for c := range numConclusions {
		if said>>c&1 != 0 {
			all = append(all, conclusionNames[c])
		}
	}
	slices.Sort(all)
	return all
}
