package bottest

import (
	"fmt"
	"slices"

	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// Pledge is what one player has claimed and told, and finds what contradicts it. The zero Pledge is of a player that has
// said nothing.
type Pledge struct {
	Role werewolf.Role // that it claims

	told    map[werewolf.SeatID]werewolf.Species
	results int
}

// Read is what an utterance of the observer means to somebody who has heard the talk.
func Read(o *werewolf.Observation, text string) speech.Rows { return new(Audience).Read(o, text) }

// Audience has heard the talk of one game, and hears only what is new. The zero Audience has heard nothing.
type Audience struct{ listener *understand.Listener }

// Read is what an utterance of the observer means to it. Observations come in the order of the game.
func (a *Audience) Read(o *werewolf.Observation, text string) speech.Rows {
	if a.listener == nil {
		a.listener = understand.New(understand.Table{Names: o.Names, Roles: o.Rules.Roles, Specs: o.Rules.Table})
	}
	a.listener.Follow(o, nil)
	return slices.Clone(a.listener.Understand(&werewolf.Utterance{Day: o.Day, Seat: o.Seat, Text: text}, false))
}

// Take begins the pledge anew with an utterance.
func (p *Pledge) Take(o *werewolf.Observation, says speech.Rows) {
	*p = Pledge{Role: says.Claimed(o.Seat), told: map[werewolf.SeatID]werewolf.Species{}}
	for a := range says.Results(o.Seat) {
		p.tell(a)
	}
}

// tell reports whether the act contradicts what was told before.
func (p *Pledge) tell(a speech.Act) bool {
	if !a.Tells() || a.Species == werewolf.NoSpecies {
		return false
	}
	before, known := p.told[a.Target]
	if !known {
		p.results++
	}
	p.told[a.Target] = a.Species
	return known && before != a.Species
}

// Check returns how a later utterance breaks the pledge, "" if it does not: by another role, by taking the claim back, by
// another result on the same player, by more results than nights, or by a second one of a villager that has no results.
func (p *Pledge) Check(o *werewolf.Observation, says speech.Rows) string {
	if role := says.Claimed(o.Seat); p.Role != werewolf.NoRole && role != werewolf.NoRole && role != p.Role {
		return fmt.Sprintf("claimed %s and claims %s", p.Role, role)
	}
	if p.Role != werewolf.NoRole && says.Retracts(o.Seat) {
		return fmt.Sprintf("takes back the claim to be %s", p.Role)
	}
	before := p.results
	for a := range says.Results(o.Seat) {
		if p.tell(a) {
			return "tells another result of " + o.Name(a.Target)
		}
	}
	switch honest := o.Team() == werewolf.VillagerTeam && p.Role != werewolf.NoRole && o.Role() != p.Role; {
	case p.results == before:
	case p.results > o.Day, honest && p.results > 1:
		return "tells a result too many"
	}
	return ""
}
