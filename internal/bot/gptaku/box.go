package gptaku

import (
	"embed"
	"slices"
	"strconv"
	"strings"

	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

//go:embed words
var files embed.FS

// box is a place in a flowchart: its name, whom the player wants executed there, and whom it asks for that by name, if anybody.
// The zero box is before the first.
type box struct {
	name          string
	target, asked werewolf.SeatID
}

// stays is the box, but with the player against whom it has asked for votes from there today, while that player lives.
func (p *state) stays(b box) box {
	if p.asked.name == b.name && p.o.Others().Has(p.asked.target) {
		return p.asked
	}
	return b
}

// persuade sets the target, and what is to be said against it: to everybody, or to the player whom the box asks by name.
func (p *state) persuade(b box, grounds ...ground) {
	b = p.stays(b)
	if kept := p.keptTarget(b.target); kept != b.target {
		b, grounds = box{name: "kept", target: kept}, []ground{record}
		if p.o.Day > 1 {
			b.asked = p.third(kept)
		}
	}
	if p.box, p.target = b, b.target; b.target == 0 {
		return
	}
	request := step{name: "request", about: b.target, kinds: []wording.SentenceKind{wording.VoteAll}, slots: wording.Slots{T: b.target}}
	if b.asked != 0 {
		request.kinds, request.slots = []wording.SentenceKind{wording.AskVoteFor}, wording.Slots{T: b.asked, O: b.target}
	}
	p.argued = &argument{at: len(p.steps), request: request, grounds: grounds}
}

// powerPlay comes out on the werewolves' side to the player whom the box asks, and says how it knows who that is.
func (p *state) powerPlay(b box, as werewolf.Role, kind wording.SentenceKind) {
	b = p.stays(b)
	p.box, p.target = b, b.target
	slots := wording.Slots{T: b.asked, O: b.target, Role: as}
	p.steps = append(p.steps,
		step{name: "power", about: b.target, kinds: []wording.SentenceKind{kind}, slots: slots},
		step{name: "because", about: b.target, slots: slots, why: &partner})
}

// standing says for a note where in the flowchart the player stands.
func (p *state) standing() string {
	if p.box.name == "" {
		return ""
	}
	return p.words.Say("figure", "n", strconv.Itoa(p.figure())) + " " + p.words.Say("box-"+p.box.name, p.gaps()...)
}

// figure is the number of the flowchart that the player goes by.
func (p *state) figure() int {
	n := 1
	switch spec := p.o.Spec(); {
	case spec.Traitor():
		n = 3
	case spec.Power == werewolf.Divines:
		n = 5
	case spec.IsWolf():
		n = 7
	}
	if p.o.Day > 1 {
		n++
	}
	return n
}

// order is the strategic instruction of the box, for the model that words a draft, for the steps that it takes: what they are for and
// what to argue from.
func (p *state) order() string {
	as := "as-" + p.o.Rules.Table.Name(p.o.Role())
	lines := append(p.orders(as), p.orders(as+"-"+strconv.Itoa(p.o.Day))...)
	if p.o.Day > 1 {
		lines = append(append(lines, p.orders("order-deaths")...), p.orders("order-left")...)
	}
	if len(p.findings(p.o.Day)) > 0 {
		lines = append(lines, p.orders("order-results")...)
	}
	lines = append(lines, p.stepOrders()...)
	if p.bluffing() {
		lines = append(lines, p.orders("order-made-up")...)
	}
	return strings.Join(lines, "\n")
}

// stepOrders are the instructions for the steps of the draft, each once: two reasons have the same.
func (p *state) stepOrders() (lines []string) {
	for i := range p.drafted {
		for _, line := range p.ordersOf(&p.drafted[i]) {
			if !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// bluffing reports whether the player stands before the table as a seer that it is not, with the draft at hand.
func (p *state) bluffing() bool {
	shows := p.shows()
	for i := range p.drafted {
		switch p.drafted[i].name {
		case "claim":
			shows = true
		case "retract", "power":
			shows = false
		}
	}
	return shows && p.o.Power() != werewolf.Divines
}

// ordersOf are the instructions for one step, in the box where the player stands.
func (p *state) ordersOf(s *step) []string {
	kind := "order-" + s.name
	if s.why != nil {
		kind = "order-why"
	}
	var own []string
	if s.about == 0 && s.slots.T != 0 { // not about the target of the box
		own = append(own, "t", p.o.Name(s.slots.T))
	}
	if s.result.Species != werewolf.NoSpecies {
		own = append(own, "r", s.result.Species.String())
	}
	if lines := p.orders(kind+"-"+p.box.name, own...); len(lines) > 0 {
		return lines
	}
	return p.orders(kind, own...)
}

// orders are the instructions of a kind, but those about somebody who is not there. The gaps given count before those of the box.
func (p *state) orders(kind string, gaps ...string) []string {
	return slices.DeleteFunc(p.words.All(kind, append(gaps, p.gaps()...)...), func(line string) bool { return strings.Contains(line, "{") })
}

// gaps fill the sentences of notes and instructions, as far as there is something to fill them with.
func (p *state) gaps() (pairs []string) {
	o := p.o
	add := func(gap, text string) {
		if text != "" {
			pairs = append(pairs, gap, text)
		}
	}
	add("t", o.Name(p.box.target))
	add("o", o.Name(p.box.asked))
	executed, attacked := p.lost()
	add("x", o.Name(executed))
	add("a", o.Name(attacked))
	add("d", strconv.Itoa(o.Day))
	add("alive", p.list(o.Others()))
	add("rivals", p.list(p.rivals().Without(p.box.target)))
	add("results", strings.Join(p.findings(o.Day), "; "))
	return pairs
}

// list names players.
func (p *state) list(s werewolf.SeatSet) (text string) {
	for kind := "comma"; s != 0; {
		name := p.o.Name(s.First())
		if s = s.Without(s.First()); text == "" {
			text = name
			continue
		}
		if s == 0 {
			kind = "and"
		}
		text = p.words.Say(kind, "a", text, "b", name)
	}
	return text
}

// findings are what was told up to a day, by whom, and what of it was taken back: who told it claims that role no longer.
func (p *state) findings(day int) (list []string) {
	for _, r := range p.heard.Findings() {
		if r.Day <= day {
			kind := "result"
			if p.heard.ClaimOf(r.By) != r.Role {
				kind = "result-back"
			}
			list = append(list, p.words.Say(kind, "a", p.o.Name(r.By), "b", p.o.Name(r.Target), "r", r.Species.String(), "d", strconv.Itoa(r.Day)))
		}
	}
	return list
}

// lost are the players executed on the last day and attacked in the night after it, 0 for nobody.
func (p *state) lost() (executed, attacked werewolf.SeatID) {
	for _, d := range p.o.Deaths {
		switch {
		case d.Day != p.o.Day-1:
		case d.Cause == werewolf.ByAttack:
			attacked = d.Seat
		default:
			executed = d.Seat
		}
	}
	return executed, attacked
}
