package utterance

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/speech"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// say adds a sentence about T and O.
func say(t *testing.T, d *Draft, k wording.SentenceKind, about, other werewolf.SeatID) {
	t.Helper()
	if !d.AddSentence(k, wording.Slots{T: about, O: other, Role: werewolf.Seer}) {
		t.Fatalf("%q is not said", k)
	}
}

// seeded is a composer in English with its own chance.
func seeded(t *testing.T, o *werewolf.Observation, seed uint64) *Composer {
	t.Helper()
	b, err := wording.In("en")
	if err != nil {
		t.Fatal(err)
	}
	return New(b, o, rand.New(rand.NewPCG(seed, 2)))
}

// An utterance answers first, then defends, tells, remarks, judges and votes, and asks last, in whatever order its thoughts came; what it
// means comes in the same order.
func TestThoughtsInTheirOrder(t *testing.T) {
	for lang, names := range rosters {
		o := seat(t, lang, 3)
		composer := newComposer(t, lang, o)
		for range 5 {
			d := composer.Begin(o)
			say(t, d, wording.VoteFor, 2, 0)
			d.Think()
			say(t, d, wording.TrustLean, 4, 0)
			d.Think()
			say(t, d, wording.DenySuspect, 0, 3)
			text := d.Finish(false)
			deny, trust, vote := strings.Index(text, names[2]), strings.Index(text, names[3]), strings.Index(text, names[1])
			if deny < 0 || deny > trust || trust > vote {
				t.Errorf("%s: %q", lang, text)
			}
			if meant, _ := composer.Meant(text); !slices.Equal(meant, speech.Join(speech.Trust(4), speech.Do(speech.Vote, 2))) {
				t.Errorf("%s: %q means %v", lang, text, meant)
			}
		}
	}
}

// What is about the same player is one thought, however it came about, and a question stands last with what leads up to it.
func TestThoughtsStayWhole(t *testing.T) {
	o := seat(t, "en", 3)
	composer := newComposer(t, "en", o)
	d := composer.Begin(o)
	say(t, d, wording.HeardWolf, 2, 3)
	say(t, d, wording.AskAccused, 2, 3)
	d.Think()
	say(t, d, wording.SuspectLead, 4, 0)
	d.Think()
	say(t, d, wording.WhyOpen, 4, 0)
	if text := d.Finish(false); strings.Index(text, "@Bela") < strings.Index(text, "Dora") || !strings.HasSuffix(text, "?") || strings.Count(text, "Dora") != 1 {
		t.Errorf("%q", text)
	}
	d = composer.Begin(o)
	d.AddText([]string{"First this."}, "", wording.Slots{})
	d.Think()
	say(t, d, wording.DenySuspect, 0, 3)
	if text := d.Finish(false); !strings.HasPrefix(text, "First this.") {
		t.Errorf("a text of the caller's does not stay first: %q", text)
	}
}

// Who was just named is not named again, but where another was named beside it; what follows from a reason says so.
func TestPronouns(t *testing.T) {
	o := seat(t, "en", 3)
	links := 0
	for i := range 8 {
		composer := seeded(t, o, uint64(i))
		about := werewolf.SeatID(2 + i%4)
		d := composer.Begin(o)
		say(t, d, wording.WhyOpen, about, 0)
		say(t, d, wording.VoteFor, about, 0)
		text := d.Finish(false)
		if strings.Contains(text, "So ") || strings.Contains(text, "hat is why") || strings.Contains(text, "hat's why") || strings.Contains(text, "enough for me") || strings.Contains(text, "ecause of that") || strings.Contains(text, "settles") {
			links++
		}
		if strings.Count(text, o.Name(about)) > 1 {
			t.Errorf("%q names the player twice", text)
		}
		d = composer.Begin(o)
		say(t, d, wording.HeardWolf, 2, 3)
		say(t, d, wording.WhyQuiet, 2, 0)
		if text = d.Finish(false); strings.Contains(text, "hey") {
			t.Errorf("%q: who is it?", text)
		}
	}
	if links < 6 {
		t.Errorf("%d of 8 votes follow from their reason", links)
	}
	d := newComposer(t, "en", o).Begin(o)
	say(t, d, wording.AskSuspect, 2, 0)
	say(t, d, wording.WhyQuiet, 2, 0)
	if text := d.Finish(false); strings.Contains(text, "hey") {
		t.Errorf("%q: Bela is spoken to", text)
	}
}

// A vote that is for another than who is suspected says so, and one beside another too; a day's turn of phrase comes once.
func TestLinks(t *testing.T) {
	o := seat(t, "en", 3)
	but, besides := 0, 0
	for seed := range 20 {
		composer := seeded(t, o, uint64(seed))
		d := composer.Begin(o)
		say(t, d, wording.SuspectLead, 2, 0)
		d.Think()
		say(t, d, wording.VoteFor, 4, 0)
		text := d.Finish(false)
		for _, w := range []string{"But", "Still", "Even so", "All the same"} {
			but += strings.Count(text, w)
		}
		d = composer.Begin(o)
		say(t, d, wording.TwoClaim, 2, 3)
		d.Think()
		say(t, d, wording.WhyQuiet, 4, 0)
		text = d.Finish(false)
		for _, w := range []string{"Besides", "Apart from that", "Also", "At the same time", "What is more"} {
			besides += strings.Count(text, w)
		}
	}
	if but == 0 || besides == 0 {
		t.Errorf("%d turns, %d additions", but, besides)
	}
}
