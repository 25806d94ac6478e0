package situation

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"wolfden/internal/speech"
	"wolfden/internal/spelling"
	"wolfden/werewolf"
)

// laws are what holds in any position, by the name under which a file asks for it.
var laws = map[string]expectation{
	"answers":                     {kinds: everything, broken: unanswered},
	"speaks":                      {kinds: talking, broken: silent},
	"tells a black result":        {kinds: talking, broken: hidesBlack},
	"tells its results":           {kinds: talking, broken: hidesResult},
	"tells no false result":       {kinds: talking, broken: lies},
	"keeps its claim":             {kinds: talking, broken: changesClaim},
	"keeps its word":              {kinds: []werewolf.RequestKind{werewolf.Vote}, broken: breaksWord},
	"never votes for itself":      {kinds: []werewolf.RequestKind{werewolf.Vote, werewolf.Talk}, broken: votesItself},
	"tells no secret of its side": {kinds: []werewolf.RequestKind{werewolf.Talk}, broken: betrays},
}

// everything is all that a player is asked.
var everything = []werewolf.RequestKind{werewolf.Talk, werewolf.Whisper, werewolf.Vote, werewolf.Divine, werewolf.Guard, werewolf.Attack}

// lawOf is the law of a name.
func lawOf(name string) (expectation, error) {
	e, known := laws[name]
	if !known {
		names := slices.Sorted(maps.Keys(laws))
		return e, fmt.Errorf("law: no law %q%s (known: %s)", name, spelling.Hint(name, names), strings.Join(names, ", "))
	}
	e.text = name
	return e, nil
}

// unanswered: it was not there for every question, since it had said Over.
func unanswered(t *trial) string {
	if len(t.answers) < t.total {
		return fmt.Sprintf("answered %d of %d questions", len(t.answers), t.total)
	}
	return ""
}

// silent: it has let every question pass.
func silent(t *trial) string {
	for _, a := range t.answers {
		if a.Kind.Speaks() && talks(a.Text) {
			return ""
		}
	}
	return "said nothing"
}

// learned are what the player's power has shown it: the last of each player.
func (t *trial) learned() map[werewolf.SeatID]werewolf.Species {
	o, all := t.knows(), map[werewolf.SeatID]werewolf.Species{}
	for _, f := range slices.Concat(o.Divined, o.Medium) {
		all[f.Target] = f.Species
	}
	return all
}

// told are the results that the player has told, now or before.
func (t *trial) told() map[werewolf.SeatID]werewolf.Species {
	all := map[werewolf.SeatID]werewolf.Species{}
	for _, r := range t.ledger.Findings() {
		if r.By == t.script.Seat {
			all[r.Target] = r.Species
		}
	}
	return all
}

// hidesBlack: its power has shown it a werewolf, and it has not told.
func hidesBlack(t *trial) string {
	told := t.told()
	for target, species := range t.learned() {
		if species == werewolf.Wolf && told[target] != species {
			return fmt.Sprintf("has not told that %s is a werewolf", t.script.name(target))
		}
	}
	return ""
}

// hidesResult: it has not told all that its power has shown it.
func hidesResult(t *trial) string {
	told := t.told()
	for target, species := range t.learned() {
		if told[target] != species {
			return fmt.Sprintf("has not told that %s is %s", t.script.name(target), species)
		}
	}
	return ""
}

// lies: it has told a result that its power has not shown it.
func lies(t *trial) string {
	learned := t.learned()
	for target, species := range t.told() {
		if learned[target] != species {
			return fmt.Sprintf("told that %s is %s, which it has not learned", t.script.name(target), species)
		}
	}
	return ""
}

// changesClaim: it has claimed another role than before, or taken its claim back.
func changesClaim(t *trial) string {
	first := werewolf.NoRole
	for _, c := range t.ledger.Claims() {
		switch {
		case c.Seat != t.script.Seat:
		case first == werewolf.NoRole:
			first = c.Role
		case c.Role != first:
			return fmt.Sprintf("claimed to be %s after %s", t.script.rules.Table.Name(c.Role), t.script.rules.Table.Name(first))
		}
	}
	if first != werewolf.NoRole && t.ledger.ClaimOf(t.script.Seat) != first {
		return "took its claim back"
	}
	return ""
}

// breaksWord: it votes for another than the one it announced last.
func breaksWord(t *trial) string {
	plan := t.ledger.PlanOf(t.script.Seat, t.script.lastDay())
	for _, a := range t.answers {
		if a.Kind == werewolf.Vote && plan.Target != 0 && a.Target != plan.Target {
			return fmt.Sprintf("voted for %s after announcing %s", t.script.name(a.Target), t.script.name(plan.Target))
		}
	}
	return ""
}

// votesItself: it votes for itself, or says that it will.
func votesItself(t *trial) string {
	for _, a := range t.answers {
		for frame, said := range a.Rows.Said() {
			if announces := said.Verb == speech.Vote && said.Target == t.script.Seat; announces && frame.Verb == speech.NoVerb {
				return "announced a vote for itself"
			}
		}
		if a.Kind == werewolf.Vote && a.Target == t.script.Seat {
			return "voted for itself"
		}
	}
	return ""
}

// betrays: it says at the table that somebody of its side is a werewolf or works for them, itself or somebody it knows.
func betrays(t *trial) string {
	o := t.knows()
	own := o.Allies().With(t.script.Seat)
	for _, a := range t.answers {
		if a.Kind != werewolf.Talk {
			continue
		}
		for frame, said := range a.Rows.Said() {
			evil := t.script.rules.Table.Team(said.Role) == werewolf.WerewolfTeam
			claims := said.Verb == speech.ComingOut && evil && own.Has(said.Target)
			if frame.Verb == speech.NoVerb && claims {
				return "told of its side: " + a.Text
			}
		}
	}
	return ""
}
