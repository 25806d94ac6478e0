package chronicle

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"strconv"

	"wolfden/internal/contestlog"
	"wolfden/werewolf"
)

// Identity tells games apart by what happened in them. The zero Identity belongs to no game and equals no other.
type Identity struct {
	// Sum is the same for the same players who said and did the same.
	Sum [sha256.Size]byte
	// shown is Sum with teams in place of clients: feeds show no clients. So a record and its feed have the same.
	shown [sha256.Size]byte
	// byTeams says that clients tell no more than teams, as those of a feed, so that Sum is shown.
	byTeams bool
	// deeds is the same for the same players who spoke in the same order and did the same, whatever they said and whatever
	// they were called. Games that have only Deeds in common are one game whose talk was translated, if they are in two
	// languages: see Seen.
	deeds [sha256.Size]byte
}

// Again says whether a game was seen before.
type Again uint8

// New games were not seen before. Repeated ones came from another file. Translated ones came with their talk in another
// language.
const (
	New Again = iota
	Repeated
	Translated
)

// Seen tells which games come again. The zero Seen has seen none. It is not safe for concurrent use.
type Seen struct {
	sums   map[[sha256.Size]byte]int
	shown  map[[sha256.Size]byte]int
	byTeam map[[sha256.Size]byte]int // as shown, of games whose clients tell no more than teams
	deeds  map[[sha256.Size]byte][]knownGame
	ids    map[string]bool
	games  int
}

// knownGame is a game in one language.
type knownGame struct {
	lang     string
	recorded bool // where it was played, by this program
	place    int
}

// Add takes a game, and reports how it is to one that came before, and the place of that one among all that were added.
// A game that came in two languages before is a translation of the first; two records of games played here never are.
func (s *Seen) Add(g *Summary) (how Again, of int) {
	if s.sums == nil {
		s.sums, s.shown, s.byTeam = map[[sha256.Size]byte]int{}, map[[sha256.Size]byte]int{}, map[[sha256.Size]byte]int{}
		s.deeds = map[[sha256.Size]byte][]knownGame{}
	}
	place := s.games
	s.games++
	if g.Identity == (Identity{}) {
		return New, place
	}
	if first, known := s.known(&g.Identity, place); known {
		return Repeated, first
	}
	before := s.deeds[g.deeds]
	s.deeds[g.deeds] = append(before, knownGame{g.Lang, g.Recorded, place})
	if len(before) == 0 {
		return New, place
	}
	for _, b := range before {
		// Nobody translates the talk of a record: players that do not talk about what they do, do the same in both languages.
		if b.lang == g.Lang || b.lang == "" || g.Lang == "" || b.recorded && g.Recorded {
			return New, place // the same deeds by chance
		}
	}
	return Translated, before[0].place
}

// known finds the game among those before; else it is the one at the place. Besides by what is known of the clients games are
// compared by teams, where the clients of one of the two tell no more.
func (s *Seen) known(g *Identity, place int) (first int, known bool) {
	also := s.byTeam
	if g.byTeams {
		also = s.shown
	}
	if first, known = s.sums[g.Sum]; !known {
		first, known = also[g.shown]
	}
	if known {
		place = first
	}
	s.sums[g.Sum], s.shown[g.shown] = place, place
	if g.byTeams {
		s.byTeam[g.shown] = place
	}
	return first, known
}

// Name is an id for the game that no other game of those before had: its own, or its own with a suffix that follows from
// what happened, since games of one seed share theirs.
func (s *Seen) Name(g *Summary) string {
	name := g.ID
	if s.ids[name] {
		name += "-" + fmt.Sprintf("%x", g.Sum[:4])
	}
	if s.ids == nil {
		s.ids = map[string]bool{}
	}
	s.ids[name] = true
	return name
}

// Likeness is the same for what may be one game, which takes the identities to tell. It needs no more than Skim finds.
func (s *Summary) Likeness() string {
	var t tale
	t.number(int(s.Winner), s.Days)
	for i := range s.Players {
		p := &s.Players[i]
		t.number(int(p.Role), p.Died, int(p.Cause), p.Said+p.Passed)
	}
	return string(t)
}

// identify reckons the identity of a game that is complete otherwise.
func (g *Game) identify() {
	var clients, teams, deeds, lines tale
	for i := range g.Players {
		p := &g.Players[i]
		party, called, role := p.party(), column(p.Called), int(p.Role)
		clients.text(party)
		clients.text(called)
		clients.number(role)
		teams.text(stem(column(cmp.Or(p.Affiliation, p.Called))))
		teams.text(called)
		teams.number(role)
		deeds.text(party)
		deeds.number(role)
	}
	for i := range g.Lines {
		l := &g.Lines[i]
		void := l.Target == 0 && (l.Kind == contestlog.VoteLine || l.Kind == contestlog.AttackVoteLine)
		if l.Kind == contestlog.StatusLine || void {
			continue
		}
		for _, t := range [...]*tale{&lines, &deeds} {
			t.number(l.Day, int(l.Kind), int(l.Seat), int(l.Target), int(l.Winner))
		}
		if l.Speaks() {
			lines.text(spoken(l.Text))
		}
	}
	g.shown, g.deeds = sha256.Sum256(append(teams, lines...)), sha256.Sum256(deeds)
	if g.byTeams = bytes.Equal(clients, teams); g.byTeams {
		g.Sum = g.shown
	} else {
		g.Sum = sha256.Sum256(append(clients, lines...))
	}
}

// spoken is an utterance as the rules would have it, which replace what is empty.
func spoken(text string) string {
	if text = werewolf.Clean(text); text == "" {
		return werewolf.OverText
	}
	return text
}

// tale is what identities are made of.
type tale []byte

func (t *tale) number(all ...int) {
	for _, n := range all {
		*t = append(strconv.AppendInt(*t, int64(n), 10), ' ')
	}
}

func (t *tale) text(s string) {
	t.number(len(s))
	*t = append(*t, s...)
}

// language guesses from the writing of what everybody hears: whispers are secret, and whoever asks for the language may not.
func (g *Game) language() string {
	kana, latin := 0, 0
	for i := range g.Lines {
		if l := &g.Lines[i]; l.Kind != contestlog.TalkLine || l.passing {
			continue
		}
		for _, r := range g.Lines[i].Text {
			switch {
			case r|0x20 >= 'a' && r|0x20 <= 'z', r >= 0xc0 && r < 0x250:
				latin++
			case r >= 0x3041 && r <= 0x30ff, r >= 0x31f0 && r <= 0x31ff, r >= 0xff66 && r <= 0xff9d:
				kana++
			}
		}
	}
	switch {
	case kana > latin:
		return "ja"
	case latin > 0:
		return "en"
	default:
		return ""
	}
}
