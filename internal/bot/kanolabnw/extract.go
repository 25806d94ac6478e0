package kanolabnw

import (
	"context"
	"strconv"
	"strings"

	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/task"
	"wolfden/werewolf"
)

// extract takes the claims of roles and results out of what was said since (appendix A.9).
func (s *system) extract(ctx context.Context, o *werewolf.Observation) {
	in := task.ExtractClaimsIn{Scene: s.a.Scene}
	for ; s.heard < len(o.Talks); s.heard++ {
		u := &o.Talks[s.heard]
		if u.Skip || u.Over {
			continue
		}
		in.Lines = append(in.Lines, scene.Line{Day: u.Day, Idx: u.Idx, Speaker: o.Name(u.Seat), Text: u.Text})
		in.Heard = append(in.Heard, s.understood(o, s.heard)...)
	}
	if len(in.Lines) == 0 {
		return
	}
	found := task.Ask(ctx, s.a.Desk, s.a.ExtractClaims, in).Claims
	s.a.Learn(found)
	s.claims = append(s.claims, found...)
	var note strings.Builder
	for i := range found {
		c := &found[i]
		note.WriteString(strings.Join(strings.Fields(c.Speaker+" #"+strconv.Itoa(c.Idx)+" "+c.Role+" "+c.Target+" "+c.Species), " ") + "\n")
	}
	s.a.Note("extraction", note.String())
}

// understood are the claims that rules hear in an utterance.
func (s *system) understood(o *werewolf.Observation, at int) (list []task.Claim) {
	rows, u := s.a.Talker().Ledger().Rows(at), &o.Talks[at]
	claim := task.Claim{Day: u.Day, Idx: u.Idx, Speaker: o.Name(u.Seat), Quote: u.Text}
	if role := rows.Claimed(u.Seat); role != werewolf.NoRole {
		c := claim
		c.Role = o.Rules.Table.Name(role)
		list = append(list, c)
	}
	for f := range rows.Results(u.Seat) {
		if f.Tells() && f.Species == werewolf.NoSpecies {
			continue
		}
		c := claim
		c.Target, c.Species = o.Name(f.Target), f.Species.String()
		list = append(list, c)
	}
	return list
}

// exclude takes over what the patterns of roles exclude: who is a werewolf in none of them is no suspect, who is one in
// all of them is. One of the werewolves' side, who knows more than it may show, concludes from what everybody knows.
func (s *system) exclude(o *werewolf.Observation) {
	now, sheet := s.a.Reason().Mine().Now(), s.a.Talker().Opinion()
	if o.Team() != werewolf.VillagerTeam {
		now = s.a.Reason().Village().Now()
	}
	for id := range o.Others().All() {
		switch now.Wolf(id) {
		case 0:
			sheet.Score[id] -= certain
		case 1:
			sheet.Score[id] += certain
		}
	}
}
