package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
	"wolfden/internal/reason/belief"
	"wolfden/internal/reason/evidence"
	"wolfden/internal/reason/worlds"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// knownGame is one game whose roles are known, as far as the estimate and the measure need it.
type knownGame struct {
	name         string
	rules        werewolf.Rules
	roles        []werewolf.Role // by seat
	counts       belief.Tally
	watcherViews []eveningView // as the gallery sees them
	playerViews  []eveningView // as the living players of the village see them
}

// eveningView is what somebody knows at the end of a day's talk, before the votes.
type eveningView struct {
	day    int
	seat   werewolf.SeatID  // of whom; 0 is the gallery
	others werewolf.SeatSet // who live, less oneself
	know   worlds.Knowledge
	facts  []evidence.Item
}

// lastEvening is the last day that is measured.
const lastEvening = 2

// load reads every record and contest log below a folder. acts is a folder of annotations that are used instead of the
// program's own understanding for the games that have them, "" for none.
func load(dir, acts string) (games []*knownGame, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		ext := filepath.Ext(path)
		if ext != gamelog.Extension && ext != contestlog.Extension {
			return nil
		}
		rec, err := readGame(path)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		name, _ := filepath.Rel(dir, strings.TrimSuffix(path, ext))
		notes, err := annotations(acts, name, rec)
		if err != nil {
			return err
		}
		g, err := watchGame(rec, notes)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		g.name = name
		games = append(games, g)
		return nil
	})
	return games, err
}

func readGame(path string) (*gamelog.Record, error) {
	data, err := gamelog.Load(path)
	if err != nil {
		return nil, err
	}
	rec, _, _, err := chronicle.Record(data)
	return rec, err
}

// watchGame sees the game as the gallery does.
func watchGame(rec *gamelog.Record, notes annotatedUtterances) (*knownGame, error) {
	game := &knownGame{rules: rec.Header.Rules}
	var names []string
	for _, s := range rec.Header.Seats {
		names = append(names, s.Name)
	}
	listener := understand.New(understand.Table{Names: names, Roles: game.rules.Roles, Specs: game.rules.Table})
	var signs evidence.List
	watcher, players := werewolf.NewWatcher(&game.rules, 0), make([]*werewolf.Watcher, len(names))
	for i := range players {
		players[i] = werewolf.NewWatcher(&game.rules, werewolf.SeatID(i+1))
	}
	game.roles = make([]werewolf.Role, len(names)+1)
	for _, entry := range rec.Events() {
		watcher.See(&entry, 0)
		for _, p := range players {
			p.See(&entry, 0)
		}
		switch entry.Kind {
		case werewolf.Dealt:
			game.roles[entry.Seat] = entry.Role
		case werewolf.Executed, werewolf.FoundDead:
			listener.Died(entry.Seat)
		case werewolf.NightBegan, werewolf.GameOver:
			o := watcher.Observation(werewolf.Request{})
			for i := listener.Ledger().Heard(); i < len(o.Talks); i++ {
				notes.addUtterance(listener, &o.Talks[i])
			}
			signs.See(&o, listener.Ledger())
			if entry.Kind == werewolf.NightBegan && entry.Day >= 1 && entry.Day <= lastEvening {
				game.addEvening(&o, players, slices.Clone(signs.Items()))
			}
		default: // taken in with the next
		}
	}
	if slices.Contains(game.roles[1:], werewolf.NoRole) {
		return nil, errors.New("the roles are not all known")
	}
	game.counts.Add(signs.Items(), game.roles, &game.rules)
	return game, nil
}

// addEvening keeps what the gallery and each living player of the village know now.
func (g *knownGame) addEvening(o *werewolf.Observation, players []*werewolf.Watcher, list []evidence.Item) {
	g.watcherViews = append(g.watcherViews, eveningView{day: o.Day, others: o.Living, know: worlds.Public(o), facts: list})
	for id := range o.Living.All() {
		if g.rules.Table.Team(g.roles[id]) != werewolf.VillagerTeam {
			continue
		}
		own := players[id-1].Observation(werewolf.Request{})
		g.playerViews = append(g.playerViews, eveningView{day: o.Day, seat: id, others: own.Others(), know: worlds.Known(&own), facts: list})
	}
}
