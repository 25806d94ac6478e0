package league

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wolfden/internal/secret"
	"wolfden/internal/settings"
	"wolfden/werewolf"
)

func castFor(lang string) ([]Character, error) {
	if lang != "en" && lang != "ja" {
		return nil, errors.New("nobody speaks it")
	}
	return testCast(), nil
}

const goodPlan = `# a plan
lang: ja
seed: 9
parallel: 3
out: runs/spring
deals: duplicate
entries:
  - bot: plain
  - name: quiet
    bot: chaos:silent
    lang: en
against: [random, mille]
setups:
  - players: 9
    games: 40
    max_day: 6
    answer_time: 5m
    talk: {mode: anytime, per_agent: 3, length: 60}
stop: {compare: [quiet, plain], difference: 0.1}
`

func TestParse(t *testing.T) {
	f, err := parse("spring.yml", []byte(goodPlan), castFor)
	if err != nil {
		t.Fatal(err)
	}
	s := &f.Spec
	if f.Out != "runs/spring" || f.Parallel != 3 || s.Lang != "ja" || s.Seed != 9 || s.Deals != Duplicate {
		t.Errorf("%+v", f)
	}
	if s.Entries[0] != (Entry{Name: "plain", Bot: "plain"}) || s.Entries[1] != (Entry{Name: "quiet", Bot: "chaos:silent", Lang: "en"}) {
		t.Errorf("entries %+v", s.Entries)
	}
	if len(s.Against) != 2 || s.Against[1].Bot != "mille" || s.Against[1].Name == "mille" {
		t.Errorf("against %+v", s.Against)
	}
	r := &s.Setups[0].Rules
	if s.Setups[0].Name != "9 players" || s.Setups[0].Games != 40 || r.MaxDay != 6 || r.Timeout.Action != 300_000 || r.Talk.Mode != werewolf.Anytime ||
		r.Talk.MaxCount.PerAgent != 3 || r.Talk.MaxLength.BaseLength != 60 || r.Whisper.Mode != werewolf.Serial {
		t.Errorf("setup %+v", s.Setups[0])
	}
	if *s.Stop != (Stop{First: 1, Second: 0, Alpha: 0.05, Beta: 0.05, Difference: 0.1}) {
		t.Errorf("stop %+v", s.Stop)
	}
	small, err := parse("runs/small.yml", []byte("entries: [{bot: plain}, {bot: random}]\nsetups: [{roles: {WEREWOLF: 1, SEER: 1, VILLAGER: 3}, games: 2}]"), castFor)
	if err != nil || small.Out != "runs/small" || small.Spec.Deals != Duplicate || small.Spec.Setups[0].Name != "5 players" || small.Spec.Stop != nil {
		t.Errorf("%+v, %v", small, err)
	}
}

// TestUnknownKeys: all keys that no plan has are told at once, each with its line and what was meant; their values do not matter.
func TestUnknownKeys(t *testing.T) {
	_, err := parse("p.yml", []byte("sead: [1, {a: b}]\nentries:\n  - bot: plain\n    mdoel: x\n  - bot: random\n    games: 3\n    settings: {temprature: 1}\nsetups:\n  - {players: 5, game: 3}\n"), castFor)
	if err == nil {
		t.Fatal("no error")
	}
	if want := "p.yml:1: sead: unknown key sead, did you mean seed?\n" +
		"p.yml:4: entries[0].mdoel: unknown key mdoel, did you mean model?\n" +
		"p.yml:6: entries[1].games: unknown key games, did you mean setups[].games?\n" +
		"p.yml:7: entries[1].settings.temprature: unknown key temprature, did you mean temperature?\n" +
		"p.yml:9: setups[0].game: unknown key game, did you mean games?"; err.Error() != want {
		t.Errorf("%v\nwant\n%s", err, want)
	}
}

func TestParseFaults(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"seed: 9", "sead: 9", `p.yml:3: sead: unknown key sead, did you mean seed?`},
		{"seed: 9", "seed: many", `p.yml:3: seed: "many" does not fit; write a whole number`},
		{"seed: 9", "seed: [1", `must be specified; check indentation`},
		{"seed: 9", "seed: 9\nseed: 10", `p.yml:4: `},
		{"lang: ja", "lang: fr", "p.yml:2: lang: nobody speaks it"},
		{"parallel: 3", "parallel: -3", `p.yml:4: parallel: "-3" is out of range; write a whole number from 0`},
		{"parallel: 3", "require_model: 95", `p.yml:4: require_model: "95" is out of range; write a share above 0 and up to 1`},
		{"parallel: 3", "require_model: .nan", `p.yml:4: require_model: ".nan" is not a number; write a share`},
		{"deals: duplicate", "deals: twice", `p.yml:6: deals: "twice" is not known; write one of duplicate, independent`},
		{"deals: duplicate", "deals: independent", `against: needs deals: duplicate`},
		{"  - bot: plain\n", "  - name: x\n", "p.yml:8: entries[0]: neither bot nor remote"},
		{"lang: en", "remote: far", "p.yml:11: entries[1].remote: a team elsewhere has its own name"},
		{"  - bot: plain\n", "  - remote: far7\n", `p.yml:8: entries[0].name: "far7" ends with a digit`},
		{"  - bot: plain\n", "  - remote: far\n", "p.yml:14: setups[0]: teams elsewhere cannot speak on an open floor"},
		{"deals: duplicate", "seating: round", `p.yml:6: seating: "round" is not known; write one of mixed, sides`},
		{"deals: duplicate", "seating: sides", `p.yml:12: against: finds no seat`},
		{"name: quiet", "name: plain", `p.yml:9: entries[1].name: "plain" is there twice`},
		{"[random, mille]", "[random, random]", `p.yml:12: against[1].name: `},
		{"players: 9", "players: 7", "p.yml:14: setups[0].players: "},
		{"players: 9", "roles: {WOLF: 2}", `p.yml:14: setups[0].roles.WOLF: unknown key WOLF, known here: VILLAGER, SEER`},
		{"players: 9", "roles: {SEAR: 1}", "p.yml:14: setups[0].roles.SEAR: unknown key SEAR, did you mean SEER?"},
		{"players: 9", "roles: {WEREWOLF: 4}", `p.yml:14: setups[0]: rules cannot be played: roles: 4 werewolves`},
		{"players: 9", "roles: {VILLAGER: 9}", `p.yml:14: setups[0].roles: a game needs at least one werewolf`},
		{"players: 9", "roles: {WEREWOLF: -2}", `p.yml:14: setups[0].roles.WEREWOLF: "-2" is out of range; write a whole number from 0 to 60`},
		{"players: 9", "players: 9\n    roles: {WEREWOLF: 1, VILLAGER: 3}", `p.yml:14: setups[0].players: 9, but the roles make 4`},
		{"games: 40", "games: 99999999999999999999", `p.yml:15: setups[0].games: "99999999999999999999" is not whole or out of range; write a whole number`},
		{"games: 40", "games: -2", "p.yml:15: setups[0].games: -2; play at least one for each entry: 2"},
		{"games: 40", "games: 41", "p.yml:15: setups[0].games: 41 is no multiple of the 2 entries"},
		{"max_day: 6", "max_day: -2", "max_day"},
		{"answer_time: 5m", "answer_time: long", `p.yml:17: setups[0].answer_time: "long"; write a duration`},
		{"anytime", "sometimes", `p.yml:18: setups[0].talk.mode: "sometimes"; write serial`},
		{"[quiet, plain]", "[quiet, loud]", "p.yml:19: stop.compare: name two different entries"},
		{"difference: 0.1", "alpha: 7", "p.yml:19: stop.alpha: 7; write a rate"},
		{"difference: 0.1", "width: 2", "p.yml:19: stop.width: 2; write how wide"},
		{"difference: 0.1", "difference: 0.1, width: 0.2", "p.yml:19: stop.width: goes on until the interval is narrow"},
		{"# a plan", "---\na: 1\n---", "p.yml:4: a second document"},
		{goodPlan, "", "p.yml: entries: no entry"},
		{goodPlan, "just words", "p.yml:1: "},
		{goodPlan, "setups: [null]", "setups[0]: is empty"},
		{goodPlan, strings.Repeat("#", settings.MaxBytes+1), "another file"},
	} {
		_, err := parse("p.yml", []byte(strings.Replace(goodPlan, c.old, c.new, 1)), castFor)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q:\n got %v\nwant %s", c.new, c.old, err, c.want)
		}
	}
}

// FuzzParse: any text is a plan that can be made or an error, and never more
// than that.
func FuzzParse(f *testing.F) {
	f.Add([]byte(goodPlan))
	f.Add([]byte("entries: [{bot: a}, {bot: b}]\nsetups: [{players: 5, games: 2}]\nstop: {compare: [a, b]}"))
	f.Add([]byte("a: &a [*a]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 2000 {
			return
		}
		file, err := parse("p.yml", data, castFor)
		if err != nil {
			if file != nil {
				t.Error("a plan and an error")
			}
			return
		}
		s := &file.Spec
		if s.Setups[0].Games > 1000 || len(s.Setups) > 3 {
			return
		}
		total := 0
		for _, setup := range s.Setups {
			total += setup.Games
		}
		if total < 5000 && len(Plan(s)) != total {
			t.Errorf("a plan of %d games, want %d", len(Plan(s)), total)
		}
	})
}

// A seed makes a league foreseeable; without one a plan with teams elsewhere is
// drawn, and keeps what was drawn.
func TestPlansOfTeamsElsewhereAreDrawn(t *testing.T) {
	const text = "entries: [{bot: plain}, {remote: far}]\nsetups: [{players: 5, games: 20}]\n"
	for more, want := range map[string]bool{"": true, "seed: 0\n": false, "seed: 3\n": false} {
		f, err := parse("far.yml", []byte(more+text), castFor)
		if err != nil {
			t.Fatal(err)
		}
		if f.Spec.Drawn != want {
			t.Errorf("%q: drawn %v", more, f.Spec.Drawn)
		}
	}
	if f, err := parse("near.yml", []byte(strings.Replace(text, "remote: far", "bot: mille", 1)), castFor); err != nil || f.Spec.Drawn {
		t.Errorf("a league of bots comes again: %v", err)
	}
	if _, err := parse("far.yml", []byte("deals: duplicate\n"+text), castFor); err == nil || !strings.Contains(err.Error(), "far.yml:1") {
		t.Errorf("strangers get the same deal twice: %v", err)
	}
	f, err := parse("far.yml", []byte(text), castFor)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if before, err := DrawKey(dir, &f.Spec); before || err != nil {
		t.Fatalf("a key before the league began: %v", err)
	}
	key := f.Spec.key
	folder, err := OpenFolder(dir, &f.Spec)
	if err != nil {
		t.Fatal(err)
	}
	if err := folder.Close(); err != nil {
		t.Fatal(err)
	}
	again := f.Spec
	if before, err := DrawKey(dir, &again); !before || err != nil || again.key != key {
		t.Errorf("the key is lost: %v", err)
	}
	other := f.Spec
	other.key = secret.NewKey()
	if _, err := OpenFolder(dir, &other); !errors.Is(err, errOther) {
		t.Errorf("another key goes on in the folder: %v", err)
	}
	if info, err := os.Stat(filepath.Join(dir, keyFile)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others may read the key: %v, %v", info, err)
	}
}
