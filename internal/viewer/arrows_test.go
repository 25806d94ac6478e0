package viewer

import (
	"strings"
	"testing"

	"wolfden/internal/viewer/viewertest"
	"wolfden/werewolf"
)

// TestVotesAreDrawn: each vote of a game for somebody else is an arrow on its page, and each set of votes shows a face a player.
func TestVotesAreDrawn(t *testing.T) {
	dir := t.TempDir()
	rec := viewertest.Play(t, 5, 2, nil)
	viewertest.Save(t, dir, rec)
	votes := 0
	for _, e := range rec.Entries {
		if e.Event != nil && (e.Event.Kind == werewolf.VoteCast || e.Event.Kind == werewolf.AttackCast) && e.Event.Target != 0 && e.Event.Target != e.Event.Seat {
			votes++
		}
	}
	body := page(t, site(t, Options{Dirs: []string{dir}}).URL+"/games/"+rec.Header.ID)
	figures, arrows, faces := strings.Count(body, `<svg class="arrows"`), strings.Count(body, `<path class="arrow `), strings.Count(body, `<g class="node`)
	if votes == 0 || arrows != votes || figures == 0 || faces != 5*figures {
		t.Errorf("%d votes: %d figures with %d faces and %d arrows", votes, figures, faces, arrows)
	}
}
