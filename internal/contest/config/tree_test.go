package config

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"wolfden/internal/settings"
	"wolfden/werewolf"
)

func TestAnchorsAndMergesGiveWhatIsWrittenOut(t *testing.T) {
	short := mustParse(t, `
x-limits: &limits
  max_count: {per_agent: 2, per_day: 9}
  max_skip: 3
x-more: &more {max_skip: 5, order: every_phase}
game:
  talk: &talk
    <<: *limits
    max_skip: 1
  whisper:
    <<: [*talk, *more]
  vote: {<<: , max_count: 2}
logic:
  day_phases: &phases
    - {name: talk, actions: &talking [talk]}
  night_phases:
    - {name: more talk, actions: *talking}
    - {name: night, actions: [execution, attack]}
`)
	long := mustParse(t, `
game:
  talk: {max_count: {per_agent: 2, per_day: 9}, max_skip: 1}
  whisper: {max_count: {per_agent: 2, per_day: 9}, max_skip: 1, order: every_phase}
  vote: {max_count: 2}
logic:
  day_phases:
    - {name: talk, actions: [talk]}
  night_phases:
    - {name: more talk, actions: [talk]}
    - {name: night, actions: [execution, attack]}
`)
	if !reflect.DeepEqual(short.Tracks, long.Tracks) {
		t.Errorf("%+v\nwant %+v", short.Tracks, long.Tracks)
	}
}

func TestLinesAreRightWhateverStandsAbove(t *testing.T) {
	for name, value := range map[string]string{
		"block":              "|\n  one\n\n  two\n\n\n",
		"block, kept":        "|+\n  one\n\n\n",
		"block, indented":    "|2-\n    one\n  two\n",
		"folded":             ">\n  one\n  two\n\n  three\n",
		"folded, with more":  ">-\n  one\n    two\n\n  three\n\n# comment\n\n",
		"double quotes":      "\"one\n  two\n\n  three\"\n",
		"double, escaped":    "\"one\\\n  two\\n\\n\"\n",
		"single quotes":      "'one\n\n\n  two'\n",
		"plain":              "one\n  two\n  three\n",
		"plain, blank lines": "one\n\n  two\n\n",
		"comments":           "one # a\n# b\n\n  # c\n",
		"flow":               "[one,\n two, # a\n # b\n three\n]\n",
		"flow of keys":       "{one: 1,\n\n two: \"a\n  b\"}\n",
		"list":               "\n- one\n- |\n  two\n\n- three\n",
		"anchor":             "&a\n  one:\n    - two\n",
		"nothing":            "\n\n\n",
		"Japanese":           "一\n  二\n\n",
	} {
		text := "x-above: " + value + "game:\n  agent_count: x\n"
		want := fmt.Sprintf("contest.yml:%d: game.agent_count:", strings.Count(text, "\n"))
		if lines := faultsOf(t, text); !strings.HasPrefix(lines[0], want) {
			t.Errorf("%s: %s, want %s", name, lines[0], want)
		}
	}
}

// A fault in what is merged in stands on the line where it is written.
func TestFaultsInWhatIsMergedAreWhereTheyStand(t *testing.T) {
	got := faultsOf(t, "x-a: &a\n  max_skip: x\ngame:\n  talk: {<<: *a}\n  whisper: *a\n")
	want := []string{
		`contest.yml:2: game.talk.max_skip: "x" is not a number; write a whole number from 0, or -1 for no limit`,
		`contest.yml:2: game.whisper.max_skip: "x" is not a number; write a whole number from 0, or -1 for no limit`,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
}

func TestLinesAreRightHoweverTheyEnd(t *testing.T) {
	file := "# a comment\nserver:\n  tls:\n    cert: |\n      ./a\n  web_socket:\n    # another\n    port: 0\n"
	const want = `contest.yml:8: server.web_socket.port: "0" is out of range`
	for name, text := range map[string]string{
		"as on Unix":     file,
		"as on Windows":  strings.ReplaceAll(file, "\n", "\r\n"),
		"with a BOM":     "\uFEFF" + file,
		"without an end": strings.TrimSpace(file),
		"with a header":  "--- " + file,
	} {
		lines := faultsOf(t, text)
		if last := lines[len(lines)-1]; !strings.HasPrefix(last, want) {
			t.Errorf("%s: %s", name, last)
		}
	}
}

func TestYAMLThatSettingsHaveNoUseFor(t *testing.T) {
	for text, want := range map[string]string{
		"a text":                          "contest.yml:1: a single value, but settings are lines such as server:",
		"- a list":                        "contest.yml:1: a list, but settings are lines such as server:",
		"game:\n---\nserver:\n":           "contest.yml:3: a second document; a file holds one",
		"game: *none":                     "contest.yml:1: game: nothing above is marked &none; mark the value",
		"game: &a {talk: *a}":             "contest.yml:1: game.talk: nothing above is marked &a",
		"game: !!str x":                   "contest.yml:1: a tag such as !!str; write the value alone",
		"%YAML 1.2\n---\ngame:":           "contest.yml:1: a line that begins with %; remove it",
		"? game\n: {}":                    "contest.yml:1: a key that begins with \"? \"; write key: value",
		"game: {<<: 5}":                   "contest.yml:1: << takes a group of keys",
		"game: {<<: [[{}]]}":              "contest.yml:1: << takes a group of keys or a list",
		"game: {<<: [3]}":                 "contest.yml:1: << takes a group of keys",
		"game:\n  vote: 1\n    talk: 2\n": "contest.yml:2: ",
		"game: \"\n":                      "contest.yml:1: ",
		"x-a: &a game\n*a : {}\n":         "contest.yml:2: ",
		"server: @host\n":                 "contest.yml:1: ",
		"game: {talk: {1.5: x, true: y}}": "contest.yml:1: game.talk.1.5: unknown key 1.5",
	} {
		if lines := faultsOf(t, text); !strings.HasPrefix(lines[0], want) {
			t.Errorf("%q:\n%s\nwant %s", text, strings.Join(lines, "\n"), want)
		}
	}
}

// None of these may take long, nor much memory; the parser alone would take minutes for some.
func TestHostileFilesAreRefusedSoon(t *testing.T) {
	bomb := "x-0: &a0 {name: lol, actions: [talk]}\n"
	for i := 1; i < 9; i++ {
		bomb += fmt.Sprintf("x-%d: &a%d [%s]\n", i, i, strings.Repeat(fmt.Sprintf("*a%d,", i-1), 10))
	}
	wide := "x-0: &a0 {" + strings.Repeat("k%d: 1, ", 3000) + "}\n"
	for i := range 3000 {
		wide = strings.Replace(wide, "%d", fmt.Sprint(i), 1)
	}
	for name, text := range map[string]string{
		"open brackets":     strings.Repeat("[", settings.MaxBytes),
		"closed brackets":   strings.Repeat("[", 33) + strings.Repeat("]", 33),
		"braces":            strings.Repeat("{a: ", 33),
		"dashes":            strings.Repeat("- ", settings.MaxBytes/2),
		"anchors":           strings.Repeat("&a ", 1<<14),
		"colons":            strings.Repeat("a: ", 1<<14),
		"stars":             strings.Repeat("*a ", 1<<14),
		"many values":       "a: [" + strings.Repeat("1,", 1<<15) + "]",
		"larger than 1 MiB": strings.Repeat("#", settings.MaxBytes+1),
		"merge signs":       strings.Repeat("<", settings.MaxBytes),
		"blank lines":       "x-a: |\n  a\n" + strings.Repeat(" \n", settings.MaxBytes/2-10) + "game:\n",
		"stairs": func() string {
			var b strings.Builder
			for i := 0; b.Len() < settings.MaxBytes-2000; i++ {
				b.WriteString(strings.Repeat(" ", i) + "a:\n")
			}
			return b.String()
		}(),
		"alias bomb":         bomb + "logic: {day_phases: *a8}\n",
		"alias bomb in use":  bomb + "tracks: *a5\ncustom_profile: {profiles: *a5}\n",
		"merge bomb":         wide + "game: {<<: [" + strings.Repeat("*a0,", 3000) + "]}\n",
		"many merges":        wide + merges(1000),
		"many unknown keys":  strings.ReplaceAll(merges(10_000), "<<: *a0", ""),
		"many tracks":        "tracks: [" + strings.Repeat("{},", maxTracks+1) + "]",
		"control characters": strings.Repeat("\x00", 1000),
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := Parse("f", []byte(text)); err == nil {
				t.Error("accepted")
			} else if len(err.Error()) > 200_000 {
				t.Errorf("the error has %d bytes", len(err.Error()))
			}
		})
	}
}

func merges(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "key%d: {<<: *a0}\n", i)
	}
	return b.String()
}

func TestLargestFileThatIsTaken(t *testing.T) {
	var b strings.Builder
	b.WriteString("custom_profile:\n  profiles:\n")
	for i := range 2500 {
		fmt.Fprintf(&b, "  - name: P%d\n    personality: %s\n", i, strings.Repeat("長い ", 54))
	}
	if b.Len() > settings.MaxBytes || b.Len() < settings.MaxBytes*9/10 {
		t.Fatalf("%d bytes", b.Len())
	}
	c := mustParse(t, b.String())
	if got := len(c.Tracks[0].Characters.Profiles); got != 2500 || c.Tracks[0].Rules.Roles[werewolf.Werewolf] != 1 {
		t.Errorf("%d profiles", got)
	}
}

// A file in another encoding is read where that is certain, and refused as a whole where it is not.
func TestOtherEncodings(t *testing.T) {
	const file = "teams: [%s, b, c, d, e]\n"
	for name, text := range map[string]string{
		"a mark": "\xef\xbb\xbf" + fmt.Sprintf(file, "あい"), "Shift_JIS": fmt.Sprintf(file, "\x82\xa0\x82\xa2"), "EUC-JP": fmt.Sprintf(file, "\xa4\xa2\xa4\xa4"),
	} {
		if c := mustParse(t, text); c.Tracks[0].Teams[0] != "あい" {
			t.Errorf("%s: %q", name, c.Tracks[0].Teams)
		}
	}
	if lines := faultsOf(t, fmt.Sprintf(file, "\x88\xa0")); len(lines) != 1 || !strings.Contains(lines[0], "save it as UTF-8") {
		t.Errorf("faults %q", lines)
	}
}
