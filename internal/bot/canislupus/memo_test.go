package canislupus

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/memo"
	"wolfden/internal/bot/talker"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
	"wolfden/werewolf"
)

// What the memo plans is done: whom it goes for gets the vote, and whom it names for the night is chosen.
func TestWhatTheMemoPlansIsDone(t *testing.T) {
	nights, votes := map[werewolf.RequestKind]int{}, 0
	for seed := range uint64(9) {
		if !*long && votes >= 50 && len(nights) == 3 && nights[werewolf.Divine] >= 10 {
			break // enough has been seen
		}
		n := 5
		if seed > 7 {
			n = 13
		}
		playedGame{players: n, seed: seed}.play(t, func(x *moment) {
			plans := strings.Split(x.Player.State().memo.Page().Plans, "\n")
			switch kind := x.O.Request.Kind; {
			case kind == werewolf.Vote:
				if votes++; !strings.Contains(plans[0], x.Answer) {
					t.Errorf("%d players, seed %d, day %d: votes for %s by %q", n, seed, x.O.Day, x.Answer, plans[0])
				}
			case kind.Chooses():
				if nights[kind]++; !strings.Contains(plans[len(plans)-1], x.Answer) {
					t.Errorf("%d players, seed %d, day %d: %s %s by %q", n, seed, x.O.Day, kind, x.Answer, plans[len(plans)-1])
				}
			}
		})
	}
	if votes < 50 || len(nights) != 3 || nights[werewolf.Divine] < 10 {
		t.Errorf("%d votes, choices at night %v", votes, nights)
	}
}

// A target stays until another looks worse by the margin of the design; without the memo, or with no margin, it changes
// more often, with a wide one less.
func TestTargetStays(t *testing.T) {
	changes := func(change float32, off ...string) (n int) {
		for seed := range bottest.Few(*long, uint64(8)) {
			last := map[werewolf.SeatID]werewolf.SeatID{}
			adjusted := map[werewolf.SeatID]bool{}
			playedGame{seed: seed, off: off}.play(t, func(x *moment) {
				m, me := x.Player.State(), x.O.Seat
				if change >= 0 && !adjusted[me] {
					m.Margin, adjusted[me] = change, true
				}
				if x.O.Day == 0 {
					return
				}
				target := x.Player.Table().Self.Target()
				if before := last[me]; before != 0 && x.O.Living.Has(before) && target != before {
					n++
				}
				last[me] = target
			})
		}
		return n
	}
	as, none, wide, off := changes(-1), changes(0), changes(9), changes(-1, "memo")
	t.Logf("targets change %d times, with no margin %d, with a wide one %d, without the module %d", as, none, wide, off)
	if as >= none || wide >= as || off <= as {
		t.Errorf("targets change %d times, with no margin %d, with a wide one %d, without the module %d", as, none, wide, off)
	}
}

// Nobody holds on to a target that turns out to be of its own side: the possessed lets go of whom a seer calls a werewolf.
func TestTargetIsNoFriend(t *testing.T) {
	marked := 0
	for _, seed := range []uint64{4, 24, 40} {
		playedGame{seed: seed}.play(t, func(x *moment) {
			if x.O.Role() != werewolf.Possessed || x.O.Day == 0 {
				return
			}
			p := x.Player.Table().Self
			for _, r := range p.Ledger().Findings() {
				if r.By == x.O.Seat || r.Target == x.O.Seat || r.Species != werewolf.Wolf {
					continue
				}
				if marked++; p.Target() == r.Target && (talker.Rules{}).Target(p) != r.Target {
					t.Errorf("seed %d, day %d: the possessed holds on to %s", seed, x.O.Day, x.O.Name(r.Target))
				}
			}
		})
	}
	if marked == 0 {
		t.Error("nobody is called a werewolf")
	}
}

// Whatever else is said, the page keeps every claim to be the seer and every result told, in a game of nine too; without the
// module there is no page.
func TestMemoKeepsWhatCounts(t *testing.T) {
	for _, lang := range []string{"en", "ja"} {
		for _, off := range [][]string{nil, {"memo"}} {
			told, noted := 0, 0
			playedGame{players: 9, seed: 2, lang: lang, off: off}.play(t, func(x *moment) {
				page := x.Player.State().memo.Page().Inferences
				noted += len(x.Notes["memo"])
				for _, r := range x.Player.Table().Self.Ledger().Findings() {
					told++
					if on := off == nil; bottest.OnOneLine(page, x.O.Name(r.By), x.O.Name(r.Target)) != on {
						t.Errorf("%s, off %v, day %d: the result of %s on %s is on the page: %v", lang, off, x.O.Day, x.O.Name(r.By), x.O.Name(r.Target), !on)
					}
				}
			})
			if told < 60 || (noted > 60) != (off == nil) {
				t.Errorf("%s, off %v: %d results looked for, %d pages noted", lang, off, told, noted)
			}
		}
	}
}

// A model writes the page anew from the last one beside every answer, and what speaks and what chooses is told the page of
// the answer before.
func TestMemoIsWrittenAnew(t *testing.T) {
	pages := 0
	behave := func(p llmtest.Prompt) llmtest.Answer {
		if p.Task != "play-memo" {
			return bottest.Mute(p)
		}
		pages++
		return llmtest.Answer{Text: fmt.Sprintf(`{"inferences": "The barn door was open (%d).", "plans": "Ask about the barn (%d)."}`, pages, pages)}
	}
	for _, off := range [][]string{nil, {"memo"}} {
		on, told := off == nil, map[string]int{}
		last := map[werewolf.SeatID]memo.Page{}
		playedGame{players: 9, seed: 4, off: off, behave: behave}.play(t, func(x *moment) {
			m, written := x.Player.State(), x.Of("play-memo")
			if (len(written) > 0) != on {
				t.Fatalf("off %v: %d pages are written for an answer", off, len(written))
			}
			if on {
				old, page := last[x.O.Seat], m.memo.Page()
				if page.Plans != "" && (!strings.Contains(written[0], page.Inferences) || !strings.Contains(written[0], page.Plans)) {
					t.Errorf("the last page is not shown: %s", written[0])
				}
				if _, began := last[x.O.Seat]; began && page == old {
					t.Errorf("the page stays %v", page)
				}
				last[x.O.Seat] = page
			}
			for _, what := range []string{"word", "choose-target"} {
				for _, text := range x.Of(what) {
					told[what]++
					page := m.memo.Page()
					if has := strings.Contains(text, "barn door") && strings.Contains(text, page.Plans); has != (on && page.Plans != "") {
						t.Errorf("off %v: the page %v is told for %s: %v", off, page, what, has)
					}
				}
			}
		})
		if told["word"] < 20 || told["choose-target"] < 3 {
			t.Errorf("off %v: prompts %v", off, told)
		}
	}
}

// Pages are noted as JSON.
func TestMemoIsNoted(t *testing.T) {
	n := 0
	playedGame{seed: 1}.play(t, func(x *moment) {
		for _, text := range x.Notes["memo"] {
			var page memo.Page
			if err := json.Unmarshal([]byte(text), &page); err != nil || page.String() == "" {
				t.Errorf("%s: %v", text, err)
			}
			n++
		}
	})
	if n < 30 {
		t.Errorf("%d pages are noted", n)
	}
}

// An obedient writer, whose every part has all the characters that it may have, loses none of them: in both languages, whatever the
// window; and its answer fits the limit of tokens that it is given.
func TestMemoIsNotCut(t *testing.T) {
	most := map[string]*regexp.Regexp{"en": regexp.MustCompile(`at most (\d+) characters`), "ja": regexp.MustCompile(`それぞれ(\d+)文字以内`)}
	for _, lang := range []string{"en", "ja"} {
		for _, window := range []int{0, 4096, 16384, 128000} {
			written, kept := 0, 0
			part := func(n int) string {
				text := map[string]string{"en": "Bela was seen at the barn and said so too late. ", "ja": "ベラさんは納屋にいたことを後から認めたので怪しい。"}[lang]
				return string([]rune(strings.Repeat(text, n/20+1))[:n-1]) + "x"
			}
			behave := func(p llmtest.Prompt) llmtest.Answer {
				if p.Task != "play-memo" {
					return bottest.Mute(p)
				}
				n, err := strconv.Atoi(most[lang].FindStringSubmatch(p.Text())[1])
				if err != nil {
					t.Fatal(err)
				}
				text := fmt.Sprintf(`{"inferences": %q, "plans": %q}`, part(n), part(n))
				if written++; llm.Tokens(text) > p.MaxTokens {
					t.Errorf("%s, window %d: a memo of %d tokens, of which %d may be written", lang, window, llm.Tokens(text), p.MaxTokens)
				}
				return llmtest.Answer{Text: text}
			}
			playedGame{seed: 4, lang: lang, window: window, behave: behave}.play(t, func(x *moment) {
				page := x.Player.State().memo.Page()
				if page.Plans == "" {
					return
				}
				if kept++; !strings.HasSuffix(page.Inferences, "x") || !strings.HasSuffix(page.Plans, "x") || !strings.HasPrefix(page.Plans, part(40)[:6]) || len(page.Plans) != len(page.Inferences) {
					t.Errorf("%s, window %d: the page is cut: %q", lang, window, page.Plans)
				}
			})
			if written < 20 || kept < 20 {
				t.Errorf("%s, window %d: %d pages written, %d kept", lang, window, written, kept)
			}
		}
	}
}
