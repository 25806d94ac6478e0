// Package superil is the player of Qi and Inaba (AIWolfDial 2024). It analyses the situation before every answer and,
// as the werewolf, persuades in a fixed order.
//
// The law of the package: no model answers without an analysis. In the werewolf's third turn the analysis ends with the player
// that threatens it most, and from there on it argues against that player by logic, then credibility, then emotion. It votes
// for the player it spoke against, and attacks it at night.
package superil

import (
	"cmp"
	"embed"
	"fmt"
	"slices"
	"strings"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/persuasion"
	"wolfden/internal/bot/phrase"
	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/task"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

//go:embed en.txt ja.txt prompts testdata/situation.json variables.txt
var files embed.FS

// state is what the player keeps of one game.
type state struct {
	prompts   phrase.Book         // by role and appeal, and what else is told
	invented  []scene.Result      // by the possessed, for its analysis
	threats   []persuasion.Threat // of whom the analysis is to choose one; nil where it is not
	analysis  Situation
	persuader *persuasion.Persuader
	appeal    persuasion.Appeal // that is due in this turn
	against   []werewolf.SeatID // the living whom it spoke against today, the latest last
}

func newState(k *agent.Kit) (*state, error) {
	prompts, err := phrase.Read(files, ".", k.Desk.Lang())
	if err != nil {
		return nil, err
	}
	persuader, err := persuasion.New(k.Desk.Lang(), k.Seed)
	return &state{prompts: prompts, persuader: persuader}, err
}

// threaten finds of whom the analysis is to choose the most threatening one: before the first appeal of a day.
func (s *state) threaten(t *agent.Table) agent.Changes {
	s.threats = nil
	if !t.O.Spec().IsWolf() {
		return agent.Changes{}
	}
	if _, choose := s.persuader.Due(t.O); choose {
		s.threats = persuasion.Threats(t.O, t.Heard, t.Self.Opinion())
	}
	var names []string
	for _, one := range s.threats {
		names = append(names, fmt.Sprintf("%s %.1f", t.O.Name(one.Seat), one.Score))
	}
	return agent.Changes{Note: strings.Join(names, ", ")}
}

// analyse reads the situation, unless the choice is settled and nobody would read it.
func (s *state) analyse(t *agent.Table) agent.Changes {
	s.analysis = Situation{}
	if _, settled := s.settled(t); settled {
		return agent.Changes{}
	}
	in := SituationIn{Scene: *t.Scene, Invented: s.invented, Chosen: s.chosen(t), Facts: s.facts(t)}
	for i := range s.threats {
		one := &s.threats[i]
		in.Candidates = append(in.Candidates, task.Candidate{Name: t.O.Name(one.Seat), Score: one.Score, Reasons: s.persuader.Reasons(t.O, one)})
	}
	s.analysis = task.Ask(t.Ctx, t.Desk, situationTask, in)
	return agent.Changes{Note: strings.TrimSpace(s.analysis.Analysis + "\n" + s.conclusion(s.analysis.Target))}
}

// chosen names whom the werewolf has chosen today and goes on to speak against.
func (s *state) chosen(t *agent.Table) string {
	if _, choose := s.persuader.Due(t.O); choose || !t.Speaks() || s.persuader.Day() != t.O.Day || !t.O.Living.Has(s.persuader.Target()) {
		return ""
	}
	return t.O.Name(s.persuader.Target())
}

// facts are what the rules read in the situation: the village's side suspects, and a werewolf knows who is one and looks at who
// threatens it. What the player itself makes up is no fact.
func (s *state) facts(t *agent.Table) (list []string) {
	switch {
	case t.O.Team() != werewolf.WerewolfTeam:
		for id := range t.O.Others().All() {
			if reasons := t.Reasons(id); len(reasons) > 0 {
				list = append(list, t.O.Name(id)+": "+strings.Join(reasons, " "))
			}
		}
	case t.O.Spec().IsWolf():
		threats := persuasion.Threats(t.O, t.Heard, t.Self.Opinion())
		for i := range threats {
			list = append(list, s.persuader.Reasons(t.O, &threats[i])...)
		}
	}
	for _, c := range t.Heard.Claims() {
		if c.Seat != t.O.Seat && c.Stands() {
			list = append(list, s.prompts.Say("claim", "t", t.O.Name(c.Seat), "r", t.O.Rules.Table.Name(c.Role)))
		}
	}
	return list
}

// conclusion says whom the analysis has chosen, "" for nobody.
func (s *state) conclusion(target string) string {
	if target == "" {
		return ""
	}
	return s.prompts.Say("conclusion", "t", target)
}

// tellAnalysis ends the analysis with its conclusion, which holds for all appeals of a day.
func (s *state) tellAnalysis(t *agent.Table, b *agent.Brief) {
	b.Analysis = strings.TrimSpace(s.analysis.Analysis + "\n" + s.conclusion(cmp.Or(s.chosen(t), s.analysis.Target)))
}

// pose has the possessed come out at once, and makes up last night's result: of anybody it has told nothing of, and either way (section
// 4.1). The game has no more werewolves than it has.
func (*state) pose(t *agent.Table, c *talker.Choice) bool {
	if c.Of == talker.Pose {
		c.Shown = agent.AtOnce(t)
		return true
	}
	o, n := t.O, len(c.Shown.Invented)
	if c.Of != talker.Show || !o.Spec().Traitor() || t.Self.ShownSpec().Power != werewolf.Divines ||
		o.Day == 0 || o.Request.Kind != werewolf.Talk || n > 0 && c.Shown.Invented[n-1].Day == o.Day-1 {
		return false
	}
	fresh, blacks := o.Others(), 0
	for _, f := range c.Shown.Invented {
		fresh = fresh.Without(f.Target)
		if f.Species == werewolf.Wolf {
			blacks++
		}
	}
	if fresh == 0 {
		return false
	}
	draw := t.Rand(fmt.Sprint("invention ", o.Day))
	f := werewolf.Finding{Day: o.Day - 1, Target: fresh.Nth(draw.IntN(fresh.Len())), Species: werewolf.Human}
	if draw.IntN(2) == 0 && blacks < o.Rules.Wolves() {
		f.Species = werewolf.Wolf
	}
	c.Shown.Invented = append(c.Shown.Invented, f)
	return true
}

// takeInvented takes the results that the possessed has made up.
func (s *state) takeInvented(t *agent.Table) agent.Changes {
	s.invented = nil
	if !t.O.Spec().Traitor() {
		return agent.Changes{}
	}
	note := ""
	for _, f := range t.Self.Results() {
		s.invented = append(s.invented, scene.Result{Day: f.Day, Verb: "DIVINED", Target: t.O.Name(f.Target), Species: f.Species.String()})
		note = t.O.Name(f.Target) + ": " + f.Species.String()
	}
	return agent.Changes{Note: note}
}

// tellInvented tells the possessed who words its invented results.
func (s *state) tellInvented(t *agent.Table, b *agent.Brief) {
	var lines []string
	for _, r := range s.invented {
		lines = append(lines, s.prompts.Say("invented", "d", fmt.Sprint(r.Day), "t", r.Target, "s", r.Species))
	}
	if t.Speaks() {
		b.Memo = strings.Join(lines, "\n")
	}
}

// instruct gives the prompt of the role, for at most three sentences.
func (s *state) instruct(t *agent.Table, b *agent.Brief) {
	if t.Speaks() {
		b.Strategy, b.Command = s.prompts.Say(s.heading(t)), s.prompts.Say("limit")
		if t.O.Rules.Count(werewolf.Divines) > 0 {
			b.Command = s.prompts.Say("rules") + " " + b.Command
		}
	}
}

// heading is that of the text for the player's role. Who has no result yet, real or made up, is not told to make use of one.
func (s *state) heading(t *agent.Table) string {
	o := t.O
	tells := o.Spec().Traitor() || o.Power() == werewolf.Divines || o.Power() == werewolf.Identifies
	if tells && len(o.Divined)+len(o.Medium)+len(t.Self.Results()) == 0 {
		return "no-result"
	}
	return o.Heading(func(name string) bool { return s.prompts.Say(name) != "" })
}

// aim finds the appeal that is due to a werewolf.
func (s *state) aim(t *agent.Table) agent.Changes {
	if s.appeal = persuasion.NoAppeal; !t.O.Spec().IsWolf() {
		return agent.Changes{}
	}
	threats := s.threats
	if _, choose := s.persuader.Due(t.O); choose && threats == nil {
		threats = persuasion.Threats(t.O, t.Heard, t.Self.Opinion())
	}
	s.appeal = s.persuader.Next(t.O, threats, t.O.SeatOf(s.analysis.Target))
	return agent.Changes{Note: s.persuader.Note()}
}

// makeAppeal puts the appeal in the place of the role's prompt: what it is, against whom, and three examples of it. Who makes it is a
// villager in that prompt, as in figure 5, and knows nobody; only its analysis says otherwise. Rules say the sentence of the appeal, which
// asks for the vote.
func (s *state) makeAppeal(t *agent.Table, b *agent.Brief) {
	if who, is := s.settled(t); is {
		b.Settled = who
	}
	if s.appeal == persuasion.NoAppeal {
		return
	}
	who := s.persuader.Target()
	target := t.O.Name(who)
	lines := []string{s.prompts.Say("persuade", "t", target), s.prompts.Say(s.appeal.String(), "t", target), s.prompts.Say("examples")}
	for _, example := range s.persuader.Examples(s.appeal) {
		lines = append(lines, "- "+t.Self.Worded(example, wording.Slots{T: who}))
	}
	b.Strategy, b.Due = strings.Join(lines, "\n"), !b.Scene.Full
	b.Scene.Role, b.Scene.Team = werewolf.Villager.String(), werewolf.VillagerTeam.String()
	b.Scene.Allies, b.Scene.Whispers = nil, nil
	if bound := t.Self.Bound(); who != 0 && !t.Self.Spares(who) && (bound == 0 || bound == who) {
		b.First = talker.Words(s.persuader.Examples(s.appeal), wording.Persuade, wording.Slots{T: who})
	}
}

// keepTo wants whom the werewolf persuades against executed, while that player lives, and chooses it; at night another if it is gone. A
// werewolf that has nothing more to say before its first appeal makes the appeals now.
func (s *state) keepTo(t *agent.Table, c *talker.Choice) (is bool) {
	switch c.Of {
	case talker.Silence:
		if c.Speaks = t.O.Spec().IsWolf() && s.persuader.Hasten(t.O); c.Speaks {
			t.Note(s.aim(t).Note)
			c.Speaks = s.appeal != persuasion.NoAppeal
		}
		return c.Speaks
	case talker.Want:
		c.Target = s.persuader.Target()
		return t.O.Living.Has(c.Target)
	case talker.Answer:
		c.Target, is = s.settled(t)
	default: // the rules'
	}
	return is
}

// settled is whom the werewolf votes for and attacks: whom it persuaded against, and at night another if that one is gone (section
// 4.4). It has chosen, and nobody is asked again, unless its words have announced another vote.
func (s *state) settled(t *agent.Table) (werewolf.SeatID, bool) {
	target := s.persuader.Target()
	switch {
	case target == 0:
		return 0, false
	case t.O.Request.Kind == werewolf.Vote:
		plan := t.Self.Plan()
		return target, t.O.Request.Targets.Has(target) && (plan == 0 || plan == target)
	case t.O.Request.Kind == werewolf.Attack:
		target = s.persuader.Choose(t.O, t.Heard, t.Self.Opinion(), t.O.Request.Targets&^t.O.Allies())
		return target, target != 0
	}
	return 0, false
}

// recall finds the living players that the player has spoken against today, each once, in the order of the last time.
func (s *state) recall(t *agent.Table) agent.Changes {
	s.against = nil
	lines := t.Heard.Lines()
	for i := range lines {
		l := &lines[i]
		if l.Seat != t.O.Seat || l.Day != t.O.Day || !t.O.Living.Has(l.Target) || !l.Against() {
			continue
		}
		s.against = append(slices.DeleteFunc(s.against, func(id werewolf.SeatID) bool { return id == l.Target }), l.Target)
	}
	var names []string
	for _, id := range s.against {
		names = append(names, t.O.Name(id))
	}
	return agent.Changes{Note: strings.Join(names, ", ")}
}

// tellStated tells the player what it said today, and how to find a vote.
func (s *state) tellStated(t *agent.Table, b *agent.Brief) {
	if t.O.Request.Kind == werewolf.Vote {
		b.Stated, b.Strategy, b.Steps = t.Stated(), s.prompts.Say("vote"), true
	}
}

// vote is for the player it spoke against last, where no vote was announced.
func (s *state) vote(t *agent.Table, c *talker.Choice) bool {
	if _, settled := s.settled(t); settled || !c.Answers(werewolf.Vote) || t.Self.Plan() != 0 || len(s.against) == 0 {
		return false
	}
	c.Target = s.against[len(s.against)-1]
	return true
}
