package talker

import (
	"slices"

	"wolfden/internal/bot/chance"
	"wolfden/internal/bot/doubt"
	"wolfden/internal/bot/utterance"
	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// Self is a player's own word and mind by rules: what it shows of itself, has announced, suspects and wants. It is there to be read.
// No exported method changes it, but that draws are taken from its stream of chance, and that a note tells whom it wanted last.
//
// What belongs to an answer is its moment, which is handed over whole and begun anew. All else is the memory of a player, for
// something asks for it at a later answer: who has shown itself as the seer is bound by the role and the results that it made up
// (pretence); what it thought when it gave its word, before it hears what was said since, is what later news is measured by
// (opinion, pledge, spared); what the pack has agreed on is for the night and the next day (whispered).
type Self struct {
	seed     uint64
	decider  Decider
	random   *chance.Stream // of decisions
	composer *utterance.Composer

	moment
	ledger    *ledger.Ledger // of the table; what the player said itself is filed as it was meant
	opinion   opinion
	pretence  Pretence
	whispered whispered

	foreign   int                       // the player's own utterances in other words than the rules'
	pledge    pledge                    // of the last of them to announce a vote
	spared    map[werewolf.SeatID]trust // for whom it has spoken so today
	sparedDay int
	weighed   bool // it has an opinion, of the last answer until this one's is formed
}

// moment is what belongs to the answer at hand. Each begins with another one, so that nothing of the last is left in it.
type moment struct {
	o       *werewolf.Observation
	account account
	floor   floor
}

// opinion is the player's, with the scores that are lowered for the answer at hand as they were.
type opinion struct {
	doubt.Opinion
	lowered map[werewolf.SeatID]float32
}

// Meant returns what the player's last utterance meant; false if the player did not say the text. The slice is fresh.
func (p *Self) Meant(text string) (speech.Rows, bool) {
	meant, said := p.composer.Meant(text)
	return slices.Clone(meant), said
}

// Worded returns a text in the player's voice (see [wording.Speaker.Text]).
func (p *Self) Worded(text string, s wording.Slots) string { return p.composer.Example(text, s) }

// Ledger returns what the table has heard.
func (p *Self) Ledger() *ledger.Ledger { return p.ledger }

// Opinion returns a copy of the player's opinion, which the caller may correct and return where an opinion is asked for.
func (p *Self) Opinion() *doubt.Opinion {
	copied := p.opinion.Opinion
	return &copied
}

// Favourite returns the player whom most werewolves want to attack tonight, 0 if nobody has said.
func (p *Self) Favourite(legal werewolf.SeatSet) werewolf.SeatID { return p.whispered.favourite(legal) }

// Tonight returns whom Rules would choose tonight, as things are, to divine, guard or attack. It is 0 for roles without
// a choice at night.
func (p *Self) Tonight() werewolf.SeatID {
	switch power := p.o.Power(); {
	case power == werewolf.Divines && p.holds("divine"):
		return p.divine()
	case power == werewolf.Guards && p.holds("guard"):
		return p.guard()
	case power == werewolf.Attacks && p.holds("attack"):
		return p.attack()
	}
	return 0
}

// observer are what the player shows of itself and sees with.
func (p *Self) observer() doubt.Observer {
	e := doubt.Observer{Me: p.o.Seat, Role: p.pretence.Role, Open: p.IsOpen(), Scapegoat: p.Scapegoat(), Seed: p.seed}
	if p.knowsFellows() {
		e.Fellows = p.o.Allies()
	}
	switch p.ShownSpec().Power {
	case werewolf.Divines:
		e.Divined = p.Results()
	case werewolf.Identifies:
		e.Mediumed = p.Results()
	case werewolf.Guards:
		e.Saved = p.o.Saved()
	default: // no results
	}
	return e
}

// Chance is true with the given probability, drawn from the player's seed.
func (p *Self) Chance(probability float64) bool { return p.random.Happens(probability) }

// Pick draws one of the seats, 0 if there are none.
func (p *Self) Pick(s werewolf.SeatSet) werewolf.SeatID { return p.random.Pick(s) }
