package bot_test

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// setting is a kind of game that players must be able to play.
type setting struct {
	name  string
	rules werewolf.Rules
	lang  string
	names []string
}

// roster are names for every taste: short and long ones, names inside names, several scripts, words that mean
// something.
var rosters = map[string][]string{
	"en": {"Alice", "Bob", "Carol", "Dave", "Erin", "Frank", "Grace", "Heidi", "Ivan", "Judy", "Mallory", "Niaj", "Olivia"},
	"ja": {"アリス", "ボブ", "カレン", "ダイチ", "エリカ", "フミオ", "ガク", "ハナ", "イツキ", "ジュン", "マオ", "ナナ", "レン"},
	"odd": {
		"Al", "Ali", "Alice May", "Agent[01]", "Agent[10]", "Wolf", "王", "王小明", "Ольга", "seer", "O'Neil", "x", "Dr. No",
		"さくら", "鈴木", "ミミ", "ミミミ", "Zoë", "김철수", "Vote",
	},
}

func compositions() map[string]werewolf.RoleCounts {
	m := map[string]werewolf.RoleCounts{
		"three":      {werewolf.Werewolf: 1, werewolf.Villager: 2},
		"no seer":    {werewolf.Werewolf: 2, werewolf.Possessed: 1, werewolf.Medium: 1, werewolf.Villager: 3},
		"two seers":  {werewolf.Werewolf: 2, werewolf.Possessed: 2, werewolf.Seer: 2, werewolf.Medium: 2, werewolf.Bodyguard: 2, werewolf.Villager: 3},
		"no village": {werewolf.Werewolf: 2, werewolf.Possessed: 3, werewolf.Seer: 1},
		"twenty":     {werewolf.Werewolf: 5, werewolf.Possessed: 1, werewolf.Seer: 1, werewolf.Medium: 1, werewolf.Bodyguard: 1, werewolf.Villager: 11},
	}
	for _, n := range []int{5, 9, 13} {
		r, _ := werewolf.Standard(n)
		m[fmt.Sprint(n)] = r.Roles
	}
	return m
}

// variations change the contest's rules in a way that players must survive.
func variations() map[string]func(*werewolf.Rules) {
	limit := func(set func(*werewolf.TalkRules)) func(*werewolf.Rules) {
		return func(r *werewolf.Rules) { set(&r.Talk); set(&r.Whisper) }
	}
	length := func(l werewolf.LengthRules) func(*werewolf.Rules) {
		return limit(func(t *werewolf.TalkRules) { t.MaxLength = l })
	}
	const none = werewolf.NoLimit
	return map[string]func(*werewolf.Rules){
		"contest":      func(*werewolf.Rules) {},
		"synchronized": limit(func(t *werewolf.TalkRules) { t.Mode = werewolf.Synchronized }),
		"anytime":      limit(func(t *werewolf.TalkRules) { t.Mode, t.Duration = werewolf.Anytime, 1000 }),
		"endless floor": limit(func(t *werewolf.TalkRules) {
			t.Mode, t.Duration = werewolf.Anytime, 1000
			t.MaxCount = werewolf.CountRules{PerAgent: none, PerDay: none}
		}),
		"ten letters":   length(werewolf.LengthRules{PerTalk: 10, MentionLength: none, PerAgent: none, BaseLength: none}),
		"one letter":    length(werewolf.LengthRules{PerTalk: 1, MentionLength: none, PerAgent: none, BaseLength: none}),
		"nothing free":  length(werewolf.LengthRules{PerTalk: none, MentionLength: 0, PerAgent: 150, BaseLength: 0}),
		"little after":  length(werewolf.LengthRules{PerTalk: none, MentionLength: 20, PerAgent: none, BaseLength: 40}),
		"with blanks":   length(werewolf.LengthRules{CountSpaces: true, PerTalk: 40, MentionLength: none, PerAgent: none, BaseLength: none}),
		"six words":     length(werewolf.LengthRules{CountInWord: true, PerTalk: 6, MentionLength: none, PerAgent: none, BaseLength: none}),
		"no limit":      length(werewolf.LengthRules{PerTalk: none, MentionLength: none, PerAgent: none, BaseLength: none}),
		"one word each": limit(func(t *werewolf.TalkRules) { t.MaxCount.PerAgent = 1 }),
		"short day":     limit(func(t *werewolf.TalkRules) { t.MaxCount.PerDay = 7 }),
		"ten words each": limit(func(t *werewolf.TalkRules) {
			t.MaxCount, t.MaxSkip = werewolf.CountRules{PerAgent: 10, PerDay: none}, 2
		}),
		"votes again": func(r *werewolf.Rules) { r.Vote.MaxCount, r.AttackVote.MaxCount = 3, 2 },
		"hidden votes, no self": func(r *werewolf.Rules) {
			r.VoteVisibility, r.Vote.AllowSelfVote, r.AttackVote.AllowNoTarget = false, false, true
		},
		"votes from day 0": func(r *werewolf.Rules) {
			r.NightPhases = []werewolf.Phase{{Name: "night", Actions: []string{"whisper", "execution", "divine", "guard", "attack"}}}
		},
	}
}

// settings are the combinations worth playing: every composition under the contest's rules, every variation with three of
// them, each in every roster. Without -long a variation is played with one composition a roster, another for each roster.
func settings() (list []setting) {
	all, varied := compositions(), []string{"5", "9", "no seer"}
	for i, variation := range slices.Sorted(maps.Keys(variations())) {
		for name, roles := range all {
			if testing.Short() && name != "5" && name != "no seer" {
				continue // the race detector is slow, and goroutines are few here
			}
			turn := slices.Index(varied, name)
			if variation != "contest" && turn < 0 {
				continue
			}
			for k, roster := range slices.Sorted(maps.Keys(rosters)) {
				if roles.Total() > len(rosters[roster]) || variation != "contest" && !*long && (i+k)%len(varied) != turn {
					continue
				}
				list = append(list, settingOf(name, roles, variation, roster))
			}
		}
	}
	return list
}

func settingOf(name string, roles werewolf.RoleCounts, variation, roster string) setting {
	s := setting{
		name: name + ", " + variation + ", " + roster, rules: werewolf.With(roles), lang: "en", names: rosters[roster][:roles.Total()],
	}
	if roster == "ja" {
		s.lang = "ja"
	}
	variations()[variation](&s.rules)
	return s
}

// sit begins a game in the setting with players of one kind, or of several in turn.
func (s *setting) sit(tb testing.TB, seed uint64, kinds ...string) *bottest.Table {
	tb.Helper()
	var players []bottest.Player
	shared := understand.NewShared() // of this game alone: what is played twice is understood twice
	for i := range s.names {
		p, err := bot.New(kinds[i%len(kinds)], bot.Config{Seed: seed, Lang: s.lang, Shared: shared})
		if err != nil {
			tb.Fatal(err)
		}
		players = append(players, p)
	}
	table, err := bottest.Sit(s.rules, bottest.Seats(s.names...), seed, players)
	if err != nil {
		tb.Fatalf("%s: %v", s.name, err)
	}
	return table
}

// kin sits players of one kind, made from one configuration, at a table with the standard roles.
func kin(tb testing.TB, kind string, seats []werewolf.Seat, c bot.Config) (*bottest.Table, []bottest.Player) {
	tb.Helper()
	rules, err := werewolf.Standard(len(seats))
	if err != nil {
		tb.Fatal(err)
	}
	var players []bottest.Player
	if c.Shared == nil {
		c.Shared = understood
	}
	for range seats {
		p, err := bot.New(kind, c)
		if err != nil {
			tb.Fatal(err)
		}
		players = append(players, p)
	}
	table, err := bottest.Sit(rules, seats, c.Seed, players)
	if err != nil {
		tb.Fatal(err)
	}
	return table, players
}

// play plays a game and checks what holds for every proper player: legal answers, nothing cut.
func (s *setting) play(t *testing.T, seed uint64, kinds ...string) *bottest.Table {
	t.Helper()
	table := s.sit(t, seed, kinds...)
	if err := table.Play(); err != nil {
		t.Fatalf("%s, seed %d: %v", s.name, seed, err)
	}
	for _, problem := range table.Illegal {
		t.Errorf("%s, seed %d: %s", s.name, seed, problem)
	}
	for _, e := range table.Game.Log() {
		if e.Cut {
			t.Errorf("%s, seed %d: cut to %q", s.name, seed, e.Text)
		}
	}
	return table
}

var long = flag.Bool("long", false, "play more games: four times as many, and every pair of what is combined")

// rounds is how many games are played, at least one.
func rounds(all int) uint64 {
	if *long {
		return uint64(all)
	}
	return uint64((all + 3) / 4)
}

func TestRandomPlaysEverything(t *testing.T) {
	for _, s := range settings() {
		for seed := range rounds(3) {
			s.play(t, seed, "random")
		}
	}
}

func TestPlainPlaysEverything(t *testing.T) {
	if testing.Short() {
		t.Skip("whole games, each in one goroutine")
	}
	for i, s := range settings() {
		for seed := range rounds(3) {
			table := s.play(t, seed, "plain")
			checkSpeech(t, &s, seed, table)
			if *long || i%6 == 0 {
				s.play(t, seed, "plain", "random", "plain")
			}
		}
	}
}

// checkSpeech checks every utterance of a game of plain players.
func checkSpeech(t *testing.T, s *setting, seed uint64, table *bottest.Table) {
	t.Helper()
	said := map[string]bool{}
	listener := understand.New(understand.Table{Names: s.names, Roles: s.rules.Roles, Specs: s.rules.Table, Shared: understood})
	dead := map[werewolf.SeatID]bool{}
	for _, e := range table.Game.Log() {
		if e.Kind == werewolf.Executed || e.Kind == werewolf.AttackMade && e.Killed {
			dead[e.Seat], dead[e.Target] = true, true
			dead[0] = false
		}
		if e.Kind != werewolf.Talked && e.Kind != werewolf.Whispered || e.Skip || e.Over {
			continue
		}
		where := fmt.Sprintf("%s, seed %d, day %d", s.name, seed, e.Day)
		if strings.ContainsRune(e.Text, ',') {
			t.Errorf("%s: %q has a comma", where, e.Text)
		}
		for sentence := range strings.FieldsFuncSeq(withoutNames(e.Text, s.names), func(r rune) bool { return strings.ContainsRune(".!?。！？", r) }) {
			key := fmt.Sprint(e.Seat, strings.TrimSpace(sentence))
			if said[key] {
				t.Errorf("%s: seat %d says %q again", where, e.Seat, sentence)
			}
			said[key] = true
		}
		checkMentions(t, where, e.Text, s.names)
		if s.lang == "en" && s.names[0] == "Al" {
			continue // names that are words are misheard
		}
		rows := listener.Hear(werewolf.Utterance{Day: e.Day, Seat: e.Seat, Text: e.Text}, e.Kind == werewolf.Whispered)
		for _, target := range []werewolf.SeatID{rows.Announced(speech.Vote), rows.Announced(speech.Attack)} {
			if dead[target] || target == e.Seat {
				t.Errorf("%s: seat %d wants the dead or itself: %q", where, e.Seat, e.Text)
			}
		}
	}
}

// withoutNames hides names that hold the end of a sentence.
func withoutNames(text string, names []string) string {
	for i, n := range names {
		if strings.ContainsAny(n, ".!?") {
			text = strings.ReplaceAll(text, n, fmt.Sprint("name", i))
		}
	}
	return text
}

func checkMentions(t *testing.T, where, text string, names []string) {
	t.Helper()
	for rest := text; ; {
		at := strings.IndexByte(rest, '@')
		if at < 0 {
			return
		}
		rest = rest[at+1:]
		known := false
		for _, n := range names {
			known = known || strings.HasPrefix(rest, n)
		}
		if !known {
			t.Errorf("%s: %q mentions nobody", where, text)
		}
	}
}

// TestPlainVotesAsAnnounced listens to games as a stranger would: what was announced last is what is cast.
func TestPlainVotesAsAnnounced(t *testing.T) {
	if testing.Short() {
		t.Skip("whole games, each in one goroutine")
	}
	announced, kept, silent := 0, 0, 0
	for seed := range rounds(80) {
		n := []int{5, 9, 13}[seed%3]
		lang := []string{"en", "ja"}[seed/3%2]
		r, _ := werewolf.Standard(n)
		s := setting{name: "announced", rules: r, lang: lang, names: rosters[lang][:n]}
		table := s.play(t, seed, "plain")
		listener := understand.New(understand.Table{Names: s.names, Roles: s.rules.Roles, Specs: s.rules.Table, Shared: understood})
		plans := map[werewolf.SeatID]werewolf.SeatID{}
		for _, e := range table.Game.Log() {
			switch e.Kind {
			case werewolf.DayBegan:
				clear(plans)
			case werewolf.Talked:
				rows := listener.Hear(werewolf.Utterance{Day: e.Day, Seat: e.Seat, Text: e.Text}, e.Kind == werewolf.Whispered)
				if target := rows.Announced(speech.Vote); target != 0 {
					plans[e.Seat] = target
				}
			case werewolf.VoteCast:
				switch plans[e.Seat] {
				case 0:
					silent++
				case e.Target:
					announced++
					kept++
				default:
					announced++
				}
			default:
			}
		}
	}
	t.Logf("%d votes announced, %d of them cast so, %d not announced", announced, kept, silent)
	if kept*100 < announced*95 || silent*100 > announced*5 {
		t.Errorf("of %d announced votes %d were cast so; %d were not announced", announced, kept, silent)
	}
}

// TestSameSeedSameGame: players depend on their seed and observations alone. TestEveryPlayerPlays sees to it for those that play well.
func TestSameSeedSameGame(t *testing.T) {
	for _, n := range []int{5, 13} {
		r, _ := werewolf.Standard(n)
		s := setting{name: "random", rules: r, lang: "ja", names: rosters["ja"][:n]}
		one, two := s.play(t, 7, "random").Transcript(), s.play(t, 7, "random").Transcript()
		if one != two {
			t.Errorf("%d players: two games of one seed differ", n)
		}
		if other := s.play(t, 8, "random").Transcript(); one == other {
			t.Errorf("%d players: another seed plays the same game", n)
		}
	}
}

// TestGamesSideBySide: players of different games share nothing that changes.
func TestGamesSideBySide(t *testing.T) {
	r, _ := werewolf.Standard(9)
	s := setting{name: "side by side", rules: r, lang: "en", names: rosters["en"][:9]}
	alone := s.play(t, 1, "plain").Transcript()
	for i := range 4 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			if s.play(t, 1, "plain").Transcript() != alone {
				t.Error("a game beside others is another game")
			}
		})
	}
}

// TestChaosIsSurvived: whatever chaos answers, the rules take it.
func TestChaosIsSurvived(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	r, _ := werewolf.Standard(5)
	for _, kind := range []string{"chaos:garbage", "chaos:huge", "chaos:early", "chaos:twice", "chaos:illegal", "chaos:error"} {
		s := setting{name: kind, rules: r, lang: "en", names: rosters["en"][:5]}
		for seed := range rounds(3) {
			table := s.sit(t, seed, kind, "plain", "random")
			if err := table.Play(); err != nil {
				t.Errorf("%s: %v", kind, err)
			}
		}
	}
}

// TestMillePlaysEverything: it keeps to the rules wherever it sits.
func TestMillePlaysEverything(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	for i, s := range settings() {
		for seed := range rounds(2) {
			if *long || i%2 == 0 {
				s.play(t, seed, "mille")
			}
			if *long || i%2 == 1 {
				s.play(t, seed, "mille", "random", "plain")
			}
		}
	}
}

// TestGptakuPlaysFive: it keeps to the rules of games of five, in company and alone, and no other game gets an answer.
func TestGptakuPlaysFive(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	for _, s := range settings() {
		if len(s.names) != 5 {
			continue
		}
		for seed := range rounds(5) {
			s.play(t, seed, "gptaku")
			s.play(t, seed, "gptaku", "plain", "mille")
		}
	}
	s := setting{name: "nine", lang: "en", names: rosters["en"][:9]}
	s.rules, _ = werewolf.Standard(9)
	table := s.sit(t, 1, "gptaku")
	if err := table.Play(); err != nil || len(table.Illegal) == 0 || !strings.Contains(table.Illegal[0], "5 players only") {
		t.Errorf("nine players: %v, %v", err, table.Illegal)
	}
}
