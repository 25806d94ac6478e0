package talker_test

import (
	"strings"
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/talker"
	"wolfden/internal/llm"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// TestAccount: with every utterance and choice the player notes why, once: a choice begins with the name that was chosen and says of an
// announced vote that it was announced; an utterance that announces a vote names it; a liar says what it shows itself as.
func TestAccount(t *testing.T) {
	seen, understood := map[string]int{}, understand.NewShared()
	for seed := range uint64(6) {
		_, err := bottest.Solo[*talker.Player]{
			Players: []int{5, 13}[seed%2], Seed: seed,
			New: func(seed uint64, lang string, _ llm.Model) (*talker.Player, error) {
				words, err := wording.In(lang)
				return talker.New(seed, words, talker.Rules{}, understood), err
			},
			Watch: func(m *bottest.Moment[*talker.Player]) {
				notes := m.Notes[talker.TopicRules]
				if m.O.Request.Open && m.Answer == "" {
					return
				}
				if len(notes) != 1 || len(m.Notes) != 1 {
					t.Fatalf("%s %q is noted as %q", m.O.Request.Kind, m.Answer, m.Notes)
				}
				checkAccount(t, m, notes[0], seen)
				for range m.Player.Notes() {
					t.Error("the note is there twice")
				}
			},
		}.Play()
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, what := range []string{"vote", "announced", "divined", "said", "announces", "shows"} {
		if seen[what] == 0 {
			t.Errorf("nobody %s: %v", what, seen)
		}
	}
}

func checkAccount(t *testing.T, m *bottest.Moment[*talker.Player], note string, seen map[string]int) {
	t.Helper()
	o := m.O
	says := func(what string, should bool, text string) {
		if should {
			seen[what]++
		}
		if strings.Contains(note, text) != should {
			t.Errorf("day %d, %s %q of %s: %q; %q is to be there: %t", o.Day, o.Request.Kind, m.Answer, o.Name(o.Seat), note, text, should)
		}
	}
	role := m.Player.Pretence().Role
	says("shows", role != o.Role(), "; shows "+o.Rules.Table.Name(role))
	if o.Request.Kind.Chooses() {
		says("chose", true, m.Answer+": ")
		says("announced", o.Request.Kind == werewolf.Vote && m.Player.Plan() == o.SeatOf(m.Answer), ": as announced")
		seen[map[werewolf.RequestKind]string{werewolf.Vote: "vote", werewolf.Divine: "divined"}[o.Request.Kind]]++
		return
	}
	quiet := m.Answer == werewolf.OverText || m.Answer == werewolf.SkipText
	says("said", !quiet, "says: ")
	if meant, known := m.Player.Meant(m.Answer); !quiet && known {
		vote := meant.Announced(speech.Vote)
		says("announces", vote != 0, "; announces a vote for "+o.Name(vote))
	}
}
