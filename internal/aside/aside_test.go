package aside

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"wolfden/werewolf"
	"wolfden/wire"
)

// box is a box and what it has sent.
func box() (*Box, *[]wire.Aside) {
	sent := &[]wire.Aside{}
	return NewBox(func(packet []byte) error {
		var a wire.Aside
		err := json.Unmarshal(packet, &a)
		*sent = append(*sent, a)
		return err
	}), sent
}

// dusk is what seat 1 of five sees at the end of day 1.
func dusk(t *testing.T) *werewolf.Observation {
	t.Helper()
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	return &werewolf.Observation{Seat: 1, Day: 1, Names: []string{"Anna", "Ben", "Cleo", "Dora", "Egon"}, Rules: &rules, Living: werewolf.SeatsUpTo(5)}
}

func notes(b *Box) map[string]string {
	all := map[string]string{}
	for topic, text := range b.Notes() {
		all[topic] += text
	}
	return all
}

func TestNotes(t *testing.T) {
	b, sent := box()
	for _, word := range []string{`{"wolfden.aside":{"note":"Ben looks odd"}}`, ` { "wolfden.aside" : {"topic":"plan","note":"VOTE: Ben"}}`} {
		if !wire.IsAside(word) || !b.Hear(word, len(word)) {
			t.Errorf("%s is not taken", word)
		}
	}
	if got, want := notes(b), map[string]string{"note": "Ben looks odd", "plan": "VOTE: Ben"}; !maps.Equal(got, want) || len(*sent) != 0 {
		t.Errorf("%v, sent %v", got, *sent)
	}
	if again := notes(b); len(again) != 0 {
		t.Errorf("noted twice: %v", again)
	}
}

// The question names all others and the roles of the game; the answer counts once, with every role and brought to 1.
func TestBeliefs(t *testing.T) {
	b, sent := box()
	b.Ask("G", dusk(t))
	q := (*sent)[0]
	if q.Request != "wolfden.aside" || q.Ask != wire.AskBeliefs || q.GameID != "G" || q.Day != 1 ||
		strings.Join(q.Agents, " ") != "Ben Cleo Dora Egon" || len(q.Roles) != 4 {
		t.Fatalf("%+v", q)
	}
	word := `{"wolfden.aside":{"day":1,"beliefs":{"Ben":{"WEREWOLF":0.5,"SEER":0.49},"Cleo":{"VILLAGER":1}}}}`
	if !b.Hear(word, len(word)) {
		t.Fatalf("refused: %+v", *sent)
	}
	var told wire.Beliefs
	if err := json.Unmarshal([]byte(notes(b)[TopicBeliefs]), &told); err != nil {
		t.Fatal(err)
	}
	if len(told) != 2 || len(told["Ben"]) != 4 || told["Ben"]["WEREWOLF"] != .5/.99 || told["Ben"]["POSSESSED"] != 0 || told["Cleo"]["VILLAGER"] != 1 {
		t.Errorf("%v", told)
	}
	if b.Hear(word, len(word)) {
		t.Error("a second answer counts")
	}
}

// Whatever is wrong with a word is said, to the program and to its seat, and nothing of it is kept.
func TestRefused(t *testing.T) {
	believe := func(text string) string { return `{"wolfden.aside":{"day":1,"beliefs":` + text + `}}` }
	for word, want := range map[string]string{
		`{"wolfden.aside":`:                                          "cannot be read",
		`{"wolfden.aside":{}} {}`:                                    "more than one",
		`{"wolfden.aside":{"note":"a"},"other":{}}`:                  "has 2 keys",
		`{"wolfden.aside":{"nota":"a"}}`:                             `unknown field "nota"`,
		`{"wolfden.aside":{"note":7}}`:                               "number where a text belongs",
		`{"wolfden.aside":7}`:                                        "number where an object belongs",
		`{"wolfden.aside":{}}`:                                       "neither",
		`{"wolfden.aside":{"note":"a","beliefs":{}}}`:                "send two",
		`{"wolfden.aside":{"note":"a","topic":"model"}}`:             "model is not for programs",
		`{"wolfden.aside":{"note":"a","topic":"probe"}}`:             "probe is not for programs",
		"{\"wolfden.aside\":{\"note\":\"a\",\"topic\":\"\\u001b\"}}": "small letters",
		believe(`{"Ben":{"WEREWOLF":NaN}}`):                          "invalid character 'N'",
		believe(`{"Ben":{"WEREWOLF":1e999}}`):                        "number 1e999 where a number belongs",
		believe(`{"Ben":{"WEREWOLF":"1"}}`):                          "string where a number belongs",
		believe(`{"Ben":{"WEREWOLF":-0.5,"SEER":1.5}}`):              "no chance from 0 to 1",
		believe(`{"Ben":{"WEREWOLF":0.4}}`):                          "come to 0.4, not to 1",
		believe(`{"Ben":{"WEREWOLF":1},"Ann\u001b":{"SEER":1}}`):     `"Ann\x1b" is none of those`,
		believe(`{"Anna":{"WEREWOLF":1}}`):                           `"Anna" is none of those`,
		believe(`{"Ben":{"WEREWOLF":1,"KING":0}}`):                   `"KING" is no role of this game`,
		believe(`{}`): "there are none",
		`{"wolfden.aside":{"day":2,"beliefs":{"Ben":{"SEER":1}}}}`:          "beliefs of day 2 are not asked for now",
		`{"wolfden.aside":{"note":"` + strings.Repeat("x", MaxWord) + `"}}`: "at most 16384 are read",
	} {
		b, sent := box()
		b.Ask("G", dusk(t))
		if b.Hear(word, len(word)) {
			t.Errorf("%.80s is taken", word)
			continue
		}
		got := notes(b)
		if len(got) != 1 || !strings.Contains(got[TopicRefused], want) {
			t.Errorf("%.80s: noted %q, want %q", word, got, want)
		}
		if a := (*sent)[1]; a.Refused == "" || "refused: "+a.Refused != got[TopicRefused] {
			t.Errorf("%.80s: told %+v", word, a)
		}
		right := believe(`{"Ben":{"SEER":1}}`)
		if !b.Hear(right, len(right)) {
			t.Errorf("%.80s: then a right answer is refused: %v", word, *sent)
		}
	}
}

// An answer that comes when the next one of the game is in is late.
func TestLate(t *testing.T) {
	b, sent := box()
	b.Ask("G", dusk(t))
	b.Close()
	word := `{"wolfden.aside":{"day":1,"beliefs":{"Ben":{"SEER":1}}}}`
	if b.Hear(word, len(word)) || !strings.Contains((*sent)[1].Refused, "due before the vote") {
		t.Errorf("%+v", *sent)
	}
}

// Floods are neither kept nor answered without end.
func TestFlood(t *testing.T) {
	b, sent := box()
	for range 3 * maxRefusals {
		b.Hear("{", 1)
	}
	if len(*sent) != maxRefusals || !strings.HasSuffix((*sent)[maxRefusals-1].Refused, "(of more refusals nothing is told)") {
		t.Errorf("%d refusals are told", len(*sent))
	}
	kept := 0
	for i := range 2 * maxGame / 10_000 {
		word := fmt.Sprintf(`{"wolfden.aside":{"note":"%010000d"}}`, i)
		b.Hear(word, len(word))
		if held := len(fmt.Sprint(b.notes)); held > 2*maxHeld {
			t.Fatalf("%d bytes are held", held)
		}
		if i%5 == 0 {
			kept += len(fmt.Sprint(notes(b)))
		}
	}
	if kept > maxGame+maxHeld || kept < maxGame/2 {
		t.Errorf("%d bytes are kept of a game", kept)
	}
}

func FuzzHear(f *testing.F) {
	f.Add(`{"wolfden.aside":{"note":"a"}}`)
	f.Add(`{"wolfden.aside":{"day":1,"beliefs":{"Ben":{"SEER":1}}}}`)
	f.Fuzz(func(t *testing.T, word string) {
		b, _ := box()
		b.Ask("G", dusk(t))
		b.Hear(word, len(word))
		text := notes(b)[TopicBeliefs]
		if text == "" {
			return
		}
		var told wire.Beliefs
		if err := json.Unmarshal([]byte(text), &told); err != nil {
			t.Fatal(err)
		}
		for name, roles := range told {
			sum := 0.0
			for _, p := range roles {
				sum += p
			}
			if !strings.Contains("Ben Cleo Dora Egon", name) || len(roles) != 4 || sum < 1-1e-9 || sum > 1+1e-9 {
				t.Errorf("%s: %v", name, roles)
			}
		}
	})
}
