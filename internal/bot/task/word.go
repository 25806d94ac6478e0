package task

import (
	"cmp"
	"strings"
	"unicode"

	"wolfden/internal/bot/scene"
	"wolfden/werewolf"
)

// WordIn asks for an utterance to the table, or to the werewolves where Scene.Action is WHISPER.
type WordIn struct {
	Scene scene.Scene `json:"scene"` // Talks is empty for a player that does not see the log
	// Draft is what the rules would say, "" where they would say nothing more. With Keep the utterance says the same in
	// other words: no claim, result, vote or name more or less. Guided, it keeps what the draft commits its speaker to, sees
	// the talk, the Strategy and of the draft what is Decided, and finds reasons of its own. Without Keep the model does not see the draft and decides
	// itself what is said, if anything is.
	Draft  string `json:"draft,omitempty"`
	Keep   bool   `json:"keep,omitempty"`
	Guided bool   `json:"guided,omitempty"` // with Keep
	// Decided is the draft but for its reasons, with Guided; "" where it gives nothing but a reason.
	Decided string `json:"decided,omitempty"`
	// Rules is what the rules would say, where the model is told that and decides itself.
	Rules    string   `json:"rules,omitempty"`
	Summary  string   `json:"summary,omitempty"`
	Analysis string   `json:"analysis,omitempty"`
	Strategy string   `json:"strategy,omitempty"`
	Memo     string   `json:"memo,omitempty"`
	Topic    string   `json:"topic,omitempty"`
	Logic    string   `json:"logic,omitempty"`    // what follows from certain facts
	Command  string   `json:"command,omitempty"`  // what the utterance must do; our own text, never the words of others
	Examples []string `json:"examples,omitempty"` // from other games
	Samples  []string `json:"samples,omitempty"`  // the same, for all players of the game alike
	// Blind is set where the talk is kept from who speaks; it is not asked to answer to it.
	Blind bool `json:"blind,omitempty"`
	// Due is set where something must be said: neither Over nor Skip is offered, and none is accepted.
	Due bool `json:"due,omitempty"`
}

// Mentions reports whether the utterance may well address somebody by name: all but the rewording of a draft that does not.
func (in *WordIn) Mentions() bool { return !in.Keep || strings.Contains(in.Draft, "@") }

// Shown is what a model that words the draft sees of it.
func (in *WordIn) Shown() string {
	if in.Guided {
		return in.Decided
	}
	return in.Draft
}

// easier is a guided draft without the talk: what a model cannot find reasons for it may still say in its own manner, without them.
func (in *WordIn) easier() *WordIn {
	if !in.Guided {
		return nil
	}
	bare := *in
	bare.Guided, bare.Draft = false, cmp.Or(in.Decided, in.Draft)
	return &bare
}

// gaveBack reports whether what is said has the draft's letters, its questions and whom it addresses: stops, commas and blanks come and go.
func (in *WordIn) gaveBack(said string) bool {
	bare := func(text string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '?' || r == '@' {
				return unicode.ToLower(r)
			}
			return -1
		}, strings.ReplaceAll(text, "？", "?"))
	}
	return in.Keep && bare(in.Draft) == bare(said)
}

func (in *WordIn) calm() bool { return in.Keep }

func (in *WordIn) answers() string { return strings.ToLower(in.Scene.Action) }

// Wording is what a model says; Skip instead of words says nothing this time, and Over that the player has nothing more to say today.
// Over is set where that is so, and then there are no words. With Keep or Due neither is accepted.
type Wording struct {
	Utterance string `json:"utterance"`
	Over      bool   `json:"over,omitempty"`
}

func (w *Wording) words() []*string { return []*string{&w.Utterance} }

// said is what goes out.
func (w *Wording) said() string {
	if w.Over {
		return werewolf.OverText
	}
	return w.Utterance
}

// silentAtLast: who says again what it has said already, though it was told so, has nothing new to say.
func silentAtLast(in *WordIn, _, _ *Wording, cause string) (w Wording, slip string) {
	if cause != breachRepeated || in.Keep || in.Due {
		return w, ""
	}
	return nothingNew(&in.Scene), repairedRepetition
}

// Word asks for an utterance.
var Word = New(embedded, Definition[WordIn, Wording]{
	About: About{
		Name: "word", Summary: "say something as the character would, or nothing", Tokens: 250, Heat: 0.9,
		Source: "all systems of 2024 and 2025 but mille: utterances",
	},
	Shorten: func(in *WordIn, tokens int) bool { return Without(&in.Scene, tokens, &in.Summary) },
	Rule:    func(in *WordIn) Wording { return Wording{Utterance: in.Draft, Over: in.Draft == ""} },
	Mends:   mendWording,
	Check:   checkWording,
	yields:  silentAtLast,
	reads:   spoken,
})
