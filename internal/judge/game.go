package judge

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strings"
	"unicode"

	"wolfden/internal/contestlog"
	"wolfden/internal/llm"
	"wolfden/werewolf"
)

// ErrGame is a game that cannot be judged.
var ErrGame = errors.New("judge: there is nothing to judge")

// Player is one seat of a game.
type Player struct {
	Name    string        `json:"name"` // as raters see it: one harmless line, unlike any other of the game
	Team    string        `json:"team"` // which raters never see
	Role    werewolf.Role `json:"role"`
	Profile string        `json:"-"` // of the character; foreign text
}

// Game is a game as raters may see it. It does not change and may be used from several goroutines.
type Game struct {
	ID      string // follows from what happened, not from where it is kept
	Lang    string // of the utterances, "en" or "ja"
	Players []Player
	Lines   []contestlog.Line // without what tells the outcome; texts are foreign
}

// NewGame is the game of a contest log. Teams are those of seat 1, 2 and so on, profiles likewise or nil. A name that
// would tell the team is replaced, in what players say too.
func NewGame(c *contestlog.Log, teams, profiles []string) (*Game, error) {
	g := &Game{}
	var clients, raw []string
	for i := range c.Lines {
		l := &c.Lines[i]
		if l.Kind != contestlog.StatusLine || int(l.Seat) != len(g.Players)+1 {
			continue
		}
		g.Players = append(g.Players, Player{Role: l.Role})
		clients, raw = append(clients, l.Client), append(raw, l.Name)
	}
	if len(g.Players) < 2 || len(g.Players) != len(teams) {
		return nil, fmt.Errorf("%w: the log names %d players in order, and there are %d teams", ErrGame, len(g.Players), len(teams))
	}
	for i := range g.Players {
		g.Players[i].Team = teams[i]
		if i < len(profiles) {
			g.Players[i].Profile = profiles[i]
		}
	}
	hide := g.name(raw, clients)
	g.Lines = untold(c.Lines)
	for i := range g.Lines {
		l := &g.Lines[i]
		if int(l.Seat) > len(g.Players) || int(l.Target) > len(g.Players) || l.Seat < 0 || l.Target < 0 {
			return nil, fmt.Errorf("%w: line %d names a player who is not there", ErrGame, l.Number)
		}
		l.Text, l.Client, l.Name = hide.Replace(l.Text), "", ""
	}
	g.Lang = language(g.Lines)
	text, err := json.Marshal(g.Lines)
	if err != nil {
		return nil, fmt.Errorf("judge: naming a game: %w", err)
	}
	sum := sha256.Sum256(append(text, strings.Join(g.Names(), "\n")...))
	g.ID = hex.EncodeToString(sum[:8])
	return g, nil
}

// name gives the players the names that raters see, and tells how to hide those that they may not.
func (g *Game) name(raw, clients []string) *strings.Replacer {
	var hidden []string
	taken := map[string]bool{}
	for i := range g.Players {
		alias := fmt.Sprintf("Agent[%02d]", i+1)
		name := strings.Join(strings.Fields(llm.Defused(raw[i])), " ")
		if name == "" || taken[name] || tells(name, g.Players[i].Team) || tells(name, clients[i]) {
			name = alias
		}
		if name != raw[i] && raw[i] != "" {
			hidden = append(hidden, raw[i], name)
		}
		taken[name] = true
		g.Players[i].Name = name
	}
	return strings.NewReplacer(hidden...)
}

// tells reports whether a name holds the other. What is short stands in many names by chance.
func tells(name, other string) bool {
	const least = 3
	name, other = strings.ToLower(name), strings.ToLower(other)
	return name == other || len(other) >= least && strings.Contains(name, other)
}

// untold is a copy of the lines without the outcome: the result, and what was told of the players only after it.
func untold(lines []contestlog.Line) []contestlog.Line {
	end := len(lines)
	for i := range lines {
		if lines[i].Kind == contestlog.ResultLine {
			end = i
			for end > 0 && lines[end-1].Kind == contestlog.StatusLine {
				end--
			}
			break
		}
	}
	return append([]contestlog.Line(nil), lines[:end]...)
}

// language guesses from the writing.
func language(lines []contestlog.Line) string {
	kana, latin := 0, 0
	for i := range lines {
		for _, r := range lines[i].Text {
			switch {
			case unicode.In(r, unicode.Hiragana, unicode.Katakana):
				kana++
			case unicode.In(r, unicode.Latin):
				latin++
			}
		}
	}
	if kana > latin {
		return "ja"
	}
	return "en"
}

// Names are the players' names by seat. The slice is fresh.
func (g *Game) Names() []string {
	names := make([]string, len(g.Players))
	for i := range g.Players {
		names[i] = g.Players[i].Name
	}
	return names
}

// Order is an order of the players' indices for one question, so that no place in a prompt belongs to anybody.
func (g *Game) Order(seed uint64, criterion string, sample int) []int {
	h := fnv.New64a()
	_, _ = fmt.Fprintf(h, "%s %s %d", g.ID, criterion, sample)
	return rand.New(rand.NewPCG(seed, h.Sum64())).Perm(len(g.Players))
}

// Check reports why a list is no ranking of the names: somebody is repeated, omitted or invented.
func Check(ranking, names []string) error {
	left := map[string]bool{}
	for _, n := range names {
		left[n] = true
	}
	for _, n := range ranking {
		waiting, known := left[n]
		switch {
		case !known:
			return fmt.Errorf("%q is no player", short(n))
		case !waiting:
			return fmt.Errorf("%q is named twice", short(n))
		}
		left[n] = false
	}
	for _, n := range names {
		if left[n] {
			return fmt.Errorf("%q is missing", short(n))
		}
	}
	return nil
}

// short is a name that may have come from anywhere, for a message.
func short(name string) string {
	const most = 40
	name = strings.Join(strings.Fields(llm.Defused(name)), " ")
	if r := []rune(name); len(r) > most {
		return string(r[:most]) + "..."
	}
	return name
}
