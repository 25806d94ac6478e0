package understand

import (
	"strings"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// Table is what a listener knows from the start: the names of seat 1, 2 and so on, and how many there are of each role.
// Of zero Roles nothing is known.
type Table struct {
	Names []string
	Roles werewolf.RoleCounts
}

// Listener hears one game. It is not safe for concurrent use.
type Listener struct {
	table  Table
	roster [2]*roster // by language, since a name may be a word in one of them
	claims Claims
	pack   werewolf.SeatSet // who has whispered
	reader reader
	clause clause
	talk   utterance
}

// New listens at a table, of which it takes at most werewolf.MaxSeats names.
func New(t Table) *Listener {
	t.Names = t.Names[:min(len(t.Names), werewolf.MaxSeats)]
	l := &Listener{table: t}
	for i, lang := range languages() {
		l.roster[i] = newRoster(t.Names, func(s string) bool {
			_, end := lang.lexicon.trie.longest([]byte(s), 0, false)
			return end == len(s)
		})
	}
	return l
}

// Claims is what has been claimed so far; it changes as the listener hears more and must not be changed.
func (l *Listener) Claims() *Claims { return &l.claims }

// has reports whether there is such a role at the table, as far as is known.
func (l *Listener) has(r werewolf.Role) bool {
	return l.table.Roles.Total() == 0 || l.table.Roles[r] > 0
}

// Died tells the listener of a death, so that "the remaining seer" can be found.
func (l *Listener) Died(id werewolf.SeatID) {
	if id > 0 && int(id) <= len(l.table.Names) {
		l.claims.dead = l.claims.dead.With(id)
	}
}

// Hear reads one utterance; whisper says where it was heard. Utterances come in the order in which they were said. An
// utterance of nobody at the table says nothing.
func (l *Listener) Hear(u werewolf.Utterance, whisper bool) speech.Reading {
	var r speech.Reading
	if u.Seat <= 0 || int(u.Seat) > len(l.table.Names) {
		return r
	}
	if r.Phase = phaseOf(u); r.Phase != speech.TalkPhase {
		r.Acts = speech.ActsOf(u.Seat, &r)
		return r
	}
	if whisper {
		l.pack = l.pack.With(u.Seat)
	}
	tongue := languageOf(u.Text)
	lang := languages()[tongue]
	names := l.roster[tongue]
	r.Mention = names.mentions(u.Text)
	l.talk.begin(l, u, whisper)
	l.reader.load(u.Text)
	for l.reader.next(&l.clause, &lang.lexicon, names) {
		l.talk.hear(lang.grammar, &l.clause)
	}
	l.talk.settle(&r)
	l.claims.hear(u.Seat, &r)
	return r
}

// phaseOf tells an utterance from the words of the protocol, which stand alone.
func phaseOf(u werewolf.Utterance) speech.Phase {
	switch text := strings.TrimSpace(u.Text); {
	case u.Skip || text == "Skip" || text == "..." || text == "":
		return speech.SkipPhase
	case u.Over || text == "Over":
		return speech.OverPhase
	}
	return speech.TalkPhase
}
