package site

import (
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/viewer/viewertest"
	"wolfden/werewolf"
)

// The page of a game stays below 200 KB with all that is its own, however long thirteen players talk, and holds all that was said. What they noted
// for themselves is on it where there is room, and else one link away.
func TestPagesAreSmall(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("pages are written at once in TestSite")
	}
	data := t.TempDir()
	say := func(_ werewolf.SeatID, n int) string {
		a, b := 'A'+rune(n*7%13), 'A'+rune((n*5+3)%13)
		switch {
		case n%40 == 0:
			return fmt.Sprintf("I am the seer. I divined Person%c and Person%c is a werewolf: that is what I have to say at moment %d.", a, a, n)
		case n%4 == 0:
			return fmt.Sprintf("I suspect Person%c, because what was said of Person%c yesterday fits a werewolf %d times better.", a, b, n)
		case n%4 == 1:
			return fmt.Sprintf("@Person%c what do you think of Person%c? I will vote for Person%c unless you can answer number %d.", a, b, b, n)
		default:
			return fmt.Sprintf("@Person%c let us go through the day once more, slowly, before anybody decides anything at moment %d.", a, n)
		}
	}
	plain, noted := quiet(viewertest.Play(t, 13, 10, say)), viewertest.Noted(viewertest.Play(t, 13, 2, say))
	plain.Header.ID, noted.Header.ID = "PLAIN", "NOTED"
	short := viewertest.Play(t, 5, 1, nil)
	for _, rec := range []*gamelog.Record{plain, noted, short} {
		viewertest.Save(t, data, rec)
	}
	utterances := map[*gamelog.Record]int{}
	folder := filepath.Join(t.TempDir(), "site")
	publish(t, data, folder, Options{})
	pages := crawl(t, folder)
	style := regexp.MustCompile(`static/faces-[0-9a-f]+\.css`)
	for at, body := range pages {
		if !strings.Contains(at, "/games/") || strings.HasSuffix(at, ".notes.html") {
			continue
		}
		own := 0
		for _, file := range []string{at, style.FindString(body)} {
			info, err := os.Stat(filepath.Join(folder, file))
			if err != nil {
				t.Fatal(err)
			}
			own += int(info.Size())
		}
		t.Logf("%s: %d bytes", at, own)
		if own >= 200_000 {
			t.Errorf("%s takes %d bytes", at, own)
		}
		rec := map[string]*gamelog.Record{"plain": plain, "noted": noted}[strings.TrimSuffix(filepath.Base(at), ".html")]
		if rec == nil {
			if !strings.Contains(body, "thought") {
				t.Error("a small page is without the notes")
			}
			continue
		}
		text := html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(body, ""))
		for _, e := range rec.Entries {
			if e.Event == nil || e.Event.Kind != werewolf.Talked && e.Event.Kind != werewolf.Whispered {
				continue
			}
			if utterances[rec]++; !strings.Contains(text, e.Event.Text) {
				t.Fatalf("%s does not hold %q", at, e.Event.Text)
			}
		}
		whole := strings.TrimSuffix(at, ".html") + ".notes.html"
		if leads := strings.Contains(body, `href="`+filepath.Base(whole)+`"`); leads != (rec == noted) || leads && !strings.Contains(pages[whole], viewertest.Secret(3)+" because") {
			t.Errorf("%s leads to what was noted: %t", at, leads)
		}
	}
	if utterances[plain] < 300 || utterances[noted] < 300 {
		t.Errorf("the long games have %d and %d utterances", utterances[plain], utterances[noted])
	}
}

// quiet is the record as a contest's server keeps it: without notes.
func quiet(rec *gamelog.Record) *gamelog.Record {
	out := &gamelog.Record{Header: rec.Header}
	for _, e := range rec.Entries {
		if e.Input != nil {
			in := *e.Input
			in.Notes = nil
			e.Input = &in
		}
		out.Entries = append(out.Entries, e)
	}
	return out
}
