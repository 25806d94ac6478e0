// Package judgetest makes games for the tests of judges.
//
// Its law: the same arguments make the same game, and no sentence in it was ever said by anybody.
package judgetest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
	"wolfden/internal/judge"
	"wolfden/internal/llm/llmtest"
)

// Names are the names of the players of all games, seat by seat.
func Names() []string {
	return []string{
		"Alder", "Birch", "Cedar", "Dogwood", "Elmer", "Fern", "Gorse", "Hazel", "Iris", "Juniper", "Kapok", "Larch", "Maple",
	}
}

// teamsOf are the teams of a game of so many players; seat 1 is of another team in every game.
func teamsOf(players int, seed uint64) []string {
	teams := make([]string, players)
	for i := range teams {
		teams[i] = fmt.Sprintf("crew-%c", 'a'+(uint64(i)+seed)%8)
	}
	return teams
}

// Log is a contest log of 5 or 13 players. Say, unless it is nil, is what a seat says as the nth utterance.
func Log(players int, seed uint64, say func(seat, n int) string) string {
	roles := strings.Split("SEER POSSESSED WEREWOLF VILLAGER VILLAGER BODYGUARD MEDIUM WEREWOLF WEREWOLF VILLAGER VILLAGER VILLAGER VILLAGER", " ")[:players]
	chance := rand.New(rand.NewPCG(seed, 7))
	chance.Shuffle(players, func(i, j int) { roles[i], roles[j] = roles[j], roles[i] })
	names, teams := Names()[:players], teamsOf(players, seed)
	if say == nil {
		say = func(_, n int) string {
			return []string{
				"I do not trust " + names[chance.IntN(players)] + ".", "Who has a plan for today?", "Let us look at the votes first.",
				"I will vote for " + names[chance.IntN(players)] + ".", "Nobody here sounds like a wolf to me.", "Over",
			}[(n+chance.IntN(4))%6]
		}
	}
	var out strings.Builder
	for day := range 2 {
		for i := range players {
			fmt.Fprintf(&out, "%d,status,%d,%s,ALIVE,%s1,%s\n", day, i+1, roles[i], teams[i], names[i])
		}
		for n := range 2 * players {
			fmt.Fprintf(&out, "%d,talk,%d,%d,%d,%s\n", day, n, n/players, n%players+1, say(n%players+1, day*2*players+n))
		}
		if day == 0 {
			continue
		}
		for i := range players {
			fmt.Fprintf(&out, "%d,vote,%d,%d\n", day, i+1, (i+1)%players+1)
		}
		fmt.Fprintf(&out, "%d,execute,1,%s\n", day, roles[0])
	}
	for i := range players {
		fmt.Fprintf(&out, "2,status,%d,%s,DEAD,%s1,%s\n", i+1, roles[i], teams[i], names[i])
	}
	out.WriteString("2,result,3,0,VILLAGER\n")
	return out.String()
}

// Game is the game of Log.
func Game(players int, seed uint64, say func(seat, n int) string) (*judge.Game, error) {
	c, err := contestlog.Read(strings.NewReader(Log(players, seed, say)))
	if err != nil {
		return nil, err
	}
	g, err := chronicle.OfLog(c)
	if err != nil {
		return nil, err
	}
	for i := range g.Players {
		g.Profiles[i] = fmt.Sprintf("age: %d", 20+i)
	}
	return judge.NewGame(g)
}

// listed finds the players that a question lists.
var listed = regexp.MustCompile(`(?m)^\{(?:"character":".*",)?"player_name":"([^"]+)"`)

// Players are the names that a prompt asks to rank, in the order of the alphabet.
func Players(p llmtest.Prompt) (names []string) {
	for _, m := range listed.FindAllStringSubmatch(p.Text(), -1) {
		names = append(names, m[1])
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Ranking is an answer with these names.
func Ranking(names ...string) llmtest.Answer {
	return llmtest.Answer{Text: `{"ranking": ["` + strings.Join(names, `", "`) + `"]}`}
}

// Ratings is an answer with the rating of every name.
func Ratings(of map[string]int) llmtest.Answer {
	var rows []string
	for _, name := range slices.Sorted(maps.Keys(of)) {
		rows = append(rows, fmt.Sprintf(`{"player": %q, "rating": %d}`, name, of[name]))
	}
	return llmtest.Answer{Text: `{"ratings": [` + strings.Join(rows, ", ") + "]}"}
}
