package server

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"wolfden/gamelog"
	"wolfden/internal/contest/config"
	"wolfden/internal/contest/matching"
	"wolfden/internal/secret"
)

// openPolicy opens what fills the track's tables. A schedule that was lost is
// not begun anew without a word.
func (h *host) openPolicy() (matching.Policy, error) {
	if err := h.adopt(); err != nil {
		return nil, err
	}
	if err := h.checkJournal(); err != nil {
		return nil, err
	}
	p, err := policyOf(h.track)
	// Without it all teams weigh the same, and matches that failed come last anyway.
	if j, planned := p.(*matching.Journal); planned && err == nil && h.server.health.rules.Enable {
		j.Heed(h.server.health, h.track.Matching.AbortWeightFactor)
	}
	return p, err
}

// policyOf is how a track fills its tables.
func policyOf(t *config.Track) (matching.Policy, error) {
	key := secret.NewKey()
	if t.Seed != nil {
		key = secret.KeyOf(*t.Seed)
	}
	switch {
	case t.Matching.SelfMatch:
		return matching.NewSelf(t.Rules.Roles, key)
	case !t.Matching.IsOptimize:
		return matching.NewMixed(t.Rules.Roles, key)
	default:
		return openJournal(t)
	}
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
	case bytes.IndexByte(data, '\n') >= 0 || !h.store.holds():
		return nil
	}
	return h.server.config.Blame(h.track, "matching.output_path", fmt.Errorf("%s has lost what it held, and games of its schedule "+
		"are in %s; put a copy of it back, or begin anew with another file and another server.data_dir", path, h.store.records))
}

func planned(t *config.Track) bool { return !t.Matching.SelfMatch && t.Matching.IsOptimize }

// holds reports whether there are records of games.
func (s *store) holds() bool {
	for _, dir := range []string{s.records, s.running()} {
		if paths, err := filepath.Glob(filepath.Join(dir, "*"+gamelog.Extension)); err == nil && len(paths) > 0 {
			return true
		}
	}
	return false
}
