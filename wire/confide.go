package wire

import (
	"context"
	"iter"
	"time"

	"wolfden/werewolf"
)

// Thinker is a player that can say why it answered as it did. Notes yields, as topic and text, what it wrote down since it was last
// asked; it is called after each answer. Topics are single words in small letters.
type Thinker interface {
	Notes() iter.Seq2[string, string]
}

// Believer is a player that can be asked beside the game for the chance of each role of each of the others. The context ends after a
// quarter of the time for an answer, and no other call runs meanwhile. An error, or nil, is no answer.
type Believer interface {
	Believe(ctx context.Context, q Aside) (Beliefs, error)
}

// The part of the time for an answer that a question beside the game may take, and what it may where there is no limit.
const (
	asideShare   = 4
	longestAside = time.Minute
)

// handleAside takes what the server says beside the game.
func (t *caller) handleAside(a Aside) error {
	if a.Refused != "" {
		t.Log.Warn("refused beside the game", "why", werewolf.Clean(a.Refused))
		return nil
	}
	if _, ok := t.player.(Believer); ok && a.Ask == AskBeliefs && a.GameID == t.game {
		t.question = &a
	}
	return t.call()
}

// believe asks the player what it believes, once it has heard all that came before the question. It reports whether it did.
func (t *caller) believe() bool {
	q, player := t.question, t.player
	believer, ok := player.(Believer)
	if q == nil || !ok || len(t.queue) > 0 && !wantsAnswer(t.queue[0].Request) {
		return false
	}
	limit := longestAside
	if rules := t.asked.Rules; rules != nil && rules.Timeout.Action > 0 {
		limit = time.Duration(rules.Timeout.Action) * time.Millisecond / asideShare
	}
	t.question, t.asked.Request = nil, werewolf.Request{}
	t.busy, t.stale, t.believes = true, false, true
	t.number++
	t.begin(limit, func(ctx context.Context) (string, error) {
		beliefs, err := believer.Believe(ctx, *q)
		if err != nil || beliefs == nil {
			return "", err
		}
		return AsideWord{Day: q.Day, Beliefs: beliefs}.Encode()
	})
	return true
}

// sendBeliefs sends what the player believes, if it says so, and goes on.
func (t *caller) sendBeliefs(a answer) error {
	t.believes = false
	if a.err != nil {
		t.Log.Warn("the player did not say what it believes", "error", a.err)
	} else if a.text != "" {
		if err := t.write(a.text); err != nil {
			return err
		}
	}
	return t.call()
}

// sendNotes sends what the player noted.
func (t *caller) sendNotes() error {
	thinker, ok := t.player.(Thinker)
	if !ok || !t.asides {
		return nil
	}
	for topic, text := range thinker.Notes() {
		if text == "" {
			continue
		}
		word, err := AsideWord{Topic: topic, Note: text}.Encode()
		if err != nil {
			return err
		}
		if err := t.write(word); err != nil {
			return err
		}
	}
	return nil
}
