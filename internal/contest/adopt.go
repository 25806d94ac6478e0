package contest

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"wolfden/internal/contest/config"
	"wolfden/internal/contest/matching"
)

// journalOf is the file of a track's journal: the configured one, or the one beside it in which a schedule of the
// organisers' server goes on that stands there.
func journalOf(t *config.Track) string {
	path := t.Matching.OutputPath
	if _, err := os.Lstat(path + matching.JournalExtension); err == nil {
		return path + matching.JournalExtension
	}
	return path
}

// adopt takes over the contest of the organisers' server whose schedule stands where the journal is to be. The schedule
// itself is left as it is.
func (h *host) adopt() error {
	t := h.track
	if !t.Matching.IsOptimize || t.Matching.SelfMatch || journalOf(t) != t.Matching.OutputPath {
		return nil
	}
	theirs, err := matching.ReadForeign(t.Matching.OutputPath)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, matching.ErrNotForeign) {
		return nil // a contest of ours, or whatever else; the journal will tell
	}
	path := t.Matching.OutputPath + matching.JournalExtension
	if err == nil {
		spec, specErr := specOf(t)
		if specErr != nil {
			return specErr
		}
		err = theirs.Adopt(path, spec, time.Now())
	}
	if err != nil {
		return h.config.Blame(t, "matching.output_path", err)
	}
	h.log.Info("the contest of the organisers' server goes on here; its schedule stays as it is", "schedule",
		filepath.Base(t.Matching.OutputPath), "journal", path, "played", theirs.Played(), "left", theirs.Left())
	return nil
}
