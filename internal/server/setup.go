package server

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"wolfden/internal/server/config"
	"wolfden/internal/server/matching"
	"wolfden/werewolf"
)

// charactersOf are the configured characters, else the caller's, else players
// that are called by their number.
func charactersOf(t *config.Track, cast []werewolf.Seat) []werewolf.Seat {
	if !t.Characters.Enable {
		return numbered(t.Rules.Players())
	}
	if len(t.Characters.Profiles) == 0 {
		return cast
	}
	var all []werewolf.Seat
	for _, p := range t.Characters.Profiles {
		all = append(all, werewolf.Seat{Name: p.Name, Profile: p.Text, Avatar: p.Avatar})
	}
	return all
}

func numbered(n int) []werewolf.Seat {
	all := make([]werewolf.Seat, n)
	for i := range all {
		all[i].Name = fmt.Sprintf("Agent[%02d]", i+1)
	}
	return all
}

// openJournal opens the journal of a planned contest.
func openJournal(t *config.Track) (matching.Policy, error) {
	if err := os.MkdirAll(filepath.Dir(t.Matching.OutputPath), 0o755); err != nil {
		return nil, err
	}
	spec, err := specOf(t)
	if err != nil {
		return nil, err
	}
	return matching.Open(t.Matching.OutputPath, spec, t.Matching.InfiniteLoop)
}

// specOf is the contest that a track plans.
func specOf(t *config.Track) (matching.Spec, error) {
	settings, err := json.Marshal(&t.Rules)
	if err != nil {
		return matching.Spec{}, err
	}
	sum := sha256.Sum256(settings)
	spec := matching.Spec{
		Teams: t.Matching.TeamCount, Games: t.Matching.GameCount, Roles: t.Rules.Roles,
		Settings: fmt.Sprintf("%x", sum[:8]), Names: t.Teams,
	}
	if t.Seed != nil {
		spec.Seed = *t.Seed
	}
	return spec, nil
}

// WritePlans prints, for every track whose games are planned, how evenly its
// plan treats the teams. It touches no file.
func WritePlans(w io.Writer, c *config.Config) error {
	for i := range c.Tracks {
		t := &c.Tracks[i]
		if t.Matching.SelfMatch || !t.Matching.IsOptimize {
			continue
		}
		spec, err := specOf(t)
		if err != nil {
			return err
		}
		plan, err := matching.NewPlan(spec, 1)
		if err != nil {
			return c.Blame(t, "matching", err)
		}
		if _, err := fmt.Fprintf(w, "track %s\n", t.Name); err != nil {
			return err
		}
		if err := plan.WriteBalance(w); err != nil {
			return err
		}
	}
	return nil
}

// recover brings what an earlier server left: games that go on, and matches of
// the plan whose games are lost.
func (h *host) recover() {
	games, err := h.store.unfinished()
	if err != nil {
		h.log.Error("games of an earlier server", "error", err)
	}
	booked := map[string]matching.ID{}
	if j, planned := h.policy.(*matching.Journal); planned {
		for _, r := range j.Running() {
			booked[r.Game] = r.Match.ID
		}
	}
	for _, g := range games {
		id := g.Record.Header.ID
		h.resume(g, booked[id])
		delete(booked, id)
	}
	for game, match := range booked {
		h.bookLost(match, game)
	}
}

// bookLost ends a match whose game is not among the unfinished ones: it had
// ended when the server died, or had not begun.
func (h *host) bookLost(id matching.ID, game string) {
	o := matching.Outcome{Game: game, Failure: "the server died before the game began", At: time.Now()}
	if rec, err := h.store.finished(game); err == nil {
		switch end := rec.Result().End; end {
		case werewolf.NotOver:
		case werewolf.Failure:
			o.Failure = end.String()
		default:
			o.Failure = ""
		}
	}
	if err := h.policy.End(id, o); err != nil {
		h.log.Error("match is not booked", "game", game, "error", err)
	}
}
