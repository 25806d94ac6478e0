package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/chances"
	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
	"wolfden/internal/english"
	"wolfden/internal/intake"
	"wolfden/internal/transcript"
	"wolfden/internal/userfile"
)

type importCmd struct {
	Archives []string `arg:"" name:"archive" file:"in" help:"Folders or zip archives of an organiser's, or single files."`
	Out      string   `short:"o" required:"" help:"The folder to write records to." placeholder:"DIR"`
}

// Help is the long help of the command.
func (importCmd) Help() string {
	return `Makes records of an organiser's archive: contest logs (.log), realtime feeds (.jsonl),
communication logs (.json) and records, as they are, packed by gzip (.gz) or in zip
archives. Files of the same name but for the ending are of one game; a communication
log adds the game's id, its begin and the profiles.

  wolfden import contest2025 -o games

A game is written once, whatever files it comes in and however often this is run.
A contest log that the rules contradict is kept beside the records as it is, since it
can be scored and analyzed all the same. What of a log its record cannot hold is said,
game by game, though it happens seldom: a record holds what was done there, also where
that is not in the rules. Each file that gives no game is named with
the reason, and the command exits with 1.`
}

// importRun is one run of the command.
type importRun struct {
	*env
	dir     string
	seen    chronicle.Seen // the games that are there
	written int
	there   int
	kept    int
	failed  int
	others  []string // files that are known to hold no game
	told    *progress
}

// Run imports.
func (c *importCmd) Run(e *env) error {
	files, others, err := archiveFiles(c.Archives)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return fmt.Errorf("%s: no logs (.log), feeds or records (.jsonl) or communication logs (.json) here", strings.Join(c.Archives, ", "))
	}
	if err := os.MkdirAll(c.Out, 0o755); err != nil {
		return err
	}
	in := &importRun{env: e, dir: c.Out, others: others}
	if err := in.findKnown(); err != nil {
		return err
	}
	groups := gamesOf(files)
	in.told = newProgress(e.stderr, "game", len(groups), false)
	defer in.told.finish()
	for _, group := range groups {
		if e.ctx.Err() != nil {
			return fmt.Errorf("stopped before %s; the same command goes on", group[0])
		}
		if err := in.game(group); err != nil {
			return err
		}
		in.told.add(1)
	}
	fmt.Fprintf(e.stdout, "%s: %s written, %d already there, %d kept as logs, %s not imported, %s passed over%s\n",
		c.Out, english.Count(in.written, "game"), in.there, in.kept, english.Count(in.failed, "file"), english.Count(len(in.others), "other file"), passedOver(in.others))
	if in.failed+in.kept > 0 {
		return errFound
	}
	return nil
}

// passedOver names files behind a colon, the first of many.
func passedOver(files []string) string {
	const most = 10
	if len(files) == 0 {
		return ""
	}
	slices.Sort(files)
	shown := make([]string, 0, most)
	for _, file := range files[:min(len(files), most)] {
		shown = append(shown, transcript.Safe(filepath.ToSlash(file)))
	}
	text := ": " + strings.Join(shown, ", ")
	if more := len(files) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// archiveFiles returns the files that may hold games, and the other files.
func archiveFiles(args []string) (files, others []string, err error) {
	for _, arg := range args {
		if userfile.InArchive(arg) {
			files = append(files, arg)
			continue
		}
		err := userfile.Walk(arg, func(path string, err error) error {
			name := userfile.Plain(path)
			switch ext := filepath.Ext(name); {
			case err != nil:
			case path == arg:
				files = append(files, path)
			case isBookkeeping(filepath.Base(name)):
				others = append(others, path)
			case ext == contestlog.Extension || ext == contestlog.CommunicationExtension || ext == gamelog.Extension || userfile.Packed(name):
				files = append(files, path)
			default:
				others = append(others, path)
			}
			return err
		})
		if err != nil {
			return nil, nil, err
		}
	}
	slices.Sort(files)
	return slices.Compact(files), others, nil
}

// isBookkeeping reports whether a file of a contest's folder is the list of its games, its schedule, or what was kept of the chances
// in a game or of its moves, which hold no game.
func isBookkeeping(name string) bool {
	return name == "games.json" || strings.HasPrefix(name, "match_optimizer") || strings.HasSuffix(name, chances.Beside("")) || strings.HasSuffix(name, chances.MovesBeside(""))
}

// isSchedule reports whether a file is the schedule of the organisers' match maker, whatever it is called. It holds no game.
func isSchedule(data []byte) bool {
	var s struct {
		Roles   json.RawMessage `json:"role_num_map"`
		Matches json.RawMessage `json:"scheduled_matches"`
	}
	return json.Unmarshal(data, &s) == nil && s.Roles != nil && s.Matches != nil
}

// findKnown finds the games that have been imported before.
func (in *importRun) findKnown() error {
	files, err := below(in.dir)
	if err != nil {
		return err
	}
	return in.eachFile(files, func(_ *progress, file string) error {
		rec, err := gamelog.ReadFile(file)
		if err != nil {
			return nil // a log that was kept, or something else
		}
		if g, err := chronicle.OfRecord(rec); err == nil {
			in.seen.Add(&g.Summary)
		}
		return nil
	})
}

// game imports the game of some files. It returns only errors of writing.
func (in *importRun) game(files []string) error {
	var parts intake.Parts
	var used []string
	fileOf := map[chronicle.Format]string{}
	for _, file := range files {
		data, err := gamelog.Load(file)
		if err != nil {
			in.fail(file, err)
			continue
		}
		switch kind := chronicle.FormatOf(data); {
		case kind == chronicle.CommunicationLog && isSchedule(data):
			in.others = append(in.others, file)
		case kind == chronicle.Unknown:
			why := chronicle.Untold(data)
			if errors.Is(why, chronicle.ErrFormat) {
				why = errors.New("neither a contest log, a communication log, a realtime feed nor a record")
			}
			in.fail(file, why)
		case !parts.Add(kind, data):
			in.fail(file, fmt.Errorf("the same kind of file of one name as %s", used[0]))
		default:
			used = append(used, file)
			fileOf[kind] = file
		}
	}
	if len(used) == 0 {
		return nil
	}
	rec, notes, err := parts.Import()
	for _, note := range notes {
		in.told.print(in.stderr, "%s: %s\n", used[0], note)
	}
	switch {
	case errors.Is(err, intake.ErrContradiction) && parts.Log != nil:
		err = in.keep(used[0], parts.Log, err)
	case err != nil:
		in.fail(strings.Join(used, ", "), err)
		err = nil
	default:
		err = in.write(used[0], rec)
	}
	for _, kind := range parts.Other {
		if err == nil {
			err = in.game([]string{fileOf[kind]})
		}
	}
	return err
}

func (in *importRun) fail(file string, why error) {
	in.failed++
	in.told.print(in.stderr, "wolfden: %s: %v\n", file, why)
}

// write writes a record unless its game is already there.
func (in *importRun) write(file string, rec *gamelog.Record) error {
	g, err := chronicle.OfRecord(rec)
	if err != nil {
		in.fail(file, err)
		return nil
	}
	if how, _ := in.seen.Add(&g.Summary); how == chronicle.Repeated {
		in.there++
		return nil
	}
	if rec.Header.Foreign && rec.Header.Provenance == nil { // an existing record keeps its provenance
		rec.Header.Provenance = takenFrom("import", file)
	}
	var data bytes.Buffer
	if err := gamelog.Write(&data, rec); err != nil {
		in.fail(file, err)
		return nil
	}
	name := nameOfGame(file)
	for _, name := range []string{name, name + "-" + rec.Header.ID, fmt.Sprintf("%s-%x", name, g.Sum[:8])} {
		out := filepath.Join(in.dir, name+gamelog.Extension)
		switch _, err := os.Stat(out); {
		case errors.Is(err, fs.ErrNotExist):
			in.written++
			return replaceFile(out, data.Bytes())
		case err != nil:
			return err
		case holds(out, &g.Summary): // another run has just written it
			in.there++
			return nil
		}
	}
	return fmt.Errorf("%s: three other files have its name in %s", file, in.dir)
}

// holds reports whether a file is of the game. It does not ask what this run has seen, which knows the games of both.
func holds(file string, game *chronicle.Summary) bool {
	there, err := chronicle.ReadFile(file)
	if err != nil {
		return false
	}
	var both chronicle.Seen
	both.Add(game)
	how, _ := both.Add(&there.Summary)
	return how == chronicle.Repeated
}

// keep copies a log that cannot be a record.
func (in *importRun) keep(file string, data []byte, why error) error {
	sum := sha256.Sum256(data)
	for _, name := range []string{nameOfGame(file), fmt.Sprintf("%s-%x", nameOfGame(file), sum[:8])} {
		out := filepath.Join(in.dir, name+contestlog.Extension)
		there, err := gamelog.Load(out)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			in.kept++
			in.told.print(in.stderr, "wolfden: %s: kept as a log: %v\n", file, why)
			return replaceFile(out, data)
		case err != nil:
			return err
		case bytes.Equal(there, data):
			in.there++
			return nil
		}
	}
	return fmt.Errorf("%s: two other files have its name in %s", file, in.dir)
}
