package kanolabnw

import (
	"strings"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/inducement"
	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/task"
	"wolfden/werewolf"
)

// leaveInventing leaves a possessed's results to its fake divination.
func (*state) leaveInventing(t *agent.Table, c *talker.Choice) bool {
	if c.Of == talker.Pose {
		c.Shown = agent.AtOnce(t)
		return true
	}
	return c.Of == talker.Show && t.O.Spec().Traitor()
}

// pretend looks for the seer and the werewolf and makes last night's result of them (appendix A.6): the seer is a werewolf, which
// succeeded in the paper's games (section 9.1), else the werewolf is human. Who has found neither invents as liars do.
func (s *state) pretend(t *agent.Table) agent.Changes {
	if !t.O.Spec().Traitor() {
		return agent.Changes{}
	}
	note, shown := s.lookForSeerAndWolf(t), s.show(t)
	return agent.Changes{Note: note, Shown: &shown}
}

// show makes up last night's result, unless it is made up already.
func (s *state) show(t *agent.Table) talker.Pretence {
	o, shown := t.O, t.Self.Pretence()
	if t.Self.ShownSpec().Power != werewolf.Divines || o.Day == 0 || o.Request.Kind != werewolf.Talk {
		return shown
	}
	last := werewolf.Finding{Day: o.Day - 1}
	var told werewolf.SeatSet
	blacks := 0
	for _, f := range shown.Invented {
		if f.Day == last.Day {
			return shown
		}
		told = told.With(f.Target)
		if f.Species == werewolf.Wolf {
			blacks++
		}
	}
	switch free := o.Others() &^ told; {
	case free.Has(s.guess.Seer) && blacks < o.Rules.Wolves():
		last.Target, last.Species = s.guess.Seer, werewolf.Wolf
	case free.Has(s.guess.Werewolf):
		last.Target, last.Species = s.guess.Werewolf, werewolf.Human
	default:
		return talker.Rules{}.Invent(t.Self)
	}
	shown.Invented = append(shown.Invented, last)
	return shown
}

// lookForSeerAndWolf names a likely seer and a likely werewolf with reasons. A model is asked on each day, and again when somebody else
// has claimed a role or told a result since; between, what it found stays.
func (s *state) lookForSeerAndWolf(t *agent.Table) string {
	o, found := t.O, s.found(t)
	if t.Desk.HasModel() {
		now := occasion{o.Day, claimed(t)}
		if o.Request.Kind != werewolf.Talk || o.Day == 0 || now == s.looked {
			return ""
		}
		s.looked = now
		var told agent.Brief
		s.TellLogic(t, &told)
		found = task.Ask(t.Ctx, t.Desk, divinationTask, FakeDivinationIn{Scene: *t.Scene, Logic: told.Logic, Suggested: found, Candidates: o.NamesOf(o.Others())})
	}
	s.guess = inducement.Guess{Seer: o.SeatOf(found.SeerPlayer), Werewolf: o.SeatOf(found.WerewolfPlayer)}
	var note []string
	if found.SeerPlayer != "" {
		note = append(note, s.words.Say("note-seer", "t", found.SeerPlayer, "why", found.SeerReason))
	}
	if found.WerewolfPlayer != "" {
		note = append(note, s.words.Say("note-wolf", "t", found.WerewolfPlayer, "why", found.WerewolfReason))
	}
	return strings.Join(note, "\n")
}

// occasion is when a model was asked last: on which day, after how many claims and results of others.
type occasion struct{ day, claims int }

func claimed(t *agent.Table) (n int) {
	for _, c := range t.Heard.Claims() {
		if c.Seat != t.O.Seat {
			n++
		}
	}
	for _, r := range t.Heard.Findings() {
		if r.By != t.O.Seat {
			n++
		}
	}
	return n
}

// found is whom the rules take for the seer and for a werewolf. A rival that was attacked was the seer: then only the werewolf is found,
// the player whom it called one, else another rival. Otherwise the seer is a living rival, the likeliest of several, and the werewolf
// follows from it in the same way.
func (s *state) found(t *agent.Table) (out FakeDivination) {
	o, now := t.O, t.Reason().Mine().Now()
	name := func(kind string, id, other werewolf.SeatID) (player, reason string) {
		return o.Name(id), s.words.Say(kind, "t", o.Name(id), "o", o.Name(other))
	}
	rivals := t.Heard.ClaimantsOf(werewolf.Divines).Without(o.Seat)
	living := rivals & o.Living
	for _, d := range o.Deaths {
		if d.Cause != werewolf.ByAttack || !rivals.Has(d.Seat) {
			continue
		}
		if wolf := now.TopWolf(blackened(t, d.Seat)); wolf != 0 {
			out.WerewolfPlayer, out.WerewolfReason = name("wolf-avenged", wolf, d.Seat)
			return out
		}
		if wolf := now.TopWolf(living); wolf != 0 {
			out.WerewolfPlayer, out.WerewolfReason = name("wolf-outlives", wolf, d.Seat)
			return out
		}
	}
	if living == 0 {
		return out
	}
	seer, why := now.TopPower(living, werewolf.Divines), "seer-likeliest"
	if living.Len() == 1 {
		seer, why = living.First(), "seer-alone"
	}
	out.SeerPlayer, out.SeerReason = name(why, seer, 0)
	if wolf := now.TopWolf(blackened(t, seer)); wolf != 0 {
		out.WerewolfPlayer, out.WerewolfReason = name("wolf-found", wolf, seer)
	} else if wolf = now.TopWolf(living.Without(seer)); wolf != 0 {
		out.WerewolfPlayer, out.WerewolfReason = name("wolf-rival", wolf, seer)
	}
	return out
}

// blackened are the living others whom somebody calls werewolves.
func blackened(t *agent.Table, by werewolf.SeatID) (s werewolf.SeatSet) {
	for _, r := range t.Heard.Findings() {
		if r.By == by && r.Species == werewolf.Wolf {
			s = s.With(r.Target)
		}
	}
	return s & t.O.Others()
}

// tellInvented tells the possessed that speaks its last invented result.
func (s *state) tellInvented(t *agent.Table, b *agent.Brief) {
	if results := t.Self.Results(); t.Speaks() && t.O.Spec().Traitor() && len(results) > 0 {
		f := results[len(results)-1]
		b.Analysis = s.words.Say("invented", "t", t.O.Name(f.Target), "r", f.Species.String())
	}
}
