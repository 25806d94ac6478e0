package kanolabnw

import (
	"context"
	"strconv"
	"strings"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/doubt"
	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/task"
	"wolfden/werewolf"
)

// extract takes the claims of roles and results out of what was said since (appendix A.9).
func (s *state) extract(ctx context.Context, t *agent.Table) string {
	o, in := t.O, task.ExtractClaimsIn{Scene: *t.Scene}
	s.found = nil
	for ; s.heard < len(o.Talks); s.heard++ {
		u := &o.Talks[s.heard]
		if u.Skip || u.Over {
			continue
		}
		in.Lines = append(in.Lines, scene.Line{Day: u.Day, Idx: u.Idx, Speaker: o.Name(u.Seat), Text: u.Text})
		in.Heard = append(in.Heard, t.Claims(s.heard)...)
	}
	if len(in.Lines) == 0 {
		return ""
	}
	s.found = task.Ask(ctx, t.Desk, t.Desk.ExtractClaims, in).Claims
	s.claims = append(s.claims, s.found...)
	var note strings.Builder
	for i := range s.found {
		c := &s.found[i]
		note.WriteString(strings.Join(strings.Fields(c.Speaker+" #"+strconv.Itoa(c.Idx)+" "+c.Role+" "+c.Target+" "+c.Species), " ") + "\n")
	}
	return note.String()
}

func (s *state) learn(*agent.Table) []task.Claim { return s.found }

// infer makes the patterns of roles.
func (s *state) infer(_ context.Context, t *agent.Table) string {
	s.patterns.See(t.O, t.Reason())
	return s.patterns.Note()
}

// exclude takes over what the patterns of roles exclude: who is a werewolf in none of them is no suspect, who is one in
// all of them is. One of the werewolves' side, who knows more than it may show, concludes from what everybody knows.
func (s *state) exclude(t *agent.Table) *doubt.Opinion {
	o, now, opinion := t.O, t.Reason().Mine().Now(), t.Self.Opinion()
	if o.Team() != werewolf.VillagerTeam {
		now = t.Reason().Village().Now()
	}
	for id := range o.Others().All() {
		switch now.Wolf(id) {
		case 0:
			opinion.Score[id] -= s.certain
		case 1:
			opinion.Score[id] += s.certain
		}
	}
	return opinion
}
