package bot_test

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"wolfden/internal/bot"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/talker"
	"wolfden/internal/llm"
	"wolfden/werewolf"
)

var games = flag.Int("games", 3, "five-player games of every player alone; a fifth of that with 13, at least one")

// proper are the players that are meant to play well.
func proper() (names []string) {
	for _, k := range bot.Kinds() {
		if !slices.Contains([]string{"random", "scripted", "chaos"}, k.Name) {
			names = append(names, k.Name)
		}
	}
	return names
}

// TestEveryPlayerPlays: whole games alone, without a model, in both languages: no fault, nothing illegal, nothing cut, no
// own utterance twice a day, nothing that the log's format could not hold. The same seed plays the same game, another seed another.
func TestEveryPlayerPlays(t *testing.T) {
	if testing.Short() {
		*games = min(*games, 2)
	}
	if *long {
		*games = max(*games, 10)
	}
	thirteen := max(1, *games/5)
	if testing.Short() {
		thirteen = 0
	}
	for _, kind := range proper() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			for _, size := range []struct{ players, games int }{{5, *games}, {13, thirteen}} {
				if bot.Fits(kind, size.players) != nil {
					continue
				}
				played := map[string]bool{}
				for seed := range uint64(size.games) {
					lang := []string{"en", "ja"}[seed%2]
					r, err := werewolf.Standard(size.players)
					if err != nil {
						t.Fatal(err)
					}
					s := setting{name: fmt.Sprint(kind, " ", size.players), rules: r, lang: lang, names: rosters[lang][:size.players]}
					table := s.play(t, seed, kind)
					checkManners(t, &s, seed, table)
					if played[table.Transcript()] {
						t.Errorf("%s, seed %d: another seed plays the same game", s.name, seed)
					}
					played[table.Transcript()] = true
					if seed == 1 && s.play(t, seed, kind).Transcript() != table.Transcript() {
						t.Errorf("%s: two games of one seed differ", s.name)
					}
				}
			}
		})
	}
}

// checkManners checks what holds for every utterance, whoever says it.
func checkManners(t *testing.T, s *setting, seed uint64, table *bottest.Table) {
	t.Helper()
	type once struct {
		seat werewolf.SeatID
		day  int
		text string
	}
	said := map[once]bool{}
	for _, e := range table.Game.Log() {
		if e.Kind != werewolf.Talked && e.Kind != werewolf.Whispered || e.Skip || e.Over {
			continue
		}
		where := fmt.Sprintf("%s %s, seed %d, day %d, seat %d", s.name, s.lang, seed, e.Day, e.Seat)
		key := once{e.Seat, e.Day, e.Text}
		if said[key] {
			t.Errorf("%s: says %q again", where, e.Text)
		}
		said[key] = true
		if strings.ContainsFunc(e.Text, func(r rune) bool { return r == ',' || unicode.IsControl(r) || unicode.Is(unicode.So, r) }) || strings.TrimSpace(e.Text) == "" {
			t.Errorf("%s: %q", where, e.Text)
		}
		checkMentions(t, where, e.Text, s.names)
	}
}

// Every player that is not told to say nothing notes something with each utterance and choice, so that readers of a record find why it
// was made.
func TestEveryPlayerSaysWhy(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	t.Parallel()
	for _, k := range bot.Kinds() {
		if k.Name == "scripted" {
			continue // it is tested where it is
		}
		answers := 0
		_, err := bottest.Solo[bottest.Thinker]{
			Players: 5, Seed: 3,
			New: func(seed uint64, lang string, _ llm.Model) (bottest.Thinker, error) {
				name := k.Name
				if name == "chaos" {
					name = "chaos:early"
				}
				p, err := bot.New(name, bot.Config{Seed: seed, Lang: lang, Shared: understood})
				if err != nil {
					return nil, err
				}
				thinker, notes := p.(bottest.Thinker)
				if !notes {
					return nil, fmt.Errorf("%s has no notes", name)
				}
				return thinker, nil
			},
			Watch: func(m *bottest.Moment[bottest.Thinker]) {
				if answers++; len(m.Notes[talker.TopicRules]) != 1 {
					t.Errorf("%s: %s %q: %q", k.Name, m.O.Request.Kind, m.Answer, m.Notes)
				}
			},
		}.Play()
		if k.Name != "chaos" && (err != nil || answers == 0) {
			t.Errorf("%s: %d answers, %v", k.Name, answers, err)
		}
	}
}
