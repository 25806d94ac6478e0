package viewer

import (
	"strings"
	"testing"

	"wolfden/internal/viewer/viewertest"
	"wolfden/werewolf"
)

// TestVotesAreDrawn: each vote of a game is an arrow on its page, also one for oneself, and each set of votes shows a face a player.
func TestVotesAreDrawn(t *testing.T) {
	dir := t.TempDir()
	rec := viewertest.Play(t, 5, 2, nil)
	viewertest.Save(t, dir, rec)
	votes, own := 0, 0
	for _, e := range rec.Entries {
		if e.Event != nil && (e.Event.Kind == werewolf.VoteCast || e.Event.Kind == werewolf.AttackCast) && e.Event.Target != 0 {
			votes++
			if e.Event.Target == e.Event.Seat {
				own++
			}
		}
	}
	body := page(t, site(t, Options{Dirs: []string{dir}}).URL+"/games/"+rec.Header.ID)
	figures, arrows, faces := strings.Count(body, `<svg class="arrows"`), strings.Count(body, `<path class="arrow `), strings.Count(body, `<g class="node`)
	if votes == 0 || own == 0 || arrows != votes || figures == 0 || faces != 5*figures {
		t.Errorf("%d votes, %d for oneself: %d figures with %d faces and %d arrows", votes, own, figures, faces, arrows)
	}
}
