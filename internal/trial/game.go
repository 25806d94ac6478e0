package trial

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/werewolf"
)

// Game is a game of a trial that is over, as it went for the program.
type Game struct {
	ID     string
	File   string
	Number int // in the plan, from 0
	Seat   werewolf.SeatID
	Role   werewolf.Role
	Side   werewolf.Team
	Won    bool
	Faults map[gamelog.Fault]int // of its answers; nil for none
	Others []Other               // in the order of the seats
	deal   [sha256.Size]byte     // the same for games that differ in nothing but the program
}

// Other is one of those who play with the program.
type Other struct {
	Name string
	Role werewolf.Role
	Mate bool // on the program's side
	Won  bool
}

// ErrNotOver is a game that does not count, since it has no end.
var ErrNotOver = errors.New("the game is not over")

// Of is the game of a record, in which the program plays under this name.
func Of(rec *gamelog.Record, file, name string) (Game, error) {
	s, from := chronicle.Summarize(rec), rec.Header.Provenance
	if !s.Over {
		return Game{}, ErrNotOver
	}
	if from == nil || from.Deal < 1 || len(from.Players) != len(s.Players) {
		return Game{}, fmt.Errorf("%s does not tell which game of a trial it is", file)
	}
	own := slices.IndexFunc(from.Players, func(e gamelog.Entrant) bool { return e.Entry == name })
	if own < 0 {
		return Game{}, fmt.Errorf("%s has no player %q", file, name)
	}
	p := &s.Players[own]
	g := Game{
		ID: s.ID, File: file, Number: from.Deal - 1, Seat: p.Seat, Role: p.Role, Side: s.Side(p), Won: s.Won(p), Faults: p.Faults,
		deal: dealOf(&rec.Header, own),
	}
	for i := range s.Players {
		if other := &s.Players[i]; i != own {
			g.Others = append(g.Others, Other{Name: from.Players[i].Entry, Role: other.Role, Mate: s.Side(other) == g.Side, Won: s.Won(other)})
		}
	}
	return g, nil
}

// dealOf is a digest of all that a game is made from but the program in a seat.
func dealOf(h *gamelog.Header, own int) [sha256.Size]byte {
	all := struct {
		Seed    uint64
		Lang    string
		Rules   werewolf.Rules
		Own     int
		Players []gamelog.Entrant
		Seats   []werewolf.Seat
	}{h.Seed, h.Lang, h.Rules, own, slices.Clone(h.Provenance.Players), slices.Clone(h.Seats)}
	all.Players[own], all.Seats[own].Team, all.Seats[own].Client = gamelog.Entrant{}, "", ""
	text, _ := json.Marshal(all) // came out of JSON
	return sha256.Sum256(text)
}

// ReadGames reads the games of a trial that are over, in the order of the plan. made, where it is not nil, is told of every header.
// Files that cannot be read or tell of no such game count as not played, as a league has it; a folder that is not there has none.
func ReadGames(dir, name string, made func(*gamelog.Header)) ([]Game, error) {
	files, err := filepath.Glob(filepath.Join(dir, gamesDir, "*"+gamelog.Extension))
	if err != nil {
		return nil, err
	}
	var games []Game
	for _, file := range files {
		rec, err := gamelog.ReadFile(file)
		if err != nil {
			continue
		}
		g, err := Of(rec, file, name)
		if err != nil {
			continue
		}
		games = append(games, g)
		if made != nil {
			made(&rec.Header)
		}
	}
	slices.SortFunc(games, func(a, b Game) int { return a.Number - b.Number })
	return games, nil
}
