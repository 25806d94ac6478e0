package gptaku

import (
	"embed"
	"strconv"
	"strings"

	"wolfden/internal/bot/agent"
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

// tellOrder gives the model that words a sentence the strategic instruction of the box: what it is for and what to argue from.
func (p *state) tellOrder(t *agent.Table, b *agent.Brief) {
	if !t.Speaks() || p.box.name == "" {
		return
	}
	kinds := []string{"as-" + p.o.Rules.Table.Name(p.o.Role())}
	if p.o.Day > 1 {
		kinds = append(kinds, "order-deaths", "order-left")
	}
	if kinds = append(kinds, "order-"+p.box.name); len(p.findings(p.o.Day)) > 0 {
		kinds = append(kinds, "order-results")
	}
	if p.retracted || p.box.name == "claim" && p.o.Power() != werewolf.Divines {
		kinds = append(kinds, "order-made-up")
	}
	var lines []string
	for _, kind := range kinds {
		for _, line := range p.words.All(kind, p.gaps()...) {
			if !strings.Contains(line, "{") { // else it is about somebody who is not there
				lines = append(lines, line)
			}
		}
	}
	b.Strategy = strings.Join(lines, "\n")
}

// gaps fill the sentences of notes and instructions, as far as there is something to fill them with.
func (p *state) gaps() (pairs []string) {
	o := p.o
	add := func(gap, text string) {
		if text != "" {
			pairs = append(pairs, gap, text)
		}
	}
	species := p.told.Species
	if p.box.name == "claim" && species != werewolf.NoSpecies {
		add("r", species.String())
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
func (p *state) list(s werewolf.SeatSet) string {
	var names []string
	for id := range s.All() {
		names = append(names, p.o.Name(id))
	}
	return strings.Join(names, " + ")
}

// findings are what was told up to a day, by whom.
func (p *state) findings(day int) (list []string) {
	for _, r := range p.heard.Findings() {
		if r.Day <= day {
			list = append(list, p.words.Say("result", "a", p.o.Name(r.By), "b", p.o.Name(r.Target), "r", r.Species.String(), "d", strconv.Itoa(r.Day)))
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
