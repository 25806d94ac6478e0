package judge

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"

	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
	"wolfden/internal/ledger"
	"wolfden/internal/llm"
	"wolfden/werewolf"
)

// ErrGame is a game that cannot be judged.
var ErrGame = errors.New("there is nothing to judge")

// Player is one seat of a game.
type Player struct {
	Name    string `json:"name"` // as raters see it: one harmless line, unlike any other of the game
	Team    string `json:"team"` // which raters never see
	Role    string `json:"role"`
	Profile string `json:"-"` // of the character; foreign text
}

// Game is a game as raters may see it. It does not change and may be used from several goroutines.
type Game struct {
	ID      string              // follows from what happened, not from where it is kept
	Lang    string              // of the utterances, "en" or "ja"
	Roles   *werewolf.RoleTable // the roles there are
	Players []Player
	Lines   []chronicle.Line // without what tells the outcome; texts are foreign
	told    *chronicle.Game
}

// Heard is what the table had heard in the end. It has no texts.
func (g *Game) Heard() *ledger.Ledger { return g.told.Ledger() }

// Side is the side of a player. Raters never see it.
func (g *Game) Side(id werewolf.SeatID) werewolf.Team { return g.Roles.Team(g.told.Players[id-1].Role) }

// NewGame is a game as raters may see it. A name that would tell the team is replaced, in what players say too.
func NewGame(told *chronicle.Game) (*Game, error) {
	if len(told.Players) < 2 || len(told.Profiles) != len(told.Players) {
		return nil, fmt.Errorf("%w: it has %d players", ErrGame, len(told.Players))
	}
	g := &Game{Lang: told.Lang, Roles: told.Roles(), told: told}
	if g.Lang != "ja" {
		g.Lang = "en"
	}
	for i := range told.Players {
		p := &told.Players[i]
		g.Players = append(g.Players, Player{Role: told.Roles().Name(p.Role), Team: p.Team, Profile: told.Profiles[i]})
	}
	hide := g.name(told.Players)
	g.Lines = untold(told.Lines)
	logged := make([]contestlog.Line, len(g.Lines))
	for i := range g.Lines {
		g.Lines[i].Text = hide.Replace(g.Lines[i].Text)
		logged[i] = g.Lines[i].Line
		if role := logged[i].Role; role != werewolf.NoRole && !werewolf.StandardRoles().Has(role) {
			logged[i].Role = werewolf.NoRole // its name is known to the game's table alone
			logged[i].Client += g.Roles.Name(role)
		}
	}
	text, err := json.Marshal(logged)
	if err != nil {
		return nil, fmt.Errorf("naming a game: %w", err)
	}
	sum := sha256.Sum256(append(text, strings.Join(g.Names(), "\n")...))
	g.ID = hex.EncodeToString(sum[:8])
	return g, nil
}

// name gives the players the names that raters see, and tells how to hide those that they may not.
func (g *Game) name(players []chronicle.Player) *strings.Replacer {
	var hidden []string
	taken := map[string]bool{}
	for i := range g.Players {
		alias := fmt.Sprintf("Agent[%02d]", i+1)
		raw := players[i].Called
		name := strings.Join(strings.Fields(llm.Defused(raw)), " ")
		if name == "" || taken[name] || tells(name, g.Players[i].Team) || tells(name, players[i].Client) {
			name = alias
		}
		if name != raw && raw != "" {
			hidden = append(hidden, raw, name)
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

// untold is a copy of the lines without the outcome: the result, and what was told of the players only after it. Lines of a
// record have the numbers they have in its contest log.
func untold(lines []chronicle.Line) []chronicle.Line {
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
	kept := slices.Clone(lines[:end])
	for i := range kept {
		kept[i].Number = kept[i].Logged
	}
	return kept
}

// Names are the players' names by seat. The slice is fresh.
func (g *Game) Names() []string {
	names := make([]string, len(g.Players))
	for i := range g.Players {
		names[i] = g.Players[i].Name
	}
	return names
}

// Order is an order of the players' indices for one question, so that no place in a prompt belongs to anybody. Without a criterion it
// is the game's own, for what is the same in all questions.
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
			return fmt.Errorf("%q %w", short(n), errStranger)
		case !waiting:
			return fmt.Errorf("%q %w", short(n), errTwice)
		}
		left[n] = false
	}
	for _, n := range names {
		if left[n] {
			return fmt.Errorf("%q %w", short(n), errMissing)
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
