package contest

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"wolfden/internal/contest/config"
	"wolfden/internal/contest/matching"
	"wolfden/internal/secret"
)

// openPolicy opens what fills the track's tables. A schedule that was lost is
// not begun anew without a word.
func (h *host) openPolicy() error {
	if err := h.adopt(); err != nil {
		return err
	}
	if err := h.checkJournal(); err != nil {
		return err
	}
	if !planned(h.track) {
		var err error
		h.policy, err = casual(h.track)
		return err
	}
	j, err := openJournal(h.track)
	if err != nil {
		return err
	}
	h.policy, h.journal = j, j
	if err := j.PlayRounds(h.track.Matching.Rounds); err != nil {
		return err
	}
	j.GiveUpAfter(h.track.Matching.Tries)
	h.health.lose(h.track.Name, j.Lost())
	// Without it all teams weigh the same, and matches that failed come last anyway.
	if h.health.rules.Enable {
		j.Heed(h.health, h.track.Matching.AbortWeightFactor)
	}
	return nil
}

// casual fills the tables of a track without a plan.
func casual(t *config.Track) (matching.Policy, error) {
	key := secret.NewKey()
	if t.Seed != nil {
		key = secret.KeyOf(*t.Seed)
	}
	if t.Matching.SelfMatch {
		return matching.NewSelf(t.Rules.Roles, key)
	}
	return matching.NewMixed(t.Rules.Roles, key)
}

// checkJournal reports a journal that holds nothing although games were played
// beside it. A first server that died while it began one leaves none.
func (h *host) checkJournal() error {
	path := journalOf(h.track)
	if !planned(h.track) {
		return nil
	}
	data, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("the journal of the schedule cannot be read: %w", err)
	case bytes.IndexByte(data, '\n') >= 0 || !h.store.Holds():
		return nil
	}
	return h.config.Blame(h.track, "matching.output_path", fmt.Errorf("%s has lost what it held, and games of its schedule "+
		"are in %s; put a copy of it back, or begin anew with another file and another server.data_dir", path, h.store.Dir()))
}

func planned(t *config.Track) bool { return !t.Matching.SelfMatch && t.Matching.IsOptimize }
