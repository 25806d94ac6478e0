package talker

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// TopicRules is the topic of the note on what rules have decided.
const TopicRules = "rules"

// account is what is left of an answer's reasons when it is given. The zero account is of none.
type account struct {
	given  bool
	by     string          // the part of the decider that decided, where that says so
	moves  []string        // that said something
	target werewolf.SeatID // that was chosen
	wanted werewolf.SeatID // whom it wanted executed when it was asked last
	vote   werewolf.SeatID // that the utterance announces
	said   []Said
}

// Said is what was said of an Intention: which part of the decider wanted it, and its note.
type Said struct{ By, Note string }

// Said returns what was said in the last answer of what the decider wanted. The slice is fresh.
func (p *Self) Said() []Said { return slices.Clone(p.account.said) }

// say counts a move that said something.
func (a *account) say(name string) { a.moves = append(a.moves[:len(a.moves):len(a.moves)], name) }

// Notes yields under TopicRules why the player gave its last answer, once: whom it chose or what it said, what it shows itself as, whom
// it wants executed or suspects most with the heaviest reason, and which vote it has announced.
func (p *Player) Notes() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		if p.account.given {
			p.account.given = false
			yield(TopicRules, p.inWords())
		}
	}
}

// inWords is the account of the last answer in words. A choice stands first by its name.
func (p *Player) inWords() string {
	o, a := p.o, &p.account
	var parts []string
	if o.Request.Kind.Chooses() {
		by := ""
		if a.by != "" {
			by = "by " + a.by + ", "
		}
		parts = append(parts, o.Name(a.target)+": "+by+p.motive(a.target))
	} else {
		parts = append(parts, a.spoken(o))
	}
	if p.lies() {
		parts = append(parts, "shows "+o.Rules.Table.Name(p.pretence.Role))
	}
	top := p.opinion.Top(p.Suspects())
	switch {
	case a.wanted != 0 && a.wanted != a.target:
		parts = append(parts, "wants "+o.Name(a.wanted)+" executed, "+p.suspicion(a.wanted))
	case a.wanted == 0 && top != 0 && top != a.target:
		parts = append(parts, "suspects most "+o.Name(top)+", "+p.suspicion(top))
	}
	if plan := p.Plan(); plan != 0 && plan != a.target && a.vote == 0 {
		parts = append(parts, "has announced a vote for "+o.Name(plan))
	}
	return strings.Join(parts, "; ")
}

// spoken is which moves said something, and which vote was announced.
func (a *account) spoken(o *werewolf.Observation) string {
	text := "nothing to say"
	if len(a.moves) > 0 {
		text = "says: " + strings.Join(a.moves, ", ")
	}
	if a.vote != 0 {
		text += "; announces a vote for " + o.Name(a.vote)
	}
	return text
}

// motive is why a player was chosen.
func (p *Player) motive(target werewolf.SeatID) string {
	switch kind := p.o.Request.Kind; {
	case kind == werewolf.Vote && target == p.Plan():
		return "as announced, " + p.suspicion(target)
	case kind == werewolf.Attack && target == p.Favourite(p.o.Request.Targets):
		return "as most whispered"
	case kind == werewolf.Guard || kind == werewolf.Attack:
		if role := p.ledger.ClaimOf(target); role != werewolf.NoRole {
			return "claims " + p.o.Rules.Table.Name(role) + ", " + p.suspicion(target)
		}
	}
	return p.suspicion(target)
}

// suspicion is how suspicious a player is, with the heaviest reason for it.
func (p *Player) suspicion(id werewolf.SeatID) string {
	score, reason := p.opinion.Score[id], p.opinion.Against(id)
	if score < 0 {
		reason = p.opinion.For(id)
	}
	text := fmt.Sprintf("suspicion %+.1f", score)
	if why := reason.Phrase(english, p.o); why != "" {
		text += ": " + why
	}
	return text
}

// english is the language of notes.
const english = "en"

// said takes an utterance into the account.
func (p *Player) said(t *turn, text string) string {
	p.account.given, p.account.vote = text != "", t.Means.Announced(speech.Vote)
	return text
}
