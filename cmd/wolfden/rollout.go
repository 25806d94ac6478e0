package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/bot"
	"wolfden/internal/chances"
	"wolfden/internal/english"
	"wolfden/internal/experiment"
	"wolfden/internal/match"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// rolloutFlags say who plays games on from a moment, and how often. Each command sets its own number of games, and where they
// are played.
type rolloutFlags struct {
	By    string `help:"The player that goes on in every seat; of several (a,b,c) each seat of each game has one by lot. Default: lycaon; lycaon,plain,random where the players are not wolfden's." placeholder:"BOT"`
	Games int    `default:"${games}" help:"How many games are played on ${where}."`
	Seed  uint64 `default:"1" help:"Of the games that are played on."`

	digests map[string]string // of how players play, by everything that it depends on
	on      *progress         // of the games that are played on
	at      *joined           // whose workers play them on; nil: this process does
}

// show tells how many games have been played on, of a total where it is known, until finish is called.
func (f *rolloutFlags) show(e *env, total int) (finish func()) {
	f.on = newProgress(e.stderr, "game", total, false)
	return f.on.finish
}

// leastJudging is how many games are needed to judge a move: half of them find what would have been better, and the other half
// must be able to tell a mistake from bad luck.
const leastJudging = 8

// need refuses fewer games than the command needs.
func (f *rolloutFlags) need(least int) error {
	if f.Games < least {
		return usagef("%s to play on: at least %d", english.Count(f.Games, "game"), least)
	}
	return nil
}

// players makes who goes on in a game; where the user named nobody, By says afterwards who that is.
func (f *rolloutFlags) players(rec *gamelog.Record) (chances.Player, error) {
	if len(rec.Entries) == 0 {
		return nil, errors.New("nothing happened in this game: its record has a header and no more, so there is no moment to play on from")
	}
	f.By = cmp.Or(f.By, chances.GoingOn(&rec.Header))
	made, err := goingOn(rec, f.By, "--by")
	return func(seat werewolf.SeatID, seed uint64) (match.Player, error) {
		if seat == 1 { // all seats are made anew for each game
			f.on.add(1)
		}
		return made(seat, seed)
	}, err
}

// goingOn makes players of a kind that go on in a game, each in the language of its seat. Of several kinds each seat of each game that is
// played on has one by lot: players of one kind are of one mind, as those of a contest are not. flag is where the user named them.
func goingOn(rec *gamelog.Record, by, flag string) (chances.Player, error) {
	h, langs, names := &rec.Header, languages(rec), kindsOf(by)
	config := bot.Config{Commas: companyBefore(h).commas(), Shared: understand.NewShared()}
	for _, name := range names {
		if err := fitsToGoOn(name, len(h.Seats)); err != nil {
			return nil, usagef("%s: %w", flag, err)
		}
		for _, lang := range langs {
			c := config
			c.Lang = lang
			if _, err := bot.New(name, c); err != nil {
				return nil, usagef("%s: %w", flag, err)
			}
		}
	}
	return func(seat werewolf.SeatID, seed uint64) (match.Player, error) {
		c := config
		c.Seed, c.Lang = seed, langs[seat-1]
		drawn := werewolf.SubSeed(seed, -1) % uint64(len(names)) // apart from what the player makes of its seed
		return bot.New(names[drawn], c)
	}, nil
}

// kindsOf takes the names of players apart; settings of a player have commas, too.
func kindsOf(by string) []string { return bot.Names(strings.Split(by, ",")) }

// fitsToGoOn says why a player cannot go on in games of so many.
func fitsToGoOn(name string, players int) error {
	if kind, _, _ := strings.Cut(name, ":"); kind == "chaos" {
		return errors.New("chaos may never answer, and games that are played on wait for every answer")
	}
	return bot.Fits(name, players)
}

// playedOn is what came of a game that was played on.
type playedOn[R any] struct {
	File  string         `json:"file"`
	By    string         `json:"by"` // who went on
	Rules werewolf.Rules `json:"rules"`
	Got   R              `json:"got"`
}

// eachPlayedOn has something done with the games of all files, each with its number among the files and who goes on in it. It names those
// that cannot be read or for which do fails, says why, and goes on; it returns the others. Where there is none, the error is that of the
// first. What stands in the folder is not done again; nil keeps nothing.
func eachPlayedOn[R any](e *env, f *rolloutFlags, args []string, folder *experiment.Folder, atOnce int,
	do func(ctx context.Context, n int, g *gameFile, by string, players chances.Player) (R, error),
) ([]*playedOn[R], error) {
	files, err := gameFiles(args, false)
	if err != nil {
		return nil, err
	}
	games, first := experiment.Runs[playedOn[R]]{N: len(files), Parallel: atOnce}, errors.New("there is no game")
	if folder != nil {
		kept, keep := experiment.In[playedOn[R]](folder, "game-%05d.json")
		games.Keep = keep
		games.Kept = func(n int) (*playedOn[R], error) {
			one, err := kept(n)
			if one != nil && one.File != files[n] {
				one = nil
			}
			return one, err
		}
	}
	games.Do = func(ctx context.Context, n int) (*playedOn[R], error) {
		one, own := &playedOn[R]{File: files[n]}, *f
		g, err := readGame(files[n])
		var players chances.Player
		if err == nil {
			one.Rules = g.record.Header.Rules
			players, err = own.players(g.record)
		}
		if one.By = own.By; err == nil {
			one.Got, err = do(ctx, n, g, own.By, players)
		}
		switch {
		case err == nil:
			return one, nil
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case n == 0:
			first = fmt.Errorf("%s: %w", files[n], err)
		}
		_, _ = fmt.Fprintf(e.stderr, "wolfden: %s: %v; it is left out\n", files[n], err)
		return nil, nil
	}
	all, err := games.All(e.ctx)
	if err != nil {
		return nil, err
	}
	if all = slices.DeleteFunc(all, func(one *playedOn[R]) bool { return one == nil }); len(all) == 0 {
		return nil, fmt.Errorf("no game could be used: %w", first)
	}
	return all, nil
}

// went is who went on in games, in the order of the games.
func went[R any](all []*playedOn[R]) string {
	var names []string
	for _, one := range all {
		if !slices.Contains(names, one.By) {
			names = append(names, one.By)
		}
	}
	return strings.Join(names, " or ")
}

// digest tells the players from those of other programs that play otherwise under the same name.
func (f *rolloutFlags) digest(e *env, rec *gamelog.Record, players chances.Player) (string, error) {
	h := &rec.Header
	rules, err := json.Marshal(&h.Rules)
	if err != nil {
		return "", err
	}
	key := fmt.Sprint(f.By, languages(rec), companyBefore(h).commas(), string(rules))
	if known, ok := f.digests[key]; ok {
		return known, nil
	}
	digest, err := f.digestAnew(e, rec, players)
	if f.digests == nil {
		f.digests = map[string]string{}
	}
	f.digests[key] = digest
	return digest, err
}

// digestAnew is digest where it is not known. That of several players is made of each one's own.
func (f *rolloutFlags) digestAnew(e *env, rec *gamelog.Record, players chances.Player) (string, error) {
	names := kindsOf(f.By)
	if len(names) == 1 {
		return chances.Digest(e.ctx, &rec.Header.Rules, players)
	}
	var all []string
	for _, name := range names {
		alone, err := goingOn(rec, name, "--by")
		if err != nil {
			return "", err
		}
		digest, err := chances.Digest(e.ctx, &rec.Header.Rules, alone)
		if err != nil {
			return "", err
		}
		all = append(all, digest)
	}
	return strings.Join(all, "-"), nil
}

// replaced tells the user that what lies in a file is not used, and why; forgotten is how much the players of the command came to when
// they played otherwise.
func (f *rolloutFlags) replaced(e *env, file, why string, forgotten int) {
	if why == "" && forgotten > 0 {
		why = f.By + " played otherwise when it was kept"
	}
	if why != "" {
		_, _ = fmt.Fprintf(e.stderr, "wolfden: %s: %s; it is replaced\n", file, why)
	}
}

// keptMoves are the moves that are kept beside a game, as those players judged them who play like the digest, or others.
func (f *rolloutFlags) keptMoves(e *env, g *gameFile, digest string) (chances.KeptMoves, error) {
	kept, err := chances.LoadMoves(g.path, g.data)
	if err == nil {
		f.replaced(e, chances.MovesBeside(g.path), kept.Replaces, kept.Forget(f.By, digest))
	}
	return kept, err
}

// judged returns the moves of a game as they are judged by the flags. Where keep says so they are kept beside the game after every
// move, and what is kept is not played again. sharper is told of the moves so far, and in how many games each way the latest was played.
func (f *rolloutFlags) judged(e *env, g *gameFile, players chances.Player, keep bool, sharper func(so *chances.Judged, games int)) (*chances.Judged, error) {
	so := &chances.Judged{By: f.By, Games: f.Games, Seed: f.Seed, Moves: []chances.Move{}}
	save := func() error { return nil }
	if keep {
		var err error
		if so.Digest, err = f.digest(e, g.record, players); err != nil {
			return nil, err
		}
		kept, err := f.keptMoves(e, g, so.Digest)
		if err != nil {
			return nil, err
		}
		if known := kept.Begun(f.By, so.Digest, f.Games, f.Seed); known != nil {
			if err := known.Of(g.record); err != nil {
				return nil, fmt.Errorf("%s: %w; delete it to begin anew", chances.MovesBeside(g.path), err)
			}
			if known.Games == f.Games && !known.Unfinished {
				return known, nil
			}
			so.Moves = known.Moves
		}
		save = func() error { return f.saveMoves(g, so) }
	}
	judge := chances.Judge{Record: chances.Unhurried(g.record), Players: players, Games: f.Games, Seed: f.Seed}
	caution, err := cautionOfPlayed(&g.record.Header)
	if err != nil {
		return nil, err
	}
	judge.Unjudged = caution != ""
	if f.at != nil {
		if err := f.onMoves(e, &judge, so); err != nil {
			return nil, err
		}
	}
	err = judge.GoOn(e.ctx, so, func(games int) error {
		sharper(so, games)
		return save()
	})
	if err == nil {
		err = save() // of a game without moves there was no step
	}
	if e.ctx.Err() != nil {
		err = errors.New("stopped; the moves that were judged are kept, unless --no-keep says otherwise")
	}
	return so, err
}

// cautionOfPlayed says what games that are played on do not tell of a game, where its players are not wolfden's.
func cautionOfPlayed(h *gamelog.Header) (string, error) {
	if !chances.Foreign(h) {
		return "", nil
	}
	m, err := chances.OnForeign(nil)
	if err != nil {
		return "", err
	}
	return m.CautionOfPlayed(), nil
}

// saveMoves keeps judged moves beside the game, with those that somebody else has kept meanwhile.
func (f *rolloutFlags) saveMoves(g *gameFile, judged *chances.Judged) error {
	err := chances.Alone(g.path, func() error {
		kept, err := chances.LoadMoves(g.path, g.data)
		if err != nil {
			return err
		}
		kept.Forget(judged.By, judged.Digest)
		kept.Put(judged)
		return kept.Save(g.path)
	})
	if err != nil {
		err = fmt.Errorf("%w (--no-keep keeps nothing)", err)
	}
	return err
}

// spaced is a chance in running text.
func spaced(i chances.Interval) string {
	return fmt.Sprintf("%.1f%% [%.1f, %.1f]", 100*i.Value, 100*i.Low, 100*i.High)
}

// points is a difference of chances, in points.
func points(i chances.Interval) string {
	if !i.Bounded() {
		return fmt.Sprintf("%+.1f (too few games)", 100*i.Value)
	}
	return fmt.Sprintf("%+.1f [%+.1f, %+.1f]", 100*i.Value, 100*i.Low, 100*i.High)
}
