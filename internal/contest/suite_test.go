package contest

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"wolfden/internal/waittest"
	"wolfden/werewolf"
	"wolfden/wire"
)

// These are the scenarios of the organisers' own tests of their server, one by one: what passes there passes here.

// suite is a contest of one night without talk, whose roles a schedule in the organisers' form deals by team.
const suite = `
server:
  data_dir: DIR
  timeout: {action: 10s, response: 0s}
game:
  max_day: 0
  talk: {max_count: {per_agent: 4, per_day: 20}}
  vote: {allow_self_vote: SELF}
  attack_vote: {allow_self_vote: SELF}
logic:
  day_phases: DAY
  night_phases: NIGHT
  roles: {5: {WEREWOLF: 1, POSSESSED: 1, SEER: 1, BODYGUARD: 0, VILLAGER: 2, MEDIUM: 0}}
matching: {self_match: false, is_optimize: true, team_count: 5, game_count: 1, output_path: DIR/roles.json}
custom_profile:
  profiles: [{name: Player1, age: }, {name: Player2}, {name: Player3}, {name: Player4}, {name: Player5}]
`

// suiteRoles deals every team the role it is called after.
const suiteRoles = `{"infinite_loop":false,"team_count":5,"game_count":1,` +
	`"idx_team_map":{"0":"WEREWOLF","1":"POSSESSED","2":"SEER","3":"VILLAGER-A","4":"VILLAGER-B"},` +
	`"role_num_map":{"WEREWOLF":1,"POSSESSED":1,"SEER":1,"VILLAGER":2,"MEDIUM":0,"BODYGUARD":0},"ended_matches":[],` +
	`"scheduled_matches":[{"role_idxs":{"WEREWOLF":[0],"POSSESSED":[1],"SEER":[2],"VILLAGER":[3,4]},"weight":1}]}`

// suiteTable is the five clients of the suite, who know each other's names in the game from INITIALIZE on.
type suiteTable struct {
	t     *testing.T
	mu    sync.Mutex
	names map[string]string // of clients, in the game
	all   chan struct{}     // closed when all are known
	said  []wire.Talk       // aloud, in the order in which it was said
	heard map[string][]wire.Talk
	turns map[string]int
}

// seat lets the five play; each asks answer what to say to a packet. It returns when the game is over.
func seat(t *testing.T, phases, self string, answer func(tb *suiteTable, c *raw) string) *suiteTable {
	t.Helper()
	day, night, _ := strings.Cut(phases, "|")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "roles.json"), []byte(suiteRoles), 0o600); err != nil {
		t.Fatal(err)
	}
	tb := &suiteTable{names: map[string]string{}, heard: map[string][]wire.Talk{}, turns: map[string]int{}}
	bubbleIn(t, dir, strings.NewReplacer("DAY", day, "NIGHT", night, "SELF", self).Replace(suite), func(t *testing.T, s *bubbled) {
		tb.t, tb.all = t, make(chan struct{})
		tb.play(s.addressed(), answer)
	})
	return tb
}

// play lets the five play to the end.
func (tb *suiteTable) play(s *testServer, answer func(*suiteTable, *raw) string) {
	tb.t.Helper()
	var playing sync.WaitGroup
	for _, name := range []string{"WEREWOLF", "POSSESSED", "SEER", "VILLAGER-A", "VILLAGER-B"} {
		c := s.join(tb.t, name)
		playing.Go(func() {
			finished := false
			c.play(func(c *raw) bool {
				finished = finished || c.packet.Request == wire.RequestFinish
				if text := tb.meet(c, answer); text != "" {
					c.say(text)
				}
				return true
			})
			if !finished {
				tb.t.Errorf("%s: the game has no end", c.name)
			}
		})
	}
	playing.Wait()
}

func (tb *suiteTable) meet(c *raw, answer func(*suiteTable, *raw) string) string {
	if c.packet.Request == wire.RequestInitialize {
		if role := c.packet.Info.RoleMap[c.packet.Info.Agent]; !strings.HasPrefix(c.name, role.String()) {
			tb.t.Errorf("%s is %v", c.name, role)
		}
		tb.mu.Lock()
		tb.names[c.name] = c.packet.Info.Agent
		if len(tb.names) == 5 {
			close(tb.all)
		}
		tb.mu.Unlock()
		return ""
	}
	return answer(tb, c)
}

// name is what a client is called in the game, a name of nobody for one that is none.
func (tb *suiteTable) name(client string) string {
	select {
	case <-tb.all:
	case <-time.After(waittest.Longest):
		tb.t.Error("not everybody was told who it is")
	}
	if name := tb.names[client]; name != "" {
		return name
	}
	return "Unknown"
}

// choose lets every client name its target at a request, and tells who is dead at the end.
func choose(t *testing.T, request wire.Request, phases, self string, targets map[string]string) (dead []string) {
	t.Helper()
	var mu sync.Mutex
	seat(t, phases, self, func(tb *suiteTable, c *raw) string {
		switch c.packet.Request {
		case request:
			return tb.name(targets[c.name])
		case wire.RequestFinish:
			if c.packet.Info.StatusMap[tb.name(c.name)] == wire.Dead {
				mu.Lock()
				defer mu.Unlock()
				dead = append(dead, c.name)
			}
		default:
		}
		return ""
	})
	slices.Sort(dead)
	return dead
}

func TestSuiteAttack(t *testing.T) {
	for _, test := range []struct{ target, self, dead string }{
		{"POSSESSED", "true", "POSSESSED"},
		{"SEER", "true", "SEER"},
		{"VILLAGER-A", "true", "VILLAGER-A"},
		{"WEREWOLF", "true", ""}, // a werewolf attacks no werewolf, whether it may vote for itself
		{"WEREWOLF", "false", ""},
	} {
		t.Run(test.target+" "+test.self, func(t *testing.T) {
			t.Parallel()
			dead := choose(t, wire.RequestAttack, `|[{name: attack, actions: [attack]}]`, test.self, map[string]string{"WEREWOLF": test.target})
			if got := strings.Join(dead, " "); got != test.dead {
				t.Errorf("dead are %q, want %q", got, test.dead)
			}
		})
	}
}

func TestSuiteExecution(t *testing.T) {
	for name, test := range map[string]struct {
		targets string // of werewolf, possessed, seer, the villagers
		self    string
		dead    []string // one of them
	}{
		"most votes":           {"VILLAGER-B WEREWOLF WEREWOLF WEREWOLF WEREWOLF", "true", []string{"WEREWOLF"}},
		"a tie is drawn":       {"VILLAGER-B WEREWOLF WEREWOLF POSSESSED POSSESSED", "true", []string{"WEREWOLF", "POSSESSED"}},
		"no vote counts":       {"Unknown Unknown Unknown Unknown Unknown", "true", []string{""}},
		"for itself allowed":   {"WEREWOLF POSSESSED Unknown Unknown Unknown", "true", []string{"WEREWOLF", "POSSESSED"}},
		"for itself forbidden": {"WEREWOLF SEER Unknown Unknown Unknown", "false", []string{"SEER"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			targets := map[string]string{}
			for i, target := range strings.Fields(test.targets) {
				targets[[]string{"WEREWOLF", "POSSESSED", "SEER", "VILLAGER-A", "VILLAGER-B"}[i]] = target
			}
			dead := choose(t, wire.RequestVote, `|[{name: execution, actions: [execution]}]`, test.self, targets)
			if got := strings.Join(dead, " "); !slices.Contains(test.dead, got) {
				t.Errorf("dead are %q, want one of %q", got, test.dead)
			}
		})
	}
}

func TestSuiteDivine(t *testing.T) {
	for target, species := range map[string]werewolf.Species{
		"WEREWOLF": werewolf.Wolf, "POSSESSED": werewolf.Human, "VILLAGER-A": werewolf.Human,
	} {
		t.Run(target, func(t *testing.T) {
			t.Parallel()
			told := false
			seat(t, `|[{name: divine, actions: [divine]}]`, "true", func(tb *suiteTable, c *raw) string {
				switch {
				case c.packet.Request == wire.RequestDivine:
					return tb.name(target)
				case c.packet.Request == wire.RequestFinish && c.name == "SEER":
					want := &wire.Judge{Day: 0, Agent: tb.name("SEER"), Target: tb.name(target), Result: species}
					if told = true; !reflect.DeepEqual(c.packet.Info.DivineResult, want) {
						t.Errorf("the seer is told %+v, want %+v", c.packet.Info.DivineResult, want)
					}
				}
				return ""
			})
			if !told {
				t.Error("the seer was not told")
			}
		})
	}
}

// Everybody hears in turn what was said before, and all of it.
func TestSuiteTalk(t *testing.T) {
	t.Parallel()
	tb := seat(t, `[{name: talk, actions: [talk]}]|`, "true", func(tb *suiteTable, c *raw) string {
		if c.packet.Request != wire.RequestTalk && c.packet.Request != wire.RequestDailyFinish {
			return ""
		}
		tb.mu.Lock()
		defer tb.mu.Unlock()
		heard := tb.heard[c.name]
		for _, u := range c.packet.TalkHistory {
			u.Time = 0
			heard = append(heard, u)
		}
		if tb.heard[c.name] = heard; len(heard)+len(tb.said) > 0 && !reflect.DeepEqual(heard, tb.said) {
			tb.t.Errorf("%s heard %+v of %+v", c.name, heard, tb.said)
		}
		if c.packet.Request == wire.RequestDailyFinish {
			return ""
		}
		turn := tb.turns[c.name]
		tb.turns[c.name]++
		text := werewolf.OverText
		if turn == 0 {
			text = "Hello World!"
		}
		tb.said = append(tb.said, wire.Talk{
			Idx: len(tb.said), Day: 0, Turn: turn, Agent: tb.names[c.name], Text: text, Over: text == werewolf.OverText,
		})
		return text
	})
	if len(tb.said) != 10 {
		t.Errorf("%d utterances, want a word and an Over of everybody", len(tb.said))
	}
}

// Whole games of one team, with names instead of characters.
func TestSuiteFullGames(t *testing.T) {
	for players, roles := range map[int]string{
		5:  "{WEREWOLF: 1, POSSESSED: 1, SEER: 1, BODYGUARD: 0, VILLAGER: 2, MEDIUM: 0}",
		13: "{WEREWOLF: 3, POSSESSED: 1, SEER: 1, BODYGUARD: 1, VILLAGER: 6, MEDIUM: 1}",
	} {
		t.Run(fmt.Sprint(players), func(t *testing.T) {
			t.Parallel()
			s := start(t, t.TempDir(), fmt.Sprintf("server: {data_dir: DIR}\ngame: {agent_count: %d, max_day: -1, vote_visibility: false}\n"+
				"logic: {roles: {%d: %s}}\ncustom_profile: {enable: false}\nmatching: {self_match: true, is_optimize: false}\n", players, players, roles))
			var playing sync.WaitGroup
			for range players {
				c := s.join(t, "viewer")
				playing.Go(func() {
					var last wire.Request
					c.play(func(c *raw) bool { last = c.packet.Request; return false })
					if last != wire.RequestFinish {
						t.Errorf("the last packet is %s", last)
					}
				})
			}
			playing.Wait()
			s.Records(t, 1)
		})
	}
}

// A game without werewolves is the village's when the first phase was played, and everybody is told the day's end.
func TestGameWithoutWerewolves(t *testing.T) {
	s := start(t, t.TempDir(), `
server: {data_dir: DIR}
game: {max_day: 5, talk: {max_count: {per_agent: 1}}}
logic:
  day_phases: [{name: daily_talk, actions: [talk]}]
  night_phases:
  roles: {5: {WEREWOLF: 0, VILLAGER: 5}}
`)
	var playing sync.WaitGroup
	for range 5 {
		c := s.join(t, "lone")
		playing.Go(func() {
			c.want(wire.RequestInitialize, wire.RequestDailyInitialize)
			c.want(wire.RequestTalk)
			c.say("hello")
			c.want(wire.RequestDailyFinish, wire.RequestFinish)
		})
	}
	playing.Wait()
	rec := s.Records(t, 1)[0]
	if r := rec.Result(); r.Winner != werewolf.VillagerTeam || r.End != werewolf.Elimination {
		t.Errorf("result %+v", r)
	}
}
