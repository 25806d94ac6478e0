package viewer

import (
	"encoding/json"
	"strings"
	"testing"

	"wolfden/gamelog"
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
	figures, arrows, faces := strings.Count(body, `<svg class="arrows"`), strings.Count(body, `<path class="arrow `), strings.Count(body, `<use class="node`)
	if votes == 0 || own == 0 || arrows != votes || figures == 0 || faces != 5*figures {
		t.Errorf("%d votes, %d for oneself: %d figures with %d faces and %d arrows", votes, own, figures, faces, arrows)
	}
}

// Where a name leads to gives it its colour; beyond the colours, which begin anew, it says so itself.
func TestColoursOfNames(t *testing.T) {
	for want, got := range map[string]string{
		`<a href="#p13">`: toCard(13, ""), `<a class="c1" href="#p14">`: toCard(14, ""), `<a class="at c8" href="#p60">`: toCard(60, "at"),
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// Arrows begin and end beside names and faces, not under them: whom one is for can be seen, however many play and however long
// the names are.
func TestBrowserArrowsEndInTheOpen(t *testing.T) {
	b := openWindow(t)
	dir := t.TempDir()
	b.Screen(1280, 900, false)
	var games []*gamelog.Record
	for i, players := range []int{5, 9, 13} {
		for seed, names := range []string{"Gwendolyn", "Mikhail", "コルネリウスさま"} {
			if seed != i && !*long {
				continue
			}
			rec := viewertest.Play(t, players, uint64(seed), func(werewolf.SeatID, int) string { return werewolf.OverText }) // votes are enough
			for i := range rec.Header.Seats {
				rec.Header.Seats[i].Name = string(rune('A'+i)) + names
			}
			viewertest.Save(t, dir, rec)
			games = append(games, rec)
		}
	}
	srv := site(t, Options{Dirs: []string{dir}})
	for _, rec := range games {
		players, names := len(rec.Header.Seats), rec.Header.Seats[0].Name
		b.Visit(srv.URL + "/games/" + rec.Header.ID)
		var bad []string
		err := json.Unmarshal([]byte(b.Eval(`document.querySelectorAll('use.node').forEach((e) => { // each place is on the page once: here it stands in every figure
				const place = document.createElementNS('http://www.w3.org/2000/svg', 'g');
				place.classList.add('node', 'place');
				place.append(...document.querySelector(e.getAttribute('href')).cloneNode(true).childNodes);
				e.replaceWith(place);
			}), [...document.querySelectorAll('.arrows')].flatMap((svg, n) => {
				const boxes = [...svg.querySelectorAll('.node text')].map((e) => e.getBBox());
				const faces = [...svg.querySelectorAll('.node use')].map((e) => e.getBBox());
				return [...svg.querySelectorAll('.arrow')].flatMap((path) => {
					const long = path.getTotalLength();
					const end = path.getPointAtLength(long), before = path.getPointAtLength(long - 1);
					const tip = { x: end.x + 3.6 * (end.x - before.x), y: end.y + 3.6 * (end.y - before.y) };
					return [path.getPointAtLength(0), end, tip].flatMap((p, k) => [...boxes.filter((r) => p.x > r.x && p.x < r.x + r.width && p.y > r.y && p.y < r.y + r.height),
						...faces.filter((r) => Math.hypot(p.x - r.x - r.width / 2, p.y - r.y - r.height / 2) < r.width / 2)]
						.map(() => 'figure ' + n + ', ' + ['start', 'end', 'tip'][k] + ' of ' + path.getAttribute('d')));
				});
			})`)), &bad)
		if err != nil {
			t.Fatal(err)
		}
		if len(bad) > 0 {
			t.Errorf("%d players, %s: %d places are covered: %q", players, names, len(bad), bad[0])
		}
		if out := b.Eval(`[...document.querySelectorAll('.arrows')].flatMap((svg) => [...svg.querySelectorAll('.node text')].map((e) => e.getBBox())
				.filter((r) => r.x < -24 || r.y < 0 || r.x + r.width > 444 || r.y + r.height > 420)).length`); out != "0" {
			t.Errorf("%d players, %s: %s names are outside of the figure", players, names, out)
		}
		if n := b.Eval("document.querySelectorAll('.arrow').length"); n == "0" {
			t.Error("there are no arrows")
		}
	}
}
