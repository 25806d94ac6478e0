package memo

import (
	"embed"
	"strconv"

	"wolfden/internal/bot/phrase"
	"wolfden/werewolf"
)

//go:embed words prompts testdata/play-memo.json variables.txt
var files embed.FS

var books = phrase.Shelf(files, "words")

// inferences lists what the player concludes: what is certain, its suspects and those it trusts, with reasons.
func inferences(lang string, v *View) (list []string) {
	b, o := books(lang), v.Observation
	say := func(kind string, id werewolf.SeatID, why string) {
		list = append(list, b.Say(kind, "d", strconv.Itoa(o.Day), "t", o.Name(id), "w", why))
	}
	for id := range o.Others().All() {
		switch known := v.Opinion.Proven(id); {
		case known == werewolf.Human:
			say("proven-human", id, "")
		case known == werewolf.Wolf:
			say("proven-wolf", id, "")
		case v.Opinion.IsFake(id):
			say("fake", id, "")
		}
	}
	if worst := v.Opinion.Top(o.Others()); worst != 0 {
		if why := v.Opinion.Against(worst).Phrase(lang, o); why != "" {
			say("suspect", worst, why)
		}
	}
	if best := v.Opinion.Least(o.Others()); best != 0 {
		if why := v.Opinion.For(best).Phrase(lang, o); why != "" {
			say("trust", best, why)
		}
	}
	return list
}

// fewLeft is how many players an endgame has at most.
const fewLeft = 4

// plans is what the player would do by rule, the next thing first.
func plans(lang string, v *View) (list []string) {
	b, o := books(lang), v.Observation
	say := func(kind string, id werewolf.SeatID) {
		list = append(list, b.Say(kind, "t", o.Name(id), "n", strconv.Itoa(o.Living.Len())))
	}
	switch announced := v.Ledger.PlanOf(o.Seat, o.Day).Target; {
	case o.Living.Has(announced):
		say("keep", announced)
		if v.Target != announced && v.Target != 0 {
			say("aside", v.Target)
		}
	case v.Target != 0:
		say("go", v.Target)
	default:
		say("search", 0)
	}
	for id := range o.Others().All() {
		if v.Ledger.PlanOf(id, o.Day).Target == o.Seat {
			say("beware", id)
		}
	}
	if o.Living.Len() <= fewLeft {
		say("few", 0)
	}
	if power := o.Power(); v.Tonight != 0 || power == werewolf.NoPower || power == werewolf.Identifies { // nobody is chosen by those
		say(o.Heading(func(name string) bool { return b.Say(name) != "" }), v.Tonight)
	}
	return list
}
