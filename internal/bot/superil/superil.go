// Package superil is the player of Qi and Inaba (AIWolfDial 2024). It analyses the situation before every answer and,
// as the werewolf, persuades in a fixed order.
//
// The law of the package: there is no answer without an analysis. The werewolf chooses the most threatening player from
// its third turn on and argues against it by logic, then credibility, then emotion. It votes for the player it spoke
// against, and attacks it at night.
package superil

import (
	"context"
	"embed"
	"fmt"
	"math"
	"slices"
	"strings"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/persuasion"
	"wolfden/internal/bot/phrase"
	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/task"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

//go:embed en.txt ja.txt
var files embed.FS

// state is what the player keeps of one game.
type state struct {
	prompts   phrase.Book // by role and appeal, "limit" and "invented"
	analysis  task.Analysis
	persuader *persuasion.Persuader
	appeal    persuasion.Appeal // that is due in this turn
	stated    []string          // the players it spoke against today, the latest last
}

func newState(k *agent.Kit) (*state, error) {
	prompts, err := phrase.Read(files, ".", k.Desk.Lang())
	if err != nil {
		return nil, fmt.Errorf("superil: %w", err)
	}
	persuader, err := persuasion.New(k.Desk, k.Seed)
	return &state{prompts: prompts, persuader: persuader}, err
}

// analyse reads the situation.
func (s *state) analyse(ctx context.Context, t *agent.Table) string {
	s.analysis = task.Ask(ctx, t.Desk, t.Desk.Analyse, task.AnalyseIn{Scene: *t.Scene, Suspects: suspects(t)})
	return s.analysis.Analysis
}

// suspects are what the rules think of the living.
func suspects(t *agent.Table) (list []task.Suspect) {
	for id := range t.O.Others().All() {
		score := 1 / (1 + math.Exp(-float64(t.Self.Opinion().Score[id])))
		list = append(list, task.Suspect{Name: t.O.Name(id), Score: math.Round(100*score) / 100, Reasons: t.Reasons(id)})
	}
	return list
}

func (s *state) tellAnalysis(_ *agent.Table, b *agent.Brief) { b.Analysis = s.analysis.Analysis }

// invented is the possessed's last invented result; false if there is none.
func invented(t *agent.Table) (f werewolf.Finding, ok bool) {
	results := t.Self.Results()
	if !t.O.Spec().Traitor() || len(results) == 0 {
		return f, false
	}
	return results[len(results)-1], true
}

func (*state) noteInvented(_ context.Context, t *agent.Table) string {
	if f, ok := invented(t); ok {
		return t.O.Name(f.Target) + ": " + f.Species.String()
	}
	return ""
}

// tellInvented tells the possessed who words its invented result.
func (s *state) tellInvented(t *agent.Table, b *agent.Brief) {
	if f, ok := invented(t); ok && t.Speaks() {
		b.Memo = s.prompts.Say("invented", "t", t.O.Name(f.Target), "s", f.Species.String())
	}
}

// instruct gives the prompt of the role, for at most three sentences.
func (s *state) instruct(t *agent.Table, b *agent.Brief) {
	if t.Speaks() {
		heading := t.O.Heading(func(name string) bool { return s.prompts.Say(name) != "" })
		b.Strategy, b.Command = s.prompts.Say(heading), s.prompts.Say("limit")
	}
}

// aim finds the appeal that is due to a werewolf.
func (s *state) aim(ctx context.Context, t *agent.Table) string {
	s.appeal = persuasion.NoAppeal
	if !t.O.Spec().IsWolf() {
		return ""
	}
	s.appeal = s.persuader.Next(ctx, t, t.Self.Opinion())
	return s.persuader.Note()
}

// tellAppeal puts the appeal in the place of the role's prompt.
func (s *state) tellAppeal(t *agent.Table, b *agent.Brief) {
	if s.appeal != persuasion.NoAppeal {
		target := t.O.Name(s.persuader.Target())
		b.Strategy = s.prompts.Say(s.appeal.String(), "t", target)
		b.Examples = s.persuader.Examples(s.appeal, target)
	}
}

// appealTo says the sentence of the appeal that is due, which asks for the vote.
func (s *state) appealTo(t *agent.Table) (none talker.Intention) {
	target := s.persuader.Target()
	if bound := t.Self.Bound(); s.appeal == persuasion.NoAppeal || target == 0 || t.Self.Spares(target) || bound != 0 && bound != target {
		return none
	}
	return talker.Words(s.persuader.Examples(s.appeal, t.O.Name(target)), wording.Persuade, wording.Slots{T: target})
}

// against is the player that the werewolf persuades against, while it lives.
func (s *state) against(t *agent.Table) (werewolf.SeatID, bool) {
	target := s.persuader.Target()
	return target, t.O.Living.Has(target)
}

// prey is the player that it spoke against, or another if that one is gone.
func (s *state) prey(t *agent.Table, kind werewolf.RequestKind) (werewolf.SeatID, bool) {
	if kind != werewolf.Attack || s.persuader.Target() == 0 {
		return 0, false
	}
	return s.persuader.Choose(t.O, t.Heard, t.Self.Opinion(), t.O.Request.Targets&^t.O.Allies()), true
}

// recall finds the living players that the player has spoken against today, each once, in the order of the last time.
func (s *state) recall(_ context.Context, t *agent.Table) string {
	s.stated = nil
	lines := t.Heard.Lines()
	for i := range lines {
		l := &lines[i]
		if l.Seat != t.O.Seat || l.Day != t.O.Day || !t.O.Living.Has(l.Target) || !l.Against() {
			continue
		}
		name := t.O.Name(l.Target)
		s.stated = append(slices.DeleteFunc(s.stated, func(n string) bool { return n == name }), name)
	}
	return strings.Join(s.stated, ", ")
}

func (s *state) tellStated(_ *agent.Table, b *agent.Brief) { b.Stated = s.stated }

// vote is for the player it spoke against last, where no vote was announced.
func (s *state) vote(t *agent.Table, kind werewolf.RequestKind) (werewolf.SeatID, bool) {
	if kind != werewolf.Vote || t.Self.Plan() != 0 || len(s.stated) == 0 {
		return 0, false
	}
	return t.O.SeatOf(s.stated[len(s.stated)-1]), true
}
