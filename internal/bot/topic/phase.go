package topic

import (
	"embed"
	"slices"
	"strings"
	"sync"

	"wolfden/internal/ledger"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// Phase is the state of a game as far as topics depend on it. The zero Phase is the greeting.
type Phase uint8

// The phases. The last one that applies counts; the greeting is all of day 0.
const (
	Greeting Phase = iota
	Opening        // nobody has claimed a role with a power or told a result
	Claims         // somebody has claimed or told
	Late           // half of the player's utterances of the day are used up
	Endgame        // at most four players live
	Closing        // it is the player's last utterance of the day
)

var phaseNames = []string{"greeting", "opening", "claims", "late", "endgame", "closing"}

// String returns the phase's name in the table.
func (p Phase) String() string { return phaseNames[min(int(p), len(phaseNames)-1)] }

// fewLeft is how many players an endgame has at most.
const fewLeft = 4

// phaseOf returns the phase of the observation.
func phaseOf(o *werewolf.Observation, b *ledger.Ledger) Phase {
	left, most := o.Request.Left.Count, o.Rules.Talk.MaxCount.PerAgent
	switch {
	case o.Day == 0:
		return Greeting
	case left == 0:
		return Closing
	case o.Living.Len() <= fewLeft:
		return Endgame
	case left != werewolf.NoLimit && most > 0 && 2*left < most:
		return Late
	case len(b.Findings()) > 0 || slices.ContainsFunc(b.Claims(), func(c ledger.Claim) bool { return c.Stands() && !b.Spec(c.Role).Ordinary() }):
		return Claims
	}
	return Opening
}

//go:embed tables prompts testdata/pick-topic.json variables.txt
var files embed.FS

var tables = sync.OnceValue(func() map[string][]Subject {
	return map[string][]Subject{"en": readTable("tables/en.txt"), "ja": readTable("tables/ja.txt")}
})

func readTable(path string) (list []Subject) {
	text, err := files.ReadFile(path)
	if err != nil {
		return nil // an embedded file is there; the tests count its lines
	}
	for line := range strings.Lines(string(text)) {
		head, sentence, found := strings.Cut(strings.TrimSpace(line), "|")
		words := strings.Fields(head)
		if !found || len(words) != 3 || words[0] == "#" {
			continue
		}
		phase := slices.Index(phaseNames, words[0])
		if phase < 0 {
			continue
		}
		subject := Subject{Name: words[1], Phase: Phase(phase), Text: strings.TrimSpace(sentence)}
		if words[2] != "-" {
			subject.Kind = wording.SentenceKind(strings.ReplaceAll(words[2], "-", " "))
		}
		list = append(list, subject)
	}
	return list
}

// Subjects returns those of a phase in a language, in the order of the table. The slice is fresh; it is empty for a
// language without a table.
func Subjects(lang string, p Phase) (list []Subject) {
	for _, s := range tables()[lang] {
		if s.Phase == p {
			list = append(list, s)
		}
	}
	return list
}
