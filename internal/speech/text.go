package speech

import (
	"fmt"
	"slices"
	"strings"

	"wolfden/werewolf"
)

var verbNames = [...]string{
	"", "ESTIMATE", "COMINGOUT", "DIVINATION", "GUARD", "VOTE", "ATTACK", "DIVINED", "IDENTIFIED", "GUARDED", "VOTED",
	"ATTACKED", "AGREE", "DISAGREE", "Skip", "Over", "REQUEST", "INQUIRE", "BECAUSE", "DAY", "NOT", "AND", "OR", "XOR",
}

var topicNames = [...]string{"", "suspect", "vote", "result", "role", "why", "plan"}

// String is the word of the protocol, "" for NoVerb.
func (v Verb) String() string { return nameOf(verbNames[:], int(v)) }

// String is the topic in one word, "" for AnyTopic.
func (t Topic) String() string { return nameOf(topicNames[:], int(t)) }

// MarshalText writes the word of the protocol.
func (v Verb) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText reads a word of the protocol; "" is NoVerb.
func (v *Verb) UnmarshalText(b []byte) error { return named(v, verbNames[:], b, "verb") }

// MarshalText writes the topic in one word.
func (t Topic) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads a topic; "" is AnyTopic.
func (t *Topic) UnmarshalText(b []byte) error { return named(t, topicNames[:], b, "topic") }

func nameOf(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return fmt.Sprintf("?%d", i)
}

func named[T ~uint8](to *T, names []string, b []byte, what string) error {
	i := slices.Index(names, string(b))
	if i < 0 {
		return fmt.Errorf("unknown %s %q (known: %q)", what, b, names)
	}
	*to = T(i)
	return nil
}

// agentText is a player as the protocol writes it: Agent[01], ANY or UNSPEC; ANY where none is said.
func agentText(id werewolf.SeatID) string {
	switch {
	case id > 0:
		return fmt.Sprintf("Agent[%02d]", int(id))
	case id == Unspec:
		return "UNSPEC"
	}
	return "ANY"
}

// String is the talk as the protocol writes it.
func (t Talk) String() string {
	kind := "TALK"
	if t.Whisper {
		kind = "WHISPER"
	}
	return fmt.Sprintf("%s day%d ID:%d", kind, t.Day, t.ID)
}

// String is the row as the protocol writes it, without what stands in it.
func (a Act) String() string { return Rows{a}.Sentence(1, nil) }

// String is all sentences, parted by semicolons.
func (r Rows) String() string {
	var all []string
	for n := range r.Sentences() {
		all = append(all, r.Sentence(n, nil))
	}
	return strings.Join(all, "; ")
}

// Sentence is row n, from 1, with what stands in it, as the protocol writes it with the roles of the table. Whatever Parse
// returns, Parse of its first sentence returns again.
func (r Rows) Sentence(n int, t *werewolf.RoleTable) string {
	var b strings.Builder
	r.write(&b, n, t)
	return b.String()
}

func (r Rows) write(b *strings.Builder, n int, t *werewolf.RoleTable) {
	a := r[n-1]
	if a.Subject != 0 {
		b.WriteString(agentText(a.Subject))
		b.WriteByte(' ')
	}
	b.WriteString(a.Verb.String())
	form := formOf(a.Verb)
	if form.day {
		fmt.Fprintf(b, " %d", a.Day)
	}
	if form.target {
		b.WriteByte(' ')
		b.WriteString(agentText(a.Target))
	}
	if form.role || form.species {
		b.WriteByte(' ')
		b.WriteString(a.value(t))
	}
	if form.talk {
		b.WriteByte(' ')
		b.WriteString(a.Talk.String())
	}
	for inner := range r.Inside(n) {
		b.WriteString(" (")
		r.write(b, inner, t)
		b.WriteByte(')')
	}
}

// value is the role or species, ANY for neither.
func (a Act) value(t *werewolf.RoleTable) string {
	switch {
	case a.Role != werewolf.NoRole:
		return t.Name(a.Role)
	case a.Species != werewolf.NoSpecies:
		return a.Species.String()
	}
	return "ANY"
}
