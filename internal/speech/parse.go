package speech

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"wolfden/werewolf"
)

// maxDepth is how deep sentences may stand in one another.
const maxDepth = 16

// ErrSentence is a text that is no sentence of the protocol; errors that wrap it say what is wrong and where.
var ErrSentence = errors.New("no sentence of the protocol")

// form is what follows a verb.
type form struct {
	target, role, species, talk, day bool
	least, most                      int // sentences in parentheses
}

const noLimit = 1 << 30

// formOf is the right side of the grammar, a case a line of it.
func formOf(v Verb) form {
	switch v {
	case Estimate:
		return form{target: true, role: true, species: true}
	case ComingOut:
		return form{target: true, role: true}
	case Divination, Guard, Vote, Attack, Guarded, Voted, Attacked:
		return form{target: true}
	case Divined, Identified:
		return form{target: true, species: true}
	case Agree, Disagree:
		return form{talk: true}
	case Request, Inquire:
		return form{target: true, least: 1, most: 1}
	case Day:
		return form{day: true, least: 1, most: 1}
	case Not:
		return form{least: 1, most: 1}
	case Because, Xor:
		return form{least: 2, most: 2}
	case And, Or:
		return form{least: 2, most: noLimit}
	default:
		return form{}
	}
}

// parser reads a sentence from left to right.
type parser struct {
	text  string
	at    int
	depth int
	rows  Rows
}

// Parse reads one sentence of the protocol. Words are parted by blanks; blanks at the ends do not count. Errors wrap
// ErrSentence and name the place.
func Parse(text string) (Rows, error) {
	p := &parser{text: text}
	err := p.sentence(0)
	if err == nil && p.peek() != "" {
		err = p.fail("something after the sentence: %q", p.peek())
	}
	if err != nil {
		return nil, err
	}
	return p.rows, nil
}

func (p *parser) fail(format string, args ...any) error {
	return fmt.Errorf("character %d: %s: %w", p.at+1, fmt.Sprintf(format, args...), ErrSentence)
}

// peek is the next word or parenthesis, "" at the end; long ones are cut, since no word of the protocol is long.
func (p *parser) peek() string {
	for p.at < len(p.text) && p.text[p.at] == ' ' {
		p.at++
	}
	rest := p.text[p.at:]
	if rest == "" {
		return ""
	}
	if rest[0] == '(' || rest[0] == ')' {
		return rest[:1]
	}
	const longest = 24
	rest = rest[:min(len(rest), longest)]
	if i := strings.IndexAny(rest, " ()"); i >= 0 {
		rest = rest[:i]
	}
	return rest
}

func (p *parser) next() string {
	word := p.peek()
	p.at += len(word)
	return word
}

// sentence reads a sentence that stands in row in, with all that stands in it.
func (p *parser) sentence(in int) (err error) {
	if p.depth++; p.depth > maxDepth {
		return p.fail("more than %d sentences in one another", maxDepth)
	}
	defer func() { p.depth-- }()
	a := Act{In: in}
	if subject, ok := agentNamed(p.peek()); ok {
		p.next()
		a.Subject = subject
	}
	word := p.peek()
	if err := named(&a.Verb, verbNames[:], []byte(word), "verb"); err != nil || a.Verb == NoVerb {
		return p.fail("%q is no verb", word)
	}
	p.next()
	f := formOf(a.Verb)
	if err := p.fields(&a, f); err != nil {
		return err
	}
	p.rows = append(p.rows, a)
	return p.inner(len(p.rows), f)
}

// fields reads what the verb takes.
func (p *parser) fields(a *Act, f form) (err error) {
	if f.day {
		if a.Day, err = p.number(""); err != nil {
			return err
		}
	}
	if f.target {
		if a.Target, err = p.target(); err != nil {
			return err
		}
	}
	if f.role || f.species {
		if err := p.value(a, f); err != nil {
			return err
		}
	}
	if f.talk {
		return p.talk(&a.Talk)
	}
	return nil
}

// agentNamed reads Agent[NN], ANY or UNSPEC.
func agentNamed(word string) (werewolf.SeatID, bool) {
	switch word {
	case "ANY":
		return Any, true
	case "UNSPEC":
		return Unspec, true
	}
	digits, ok := strings.CutPrefix(word, "Agent[")
	if !ok || len(digits) != 3 || digits[2] != ']' {
		return 0, false
	}
	n, err := strconv.ParseUint(digits[:2], 10, 8)
	return werewolf.SeatID(n), err == nil && n >= 1 && n <= werewolf.MaxSeats
}

func (p *parser) target() (werewolf.SeatID, error) {
	id, ok := agentNamed(p.peek())
	if !ok || id == Unspec {
		return 0, p.fail("%q is no agent (want Agent[01] to Agent[%d], or ANY)", p.peek(), werewolf.MaxSeats)
	}
	p.next()
	return max(id, 0), nil
}

// value reads a role or a species. A werewolf is a role where the verb takes both.
func (p *parser) value(a *Act, f form) error {
	word := p.peek()
	known := word == "ANY"
	if f.role && word != "" && a.Role.UnmarshalText([]byte(word)) == nil {
		known = true
	} else if f.species && word != "" && a.Species.UnmarshalText([]byte(word)) == nil {
		known = true
	}
	if !known {
		return p.fail("%q is neither role nor species that %s takes", word, a.Verb)
	}
	p.next()
	return nil
}

// number reads digits after a prefix.
func (p *parser) number(prefix string) (int, error) {
	word := p.peek()
	digits, ok := strings.CutPrefix(word, prefix)
	n, err := strconv.ParseUint(digits, 10, 31)
	if !ok || err != nil || strconv.FormatUint(n, 10) != digits {
		return 0, p.fail("%q is no number with %q before it", word, prefix)
	}
	p.next()
	return int(n), nil
}

func (p *parser) talk(t *Talk) (err error) {
	switch word := p.peek(); word {
	case "TALK":
	case "WHISPER":
		t.Whisper = true
	default:
		return p.fail("%q is neither TALK nor WHISPER", word)
	}
	p.next()
	if t.Day, err = p.number("day"); err != nil {
		return err
	}
	t.ID, err = p.number("ID:")
	return err
}

// inner reads the sentences in parentheses after row n.
func (p *parser) inner(n int, f form) error {
	found := 0
	for ; found < f.most && p.peek() == "("; found++ {
		p.next()
		if err := p.sentence(n); err != nil {
			return err
		}
		if p.peek() != ")" {
			return p.fail("a sentence is not closed by )")
		}
		p.next()
	}
	if found < f.least {
		return p.fail("%s needs %d sentences in parentheses", p.rows[n-1].Verb, f.least)
	}
	if p.rows[n-1].Verb == Inquire {
		p.rows[n-1].Topic, p.rows[n-1].About = topicOf(p.rows[n])
	}
	return nil
}

// topicOf is what a question wants to know that is about a row.
func topicOf(a Act) (Topic, werewolf.SeatID) {
	switch a.Verb {
	case Estimate:
		return SuspectWhom, a.Target
	case Vote:
		return VoteWhom, 0
	case Divined, Identified:
		return WhichResult, a.Target
	case ComingOut:
		return WhichRole, 0
	case Divination, Guard, Attack:
		return WhichPlan, 0
	case Because:
		return WhyTopic, 0
	default:
		return AnyTopic, 0
	}
}
