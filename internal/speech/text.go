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

var phaseNames = [...]string{"talk", "skip", "over"}

var topicNames = [...]string{"", "suspect", "vote", "result", "role", "why", "plan"}

// String is the word of the protocol, "" for NoVerb.
func (v Verb) String() string { return nameOf(verbNames[:], int(v)) }

// String is talk, skip or over.
func (p Phase) String() string { return nameOf(phaseNames[:], int(p)) }

// String is the topic in one word, "" for AnyTopic.
func (t Topic) String() string { return nameOf(topicNames[:], int(t)) }

// MarshalText writes the word of the protocol.
func (v Verb) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText reads a word of the protocol; "" is NoVerb.
func (v *Verb) UnmarshalText(b []byte) error { return named(v, verbNames[:], b, "verb") }

// MarshalText writes talk, skip or over.
func (p Phase) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads talk, skip or over.
func (p *Phase) UnmarshalText(b []byte) error { return named(p, phaseNames[:], b, "phase") }

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
		return fmt.Errorf("speech: unknown %s %q (known: %q)", what, b, names)
	}
	*to = T(i)
	return nil
}

// String is the agent as the protocol writes it: Agent[01], ANY or UNSPEC; ANY where a sentence needs one and none is
// said.
func (a Agent) String() string {
	switch {
	case a > 0:
		return fmt.Sprintf("Agent[%02d]", int(a))
	case a == Unspec:
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

// String is the sentence as the protocol writes it. For every act that Parse returns, Parse of its String is equal to it.
func (a Act) String() string {
	var b strings.Builder
	a.write(&b)
	return b.String()
}

func (a Act) write(b *strings.Builder) {
	if a.Subject != 0 {
		b.WriteString(a.Subject.String())
		b.WriteByte(' ')
	}
	b.WriteString(a.Verb.String())
	form := formOf(a.Verb)
	if form.day {
		fmt.Fprintf(b, " %d", a.Day)
	}
	if form.target {
		b.WriteByte(' ')
		b.WriteString(a.Target.String())
	}
	if form.role || form.species {
		b.WriteByte(' ')
		b.WriteString(a.value())
	}
	if form.talk {
		b.WriteByte(' ')
		b.WriteString(a.Talk.String())
	}
	for _, inner := range a.Inner {
		b.WriteString(" (")
		inner.write(b)
		b.WriteByte(')')
	}
}

// value is the role or species, ANY for neither.
func (a Act) value() string {
	switch {
	case a.Role != werewolf.NoRole:
		return a.Role.String()
	case a.Species != werewolf.NoSpecies:
		return a.Species.String()
	}
	return "ANY"
}
