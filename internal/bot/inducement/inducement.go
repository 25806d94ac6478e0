// Package inducement ends a player's day with a call to vote for one player.
//
// The law of the package: only a seer, a possessed or a werewolf does this, in its last utterance of the day, however early that
// is; after it the player only answers who asks it something. Section 7.1 of Watanabe and Kano (kanolab-nw, AIWolfDial 2025) gives
// the rules for the target. The utterance names the target, casts doubt on it and asks for the vote, since the paper found that
// hints alone do not move votes; told to hint, it asks for nothing, as the agent whose games the paper counts.
package inducement

import (
	"embed"
	"strings"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/chance"
	"wolfden/internal/bot/phrase"
	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

//go:embed phrases
var files embed.FS

// Ground is the rule by which a target was chosen. The zero Ground chose nobody.
type Ground uint8

// The grounds, in the order in which the rules try them.
const (
	NoGround   Ground = iota
	FoundWolf         // seer: a living player it divined as a werewolf; possessed: one of whom it told that
	RivalSeer         // seer: a living player who claims to be the seer too
	SeenSeer          // possessed: the player it takes for the seer
	AnyLiving         // possessed that has found neither seer nor werewolf
	PowerClaim        // werewolf: a claimant of a power who is no ally
	AnyNonAlly        // werewolf: anybody but an ally, when nobody claims
)

var groundNames = [...]string{"", "found-wolf", "rival-seer", "seen-seer", "any-living", "power-claim", "any-non-ally"}

// String returns the ground's name in notes and data files, "" for NoGround.
func (g Ground) String() string { return groundNames[g] }

// Guess is whom a possessed takes for the seer and for a werewolf; its invented divination looks for both. 0 is nobody.
type Guess struct{ Seer, Werewolf werewolf.SeatID }

// Word is what the player has said that an attempt must fit: against whom it has announced its vote today, 0 for nobody, and whom it
// has told to be human, or a werewolf, by its own result.
type Word struct {
	Announced   werewolf.SeatID
	Human, Wolf werewolf.SeatSet
}

// Hint is one attempt in the form of the record, to be compared with the day's execution.
type Hint struct {
	Day     int    `json:"day"`
	Role    string `json:"role"`
	Target  string `json:"target"`
	Ground  string `json:"ground"`
	Asserts bool   `json:"asserts"` // the vote is asked for (speech.Rows.Asserts), and not only doubt evoked
	Text    string `json:"text"`
}

// salt keeps this stream apart from others of the same seed.
const salt = 0x696e64756365

// Inducer makes the attempts of one player in one game. It is not safe for concurrent use.
type Inducer struct {
	random  *chance.Stream
	phrases phrase.Book // shuffled
	told    phrase.Book // to a model, in order
	asserts bool
	hints   []Hint
	noted   int
}

// New returns an inducer that speaks lang, "en" or "ja"; the empty string is English. The seed decides what the rules
// draw and which sentence comes first. With asserts an attempt asks for the vote; without, it makes the target look suspicious and no more,
// as appendix A.11 has it.
func New(lang string, seed uint64, asserts bool) (*Inducer, error) {
	phrases, err := phrase.Read(files, "phrases", lang)
	if err != nil {
		return nil, err
	}
	return &Inducer{asserts: asserts, random: chance.New(seed, salt), told: phrases, phrases: phrases.Shuffled(seed)}, nil
}

// Target chooses the target and the ground for it; 0 when the rules name nobody, or for other roles. Where a rule leaves a choice,
// it is the player whose execution was announced. Whom the player has told to be human is taken where the rules name nobody else.
func (i *Inducer) Target(o *werewolf.Observation, b *ledger.Ledger, g Guess, w Word) (werewolf.SeatID, Ground) {
	i.random.Restart(o)
	rules := rulesOf(o, b, g, w)
	for _, spared := range []werewolf.SeatSet{w.Human.Without(w.Announced), 0} {
		for _, r := range rules {
			among := r.among &^ spared
			switch {
			case r.stop:
				return 0, NoGround
			case among.Has(w.Announced):
				return w.Announced, r.ground
			case among != 0:
				return i.random.Pick(among), r.ground
			}
		}
	}
	return 0, NoGround
}

// rule is a set of players from which one is drawn, if there are any. A stop ends the search without a target.
type rule struct {
	ground Ground
	among  werewolf.SeatSet
	stop   bool
}

// rulesOf are the rules of the observer's role, the first to be tried first. The paper says for the possessed that "the
// selection criteria are the same as those used by the Seer" and then gives its own; both hold: whom it has itself called a werewolf
// comes first, as in the games that went well (section 9.1), then whom it takes for the seer. Somebody found who has died cannot be
// voted for and counts as not found.
func rulesOf(o *werewolf.Observation, b *ledger.Ledger, g Guess, w Word) []rule {
	others := o.Others()
	switch spec := o.Spec(); {
	case spec.Power == werewolf.Divines:
		var found werewolf.SeatSet
		for _, f := range o.Divined {
			if f.Species == werewolf.Wolf {
				found = found.With(f.Target)
			}
		}
		return []rule{{ground: FoundWolf, among: found & others}, {ground: RivalSeer, among: b.ClaimantsOf(werewolf.Divines) & others}}
	case spec.Traitor():
		return []rule{
			{ground: FoundWolf, among: w.Wolf & others},
			{ground: SeenSeer, among: set(g.Seer) & others},
			{stop: set(g.Werewolf)&others != 0},
			{ground: AnyLiving, among: others},
		}
	case spec.IsWolf():
		free := others &^ o.Allies()
		claims := b.ClaimantsOf(werewolf.Divines) | b.ClaimantsOf(werewolf.Identifies) | b.ClaimantsOf(werewolf.Guards)
		return []rule{{ground: PowerClaim, among: claims & free}, {ground: AnyNonAlly, among: free}}
	default: // the village's other roles do not do it
		return nil
	}
}

func set(id werewolf.SeatID) werewolf.SeatSet {
	if id == 0 {
		return 0
	}
	return werewolf.SetOf(id)
}

// Calls returns utterances against the target, shuffled by the seed, to be worded in the speaker's voice: {t} is the target, {o} whom
// the word announced. One that goes against the player's own word of the day says why. The slice is fresh.
func (i *Inducer) Calls(target werewolf.SeatID, g Ground, w Word) []string {
	kind := g.String()
	if !i.asserts {
		return i.phrases.All("hint-" + kind)
	}
	if turn := w.turn(target); turn != "" {
		kind = turn
		if g == FoundWolf {
			kind += "-found-wolf"
		}
	}
	return i.phrases.All(kind)
}

// turn names how an attempt against the target departs from what was said, "" where it does not.
func (w *Word) turn(target werewolf.SeatID) string {
	changes, human := w.Announced != 0 && w.Announced != target, w.Human.Has(target)
	switch {
	case changes && human:
		return "change-human"
	case changes:
		return "change"
	case human:
		return "human"
	}
	return ""
}

// Brief returns what a model is told for an attempt: whom everybody is to vote for, what an utterance is like that casts doubt, and
// the ways to make the target look suspicious, a line each (section 7.2, appendix A.11).
func (i *Inducer) Brief(o *werewolf.Observation, target werewolf.SeatID, w Word) string {
	var lines []string
	kinds := []string{"brief-aim", "brief-negative", "brief-assert", "brief-ways", "brief-way", "brief-" + w.turn(target)}
	if !i.asserts {
		kinds = []string{"brief-aim", "brief-negative", "brief-ways", "brief-way"}
	}
	for _, kind := range kinds {
		lines = append(lines, i.told.All(kind, "t", o.Name(target), "o", o.Name(w.Announced))...)
	}
	return strings.Join(lines, "\n")
}

// Command returns the order that goes with a brief.
func (i *Inducer) Command(o *werewolf.Observation, target werewolf.SeatID) string {
	kind := "command"
	if !i.asserts {
		kind = "hint"
	}
	return i.told.Say(kind, "t", o.Name(target))
}

// Record notes that the text, which the others understand as rows, was sent against the target.
func (i *Inducer) Record(o *werewolf.Observation, target werewolf.SeatID, g Ground, text string, rows speech.Rows) {
	i.hints = append(i.hints, Hint{
		Day: o.Day, Role: o.Rules.Table.Name(o.Role()), Target: o.Name(target), Ground: g.String(), Text: text,
		Asserts: understand.Asserts(understand.Table{Names: o.Names, Roles: o.Rules.Roles, Specs: o.Rules.Table}, werewolf.Utterance{Day: o.Day, Seat: o.Seat, Text: text}, rows, target),
	})
}

// Hints returns the attempts so far, in order. The slice must not be changed.
func (i *Inducer) Hints() []Hint { return i.hints }

// Topic is the topic of Note.
const Topic = "inducement"

// Note returns the next attempt that was not noted yet, as a Hint in JSON; "" if there is none.
func (i *Inducer) Note() string {
	if i.noted == len(i.hints) {
		return ""
	}
	i.noted++
	return agent.JSON(&i.hints[i.noted-1])
}
