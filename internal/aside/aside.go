// Package aside speaks with a program beside the game it plays.
//
// Its law: nothing said aside is of any consequence to the game. A program is spoken to only when it has asked for it, may ignore
// what it is asked, and loses nothing by a word that is refused, which it is told why. Words are kept with the notes of its own
// seat, which nobody else in the game sees, and are bounded.
package aside

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"sync"

	"wolfden/werewolf"
	"wolfden/wire"
)

// Topics of the notes: beliefs that were asked for, as built-in players have them; notes without a topic of their own; and why a word
// was refused.
const (
	TopicBeliefs = "probe"
	TopicNote    = "note"
	TopicRefused = "aside"
)

// Limits, in bytes but for the number of refusals: of one word, of the notes kept for one answer, of those of a game, and how often
// in a game a program is told of a refusal.
const (
	MaxWord     = 16 << 10
	maxHeld     = 128 << 10
	maxGame     = 2 << 20
	maxRefusals = 40
)

// maxTopic is the longest topic of a program's note, in bytes.
const maxTopic = 24

// slack is how far from 1 the chances of a player may sum up.
const slack = 0.011

// Box is what is said aside in one game of one program. It is safe for concurrent use.
type Box struct {
	send func(packet []byte) error

	mu       sync.Mutex
	question *wire.Aside // that waits for an answer
	notes    [][2]string // that nobody has taken yet: topic, text
	held     int         // bytes in them
	kept     int         // bytes of notes in all
	refusals int
}

// NewBox makes the box of a game, whose packets are sent by send.
func NewBox(send func(packet []byte) error) *Box { return &Box{send: send} }

// Ask asks for the chance of each role of each of the others, as the rules of the observation have them.
func (b *Box) Ask(game string, o *werewolf.Observation) {
	q := wire.Aside{Ask: wire.AskBeliefs, GameID: game, Day: o.Day}
	for id := range werewolf.SeatsUpTo(len(o.Names)).Without(o.Seat).All() {
		q.Agents = append(q.Agents, o.Name(id))
	}
	for _, role := range o.Rules.Roles.Listed() {
		if o.Rules.Roles[role] > 0 {
			q.Roles = append(q.Roles, o.Rules.Table.Name(role))
		}
	}
	b.mu.Lock()
	b.question = &q
	b.mu.Unlock()
	_ = b.send(q.Encode()) // a connection that is lost is noticed by who plays on it
}

// Close ends the time for an answer.
func (b *Box) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.question = nil
}

// Hear takes a word of the program, which has so many bytes, whether or not they are all there. It reports whether the word was taken.
func (b *Box) Hear(text string, length int) bool {
	refused := b.take(text, length)
	if refused != nil {
		b.refuse(refused)
	}
	return refused == nil
}

// take keeps what a word says, or says why not.
func (b *Box) take(text string, length int) error {
	if length > MaxWord {
		return fmt.Errorf("it has %d bytes; at most %d are read", length, MaxWord)
	}
	word, err := wire.DecodeAsideWord(text)
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case word.Note != "" && word.Beliefs != nil:
		return errors.New("it has a note and beliefs; send two")
	case word.Note != "":
		return b.note(word)
	case word.Beliefs != nil:
		return b.believe(word)
	default:
		return errors.New("it has neither a note nor beliefs")
	}
}

// note keeps a note. The lock is held.
func (b *Box) note(word wire.AsideWord) error {
	if word.Topic == "" {
		word.Topic = TopicNote
	}
	if err := checkTopic(word.Topic); err != nil {
		return err
	}
	return b.keep(word.Topic, word.Note)
}

// taken are topics that say who wrote a note, so that no program may write under them.
var taken = [...]string{TopicBeliefs, TopicRefused, "output", "model", "meaning"}

func checkTopic(topic string) error {
	odd := func(r rune) bool { return (r < 'a' || r > 'z') && r != '-' && r != '_' }
	switch {
	case len(topic) > maxTopic || strings.ContainsFunc(topic, odd):
		return fmt.Errorf("topic: a word of at most %d small letters, - and _", maxTopic)
	case slices.Contains(taken[:], topic):
		return fmt.Errorf("topic: %s is not for programs; take another", topic)
	default:
		return nil
	}
}

// keep keeps a note until it is taken. The lock is held.
func (b *Box) keep(topic, text string) error {
	size := len(topic) + len(text)
	switch {
	case b.held+size > maxHeld:
		return fmt.Errorf("notes between two answers may have %d bytes, and this is too much", maxHeld)
	case b.kept+size > maxGame:
		return fmt.Errorf("notes of a game may have %d bytes, and this is too much", maxGame)
	}
	b.held, b.kept = b.held+size, b.kept+size
	b.notes = append(b.notes, [2]string{topic, text})
	return nil
}

// believe keeps the answer to the question. The lock is held.
func (b *Box) believe(word wire.AsideWord) error {
	q := b.question
	if q == nil || word.Day != q.Day {
		return fmt.Errorf("day: beliefs of day %d are not asked for now; they are due before the vote of the day that the question names", word.Day)
	}
	told, err := chances(q, word.Beliefs)
	if err != nil {
		return err
	}
	text, err := json.Marshal(told)
	if err != nil {
		return fmt.Errorf("beliefs: %w", err)
	}
	if err := b.keep(TopicBeliefs, string(text)); err != nil {
		return err
	}
	b.question = nil
	return nil
}

// chances are the beliefs with every role of the game, those of a player brought to 1.
func chances(q *wire.Aside, told wire.Beliefs) (wire.Beliefs, error) {
	all := wire.Beliefs{}
	for _, name := range q.Agents {
		roles, ok := told[name]
		if !ok {
			continue
		}
		all[name] = map[string]float64{}
		sum := 0.0
		for _, role := range q.Roles {
			p := roles[role]
			if !(p >= 0 && p <= 1) {
				return nil, fmt.Errorf("beliefs: %s, %s: %v is no chance from 0 to 1", name, role, p)
			}
			all[name][role] = p
			sum += p
		}
		for role := range roles {
			if !slices.Contains(q.Roles, role) {
				return nil, fmt.Errorf("beliefs: %s: %q is no role of this game, which has %s", name, shown(role), strings.Join(q.Roles, ", "))
			}
		}
		if math.Abs(sum-1) > slack {
			return nil, fmt.Errorf("beliefs: %s: the chances come to %.3g, not to 1", name, sum)
		}
		for role := range all[name] {
			all[name][role] /= sum
		}
	}
	for name := range told {
		if !slices.Contains(q.Agents, name) {
			return nil, fmt.Errorf("beliefs: %q is none of those who were asked about: %s", shown(name), strings.Join(q.Agents, ", "))
		}
	}
	if len(all) == 0 {
		return nil, errors.New("beliefs: there are none")
	}
	return all, nil
}

// shown is a program's word as an error quotes it.
func shown(word string) string {
	const most = 40
	if len(word) > most {
		word = strings.ToValidUTF8(word[:most], "") + "..."
	}
	return word
}

// refuse tells the program, and its seat, why a word was refused, unless they have heard that too often.
func (b *Box) refuse(why error) {
	b.mu.Lock()
	b.refusals++
	told := b.refusals <= maxRefusals
	text := why.Error()
	if b.refusals == maxRefusals {
		text += " (of more refusals nothing is told)"
	}
	if told {
		_ = b.keep(TopicRefused, "refused: "+text) // where there is no room, the program is told all the same
	}
	b.mu.Unlock()
	if told {
		_ = b.send(wire.Aside{Refused: text}.Encode())
	}
}

// Notes yields what the seat is to know, as topic and text, once.
func (b *Box) Notes() iter.Seq2[string, string] {
	return func(yield func(topic, text string) bool) {
		b.mu.Lock()
		notes := b.notes
		b.notes, b.held = nil, 0
		b.mu.Unlock()
		for _, n := range notes {
			if !yield(n[0], n[1]) {
				return
			}
		}
	}
}
