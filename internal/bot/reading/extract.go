package reading

import (
	"fmt"
	"strings"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/task"
	"wolfden/werewolf"
)

// Extractor takes claims of roles and results out of the talk, as a module of a player (kanolab 2024, section 4.1; kanolab-nw 2025,
// appendix A.9). What a model invents is discarded. The zero Extractor is ready.
type Extractor struct {
	Claims []task.Claim // found so far, in order

	heard int // utterances that claims were looked for in
}

// Extract looks for claims in what was said since, and returns the note.
func (e *Extractor) Extract(t *agent.Table) agent.Changes {
	o, in := t.O, task.ExtractClaimsIn{Scene: *t.Scene}
	for ; e.heard < len(o.Talks); e.heard++ {
		if u := &o.Talks[e.heard]; !u.Skip && !u.Over {
			in.Lines = append(in.Lines, scene.Line{Day: u.Day, Idx: u.Idx, Speaker: o.Name(u.Seat), Text: u.Text})
			in.Heard = append(in.Heard, claimsAt(t, e.heard)...)
		}
	}
	if len(in.Lines) == 0 {
		return agent.Changes{}
	}
	out := task.Ask(t.Ctx, t.Desk, task.ExtractClaims, in)
	e.Claims = append(e.Claims, out.Claims...)
	return agent.Changes{Claims: out.Claims, Note: describe("", out.Claims) + describe("discarded: ", out.Discarded)}
}

func describe(mark string, claims []task.Claim) string {
	var b strings.Builder
	for _, c := range claims {
		fmt.Fprintf(&b, "%s%s #%d: %s\n", mark, c.Speaker, c.Idx, strings.TrimSpace(c.Role+" "+c.Target+" "+c.Species))
	}
	return b.String()
}

// claimsAt are the claims that the ledger has of the utterance at a place of the talk, in the form in which a model
// finds them.
func claimsAt(t *agent.Table, at int) (list []task.Claim) {
	o := t.O
	rows, u := t.Heard.Rows(at), &o.Talks[at]
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
