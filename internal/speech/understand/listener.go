package understand

import (
	"strings"

	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// Table is what a listener knows from the start: the names of seat 1, 2 and so on, and how many players have each role.
// With zero Roles the setup is unknown.
type Table struct {
	Names []string
	Roles werewolf.RoleCounts
	Specs *werewolf.RoleTable // the roles of the rules
	// Shared spares listeners to understand what others have understood. Nil shares nothing.
	Shared *Shared
}

// Listener hears one game and keeps its ledger, from which it understands the next utterance. It is not safe for
// concurrent use.
type Listener struct {
	table  Table
	meant  [werewolf.MaxRoles]werewolf.Role // by the role that a word names, the role meant
	tongue [2]*tongue                       // by language; nil until something is said in it
	ledger ledger.Writer
	buried int // number of the observation's deaths that were noted
	reader reader
	clause clause
	talk   utterance
	shared sharing
}

// played returns which role of the table the word for another one means. Whoever does not know what a role is called
// speaks of it by the role of the contest that resembles it most; a role that knows its fellows resembles none.
func (t *Table) played(named werewolf.Role) werewolf.Role {
	if t.Roles[named] > 0 {
		return named
	}
	for _, r := range t.Roles.InPlay().Slice() {
		if r != named && t.Specs.Like(r) == named && !t.Specs.Spec(r).Mason() {
			return r
		}
	}
	return named
}

// spec returns what the rules say of a role.
func (l *Listener) spec(r werewolf.Role) werewolf.RoleSpec { return l.table.Specs.Spec(r) }

// roleWith returns the role of the village with the power.
func (l *Listener) roleWith(p werewolf.Power) werewolf.Role {
	return l.table.Specs.First(l.table.Roles, p.OfVillage)
}

// New makes a listener for a table. It uses at most werewolf.MaxSeats names.
func New(t Table) *Listener {
	t.Names = t.Names[:min(len(t.Names), werewolf.MaxSeats)]
	l := &Listener{table: t, ledger: *ledger.NewWriter(t.Specs, t.Roles)}
	l.shared.begin(&t)
	for r := range l.meant {
		l.meant[r] = t.played(werewolf.Role(r))
	}
	return l
}

// tongue is a language as it is spoken at one table.
type tongue struct {
	*language
	roster *roster  // a name may be an ordinary word in one language and not in another
	own    *lexicon // the words for the table's own roles
}

// in returns the tongue of a text.
func (l *Listener) in(text string) *tongue {
	i := languageOf(text)
	if l.tongue[i] == nil {
		lang := languages[i]()
		l.tongue[i] = &tongue{lang, newRoster(l.table.Names, lang.isWord), lang.forRoles(l.table.Specs)}
	}
	return l.tongue[i]
}

// Ledger returns what has been heard so far; it grows as the listener hears more.
func (l *Listener) Ledger() *ledger.Ledger { return l.ledger.Reader() }

// inPlay reports whether the role is in the game, as far as is known.
func (l *Listener) inPlay(r werewolf.Role) bool {
	return l.table.Roles.Total() == 0 || l.table.Roles[r] > 0
}

// Died notes a death, so that "the remaining seer" can be resolved.
func (l *Listener) Died(id werewolf.SeatID) {
	if id > 0 && int(id) <= len(l.table.Names) {
		l.ledger.Died(id)
	}
}

// Hear understands one utterance and files it; whisper says where it was heard. Utterances come in the order in which
// they were said. An utterance of nobody at the table says nothing.
func (l *Listener) Hear(u werewolf.Utterance, whisper bool) speech.Rows {
	rows := l.Understand(&u, whisper)
	l.File(&u, whisper, rows)
	return rows
}

// File enters an utterance into the ledger with a meaning that the caller knows.
func (l *Listener) File(u *werewolf.Utterance, whisper bool, rows speech.Rows) {
	if whisper {
		l.ledger.Whisper(u, rows)
		return
	}
	l.ledger.Hear(u, rows)
}

// Amend replaces the meaning of a filed utterance of the observation's talk.
func (l *Listener) Amend(o *werewolf.Observation, at int, rows speech.Rows) {
	l.ledger.Amend(o.Talks, at, rows)
}

// Understand returns what an utterance says after everything that was filed. It files nothing.
func (l *Listener) Understand(u *werewolf.Utterance, whisper bool) speech.Rows {
	if u.Seat <= 0 || int(u.Seat) > len(l.table.Names) {
		return nil
	}
	if verb := protocolWord(u); verb != speech.NoVerb {
		return speech.Of(speech.Act{Verb: verb})
	}
	if whisper {
		return l.understand(u, true)
	}
	return l.shared.understood(l.ledger.Reader(), u, func() speech.Rows { return l.understand(u, false) })
}

// understand is Understand for an utterance with words.
func (l *Listener) understand(u *werewolf.Utterance, whisper bool) speech.Rows {
	lang := l.in(u.Text)
	l.talk.begin(l, u, whisper)
	l.reader.load(u.Text)
	l.reader.own = lang.own
	for l.reader.next(&l.clause, &lang.lexicon, lang.roster) {
		l.clause.setRoleMeanings(&l.meant)
		l.talk.addClause(lang.grammar, &l.clause)
	}
	return l.talk.settle()
}

// Follow hears what is new in the talk of an observation and notes who has died. What was said on earlier days is heard as it was
// then, before later deaths, so that whoever comes late understands the same. If amend is given, it may replace what was
// understood of an utterance with words.
func (l *Listener) Follow(o *werewolf.Observation, amend func(*werewolf.Utterance, speech.Rows) speech.Rows) {
	for at := l.ledger.Heard(); at < len(o.Talks); at++ {
		u := &o.Talks[at]
		for l.buried < len(o.Deaths) && (u.Day == o.Day || o.Deaths[l.buried].Day < u.Day) {
			l.bury(o)
		}
		rows := l.Understand(u, false)
		if amend != nil && rows.Worded() {
			rows = amend(u, rows)
		}
		l.File(u, false, rows)
	}
	for l.buried < len(o.Deaths) {
		l.bury(o)
	}
}

// bury notes the next death of the observation.
func (l *Listener) bury(o *werewolf.Observation) {
	l.Died(o.Deaths[l.buried].Seat)
	l.buried++
}

// Mentions returns the players whom a text calls by an @, each once, in order.
func (l *Listener) Mentions(text string) []werewolf.SeatID {
	return l.in(text).roster.mentions(text)
}

// protocolWord returns Skip or Over where an utterance is just that word.
func protocolWord(u *werewolf.Utterance) speech.Verb {
	switch text := strings.TrimSpace(u.Text); {
	case u.Skip || text == "Skip" || text == "..." || text == "":
		return speech.Skip
	case u.Over || text == "Over":
		return speech.Over
	}
	return speech.NoVerb
}
