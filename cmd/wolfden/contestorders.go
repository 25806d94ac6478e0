package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"wolfden/internal/contest/matching"
	"wolfden/internal/server"
	"wolfden/werewolf"
)

// contestOrder is what all orders have in common.
type contestOrder struct {
	contestDir `embed:""`

	Division string `help:"Only there; else in all divisions that it concerns." placeholder:"NAME"`
}

// give has an order carried out, by the server if one runs.
func (c *contestOrder) give(e *env, o matching.Order) error {
	told, served, err := c.reach(e, &server.Order{Track: c.Division, Order: o})
	if err != nil {
		return err
	}
	for _, track := range slices.Sorted(maps.Keys(told.Failed)) {
		fmt.Fprintf(e.stderr, "wolfden: %s: %s\n", track, werewolf.Clean(told.Failed[track]))
	}
	if len(told.Done) == 0 {
		return errFound
	}
	where := "; no server runs, so that it holds from the next start on"
	if served {
		where = ""
	}
	fmt.Fprintf(e.stdout, "done in %s%s\n", strings.Join(told.Done, ", "), where)
	if len(told.Failed) > 0 {
		return errFound
	}
	return nil
}

type contestPauseCmd struct {
	contestOrder `embed:""`
}

// Help is the long help of the command.
func (contestPauseCmd) Help() string {
	return `No match begins until wolfden contest resume; games that go on end as they do. Example:

  wolfden contest pause --dir autumn`
}

// Run orders it.
func (c *contestPauseCmd) Run(e *env) error { return c.give(e, matching.Order{Do: matching.Pause}) }

type contestResumeCmd struct {
	contestOrder `embed:""`
}

// Help is the long help of the command.
func (contestResumeCmd) Help() string {
	return `Matches begin again after wolfden contest pause. Example:

  wolfden contest resume --dir autumn`
}

// Run orders it.
func (c *contestResumeCmd) Run(e *env) error { return c.give(e, matching.Order{Do: matching.Resume}) }

type contestExtendCmd struct {
	contestOrder `embed:""`

	Rounds int `arg:"" help:"How many rounds more."`
}

// Help is the long help of the command.
func (contestExtendCmd) Help() string {
	return `Adds rounds, also to a contest that is over: its server tells those who come again to play.
A round has as many games as the configuration says, dealt anew. Example:

  wolfden contest extend 1 --dir autumn --division five`
}

// Run orders it.
func (c *contestExtendCmd) Run(e *env) error {
	return c.give(e, matching.Order{Do: matching.Extend, Rounds: c.Rounds})
}

type contestWithdrawCmd struct {
	contestOrder `embed:""`

	Team string `arg:"" help:"The team."`
	Yes  bool   `help:"Do it; without it the command says what it would do."`
}

// Help is the long help of the command.
func (contestWithdrawCmd) Help() string {
	return `Takes a team out for good. Its matches that have not begun are struck for everybody in
them, games that go on are played to their end, and rounds to come are planned for the
other teams. To keep the matches of the others, have somebody play for it instead:
wolfden contest substitute. Examples:

  wolfden contest withdraw lycan --dir autumn          says what would be struck
  wolfden contest withdraw lycan --dir autumn --yes`
}

// Run orders it.
func (c *contestWithdrawCmd) Run(e *env) error {
	if !c.Yes {
		told, _, err := c.reach(e, nil)
		if err != nil {
			return err
		}
		for i := range told.Tracks {
			t := &told.Tracks[i]
			struck := 0
			for _, m := range t.Unbegun {
				if slices.Contains(m.Teams, c.Team) {
					struck++
				}
			}
			if struck > 0 && (c.Division == "" || c.Division == t.Track) {
				fmt.Fprintf(e.stderr, "%s: %d of the %d matches that are left would be struck, for everybody in them\n", t.Track, struck, t.Matches-t.Done)
			}
		}
		return usagef("a team withdraws for good; with --yes it does")
	}
	return c.give(e, matching.Order{Do: matching.Withdraw, Team: c.Team})
}

type contestSubstituteCmd struct {
	contestOrder `embed:""`

	Who string `arg:"" name:"team=player" help:"The team, and the built-in player that plays for it; TEAM= lets the team itself play again."`
}

// Help is the long help of the command.
func (contestSubstituteCmd) Help() string {
	return `From now on a built-in player (wolfden bots lists them) plays the matches of a team, and
programs of the team are sent home, until the team may play again. What it plays
counts for the team; the records name the player. Examples:

  wolfden contest substitute lycan=plain --dir autumn
  wolfden contest substitute lycan= --dir autumn`
}

// Run orders it.
func (c *contestSubstituteCmd) Run(e *env) error {
	team, player, whole := strings.Cut(c.Who, "=")
	if !whole {
		return usagef("%q is not like TEAM=PLAYER, or TEAM= for the team itself", c.Who)
	}
	return c.give(e, matching.Order{Do: matching.Substitute, Team: team, Player: player})
}

type contestReplayCmd struct {
	contestOrder `embed:""`

	Match string `arg:"" help:"The match, or a game of it: by its id, as pages and records have it."`
}

// Help is the long help of the command.
func (contestReplayCmd) Help() string {
	return `Plays a match again that is over, with roles dealt anew, after all others. The game that
was played for it does not count any more: its record and its logs are kept with
.annulled behind their names. Example:

  wolfden contest replay 1-0007-5e0c1c4b --dir autumn`
}

// Run orders it.
func (c *contestReplayCmd) Run(e *env) error {
	return c.give(e, matching.Order{Do: matching.Replay, Match: matching.ID(c.Match)})
}
