package contest

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/netip"
	"os"
	"path/filepath"
	"time"

	"wolfden/internal/contest/archive"
	"wolfden/internal/contest/config"
	"wolfden/internal/contest/matching"
	"wolfden/internal/secret"
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

// checkSeeds refuses games that strangers could compute.
func checkSeeds(o *Options) error {
	if o.Foreseeable || OnlyHere(o.Config.Server.Host) {
		return nil
	}
	for i := range o.Config.Tracks {
		if t := &o.Config.Tracks[i]; t.Seed != nil {
			return o.Config.Blame(t, "game.seed", fmt.Errorf("others can connect at %s, and whoever knows the seed knows every role "+
				"before the game; remove the key, listen on 127.0.0.1, or start the server with --foreseeable", o.Config.Address(t)))
		}
	}
	return nil
}

// OnlyHere reports whether a host to listen on is reached from this machine alone.
func OnlyHere(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// openJournal opens the journal of a planned contest.
func openJournal(t *config.Track) (*matching.Journal, error) {
	if err := os.MkdirAll(filepath.Dir(t.Matching.OutputPath), 0o755); err != nil {
		return nil, err
	}
	spec, err := specOf(t)
	if err != nil {
		return nil, err
	}
	return matching.Open(journalOf(t), spec, t.Matching.InfiniteLoop)
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
		Seed: t.Seed, Loose: t.Matching.Balance == config.BalanceLoose,
		Settings: fmt.Sprintf("%x", sum[:8]), Names: t.Teams,
	}
	return spec, nil
}

// WritePlans prints, for every track whose games are planned, how evenly a plan
// treats the teams. Where the track has no seed it is not the plan that will be
// played, which nobody is to know, but one drawn in the same way. It touches no
// file.
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
		plan, err := matching.NewPlan(spec, secret.Key{}, 1)
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
	games, err := h.store.Unfinished(h.store.finish)
	if err != nil {
		h.log.Error("games of an earlier server", "error", err)
	}
	booked := map[string]matching.ID{}
	if h.journal != nil {
		for _, r := range h.journal.Running() {
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
	if rec, err := h.store.Finished(game); err == nil {
		switch end := rec.Result().End; end {
		case werewolf.NotOver:
		case werewolf.Failure:
			o.Failure = end.String()
			o.Gone = archive.Summarize(&rec.Header, rec.Entries).Gone()
		default:
			o.Failure = ""
		}
	}
	h.end(id, &o)
}
