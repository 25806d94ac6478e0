// Package character makes a whole character from a short profile.
//
// The law of the package: the character is made once, when the game begins, and never changes; nothing in it
// contradicts the profile. Without a model it contains what the profile says and the manner in which package wording
// speaks for it.
package character

import (
	"context"
	"embed"
	"math/rand/v2"
	"regexp"
	"strings"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/phrase"
	"wolfden/internal/bot/task"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

//go:embed words personas
var files embed.FS

var books = phrase.Shelf(files, "words")

func languages() []string { return []string{"en", "ja"} }

// Keeper keeps one player's character through one game. It is not safe for concurrent use.
type Keeper struct {
	desk *task.Desk
	rng  *rand.Rand
	made bool
	is   task.Character
}

// New returns a keeper that makes the character at the desk. Without a profile rng draws a manner of speech. The keeper
// keeps rng.
func New(d *task.Desk, rng *rand.Rand) *Keeper { return &Keeper{desk: d, rng: rng} }

// Of returns the character of the observation's player. The first call makes it.
func (k *Keeper) Of(ctx context.Context, o *werewolf.Observation) task.Character {
	if k.made {
		return k.is
	}
	k.made = true
	in := task.ExpandCharacterIn{Name: o.Name(o.Seat), Profile: o.Profile}
	known := task.ExpandCharacter.Rule(in)
	book, err := wording.In(k.desk.Lang())
	if err != nil {
		k.is = known // a language without words: what the profile says is all there is
		return k.is
	}
	if k.desk.Commas() {
		book = book.WithCommas()
	}
	voice := book.Voice(o.Profile, k.rng)
	in.Age, in.Gender = known.Age, known.Gender
	k.settle(&in, o.Profile, &voice)
	k.is = task.Ask(ctx, k.desk, task.ExpandCharacter, in)
	k.complete(book, o.Profile, &voice)
	return k.is
}

// Settle is what a module of a player does: it puts the character into every prompt of the answer and returns the note.
func (k *Keeper) Settle(t *agent.Table) agent.Changes {
	return agent.Changes{Note: k.Make(t).Note + k.Wear(t).Note}
}

// Make makes the character and returns the note.
func (k *Keeper) Make(t *agent.Table) agent.Changes {
	k.Of(t.Ctx, t.O)
	return agent.Changes{Note: k.Note()}
}

// Wear puts the character into every prompt of the answer.
func (k *Keeper) Wear(t *agent.Table) agent.Changes {
	t.Scene.Character = Text(k.desk.Lang(), &k.is)
	return agent.Changes{}
}

// Text is a character as prompts show it: a line for each part that is known, under its name, and one for each example.
func Text(lang string, c *task.Character) string {
	b := books(lang)
	var lines []string
	for _, part := range [...]struct{ kind, text string }{
		{"age", c.Age}, {"gender", c.Gender}, {"personality", c.Personality}, {"speech", c.Speech}, {"background", c.Background},
	} {
		if part.text != "" {
			lines = append(lines, b.Say(part.kind, "text", part.text))
		}
	}
	if len(c.Examples) > 0 {
		lines = append(lines, b.Say("examples"))
	}
	for _, example := range c.Examples {
		lines = append(lines, "- "+example)
	}
	return strings.Join(lines, "\n")
}

var years = regexp.MustCompile(`(\d{1,3})\s*(歳|才|[- ]?years?[- ]old)`)

// settle adds what running text tells of age and gender, so that no model can contradict it.
func (k *Keeper) settle(in *task.ExpandCharacterIn, profile string, voice *wording.Voice) {
	if m := years.FindStringSubmatch(profile); in.Age == "" && m != nil {
		in.Age = m[1]
	}
	if in.Gender != "" || strings.TrimSpace(profile) == "" {
		return
	}
	b := books(k.desk.Lang())
	switch voice.Gender {
	case wording.Male:
		in.Gender = b.Say("male")
	case wording.Female:
		in.Gender = b.Say("female")
	default: // it does not tell
	}
}

var tones = map[wording.Tone]string{
	wording.Polite: "tone-polite", wording.Rough: "tone-rough", wording.Shy: "tone-shy", wording.Cheerful: "tone-cheerful",
}

// How far a voice must lean for a word about it.
const leaning = 0.4

// complete adds what the task's rule leaves open, from how package wording would speak for the profile.
func (k *Keeper) complete(book *wording.Book, profile string, voice *wording.Voice) {
	b := books(k.desk.Lang())
	if k.is.Speech == "" {
		k.is.Speech = b.Say(tones[voice.Tone])
		switch {
		case voice.Talkativeness > leaning:
			k.is.Speech += " " + b.Say("talks-much")
		case voice.Talkativeness < -leaning:
			k.is.Speech += " " + b.Say("talks-little")
		}
	}
	if len(k.is.Examples) > 0 {
		return
	}
	speaker := wording.NewSpeaker(book, profile, wording.Seating{}, k.rng)
	for _, in := range []wording.SentenceKind{wording.Greet, wording.SmallTalk, wording.ClosingWords} {
		if sentence, ok := speaker.Say(in, wording.Slots{}, nil); ok {
			k.is.Examples = append(k.is.Examples, sentence)
		}
	}
}

// Note returns the character as JSON, "" before it is made.
func (k *Keeper) Note() string {
	if !k.made {
		return ""
	}
	return agent.JSON(&k.is)
}
