package server

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"wolfden/gamelog"
	"wolfden/internal/server/config"
	"wolfden/internal/server/matching"
)

// openPolicy opens what fills the track's tables. A schedule that was lost is
// not begun anew without a word.
func (h *host) openPolicy() (matching.Policy, error) {
	if err := h.checkJournal(); err != nil {
		return nil, err
	}
	return policyOf(h.track)
}

// checkJournal reports a journal that holds nothing although games were played
// beside it. A first server that died while it began one leaves none.
func (h *host) checkJournal() error {
	path := h.track.Matching.OutputPath
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
