package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
	"wolfden/internal/english"
	"wolfden/internal/speech"
	"wolfden/internal/userfile"
	"wolfden/werewolf"
)

type parseCmd struct {
	Files []string `arg:"" help:"Records, contest logs, or folders or zip archives of them."`
	Out   string   `short:"o" help:"The folder to write to, a file a game; needed for more than one game." placeholder:"DIR"`
}

// Help is the long help of the command.
func (parseCmd) Help() string {
	return `Prints what every utterance says, as one JSON object a line: claims, results,
votes, accusations, questions. docs/speech-en.md says what the keys mean.

  wolfden parse game1.log                    to standard output
  wolfden parse games -o acts                games/game1.log gives acts/game1.jsonl`
}

// Run reads the games and writes what was said in them.
func (c *parseCmd) Run(e *env) error {
	files, err := gameFiles(c.Files, false)
	if err != nil {
		return err
	}
	if len(files) > 1 && c.Out == "" {
		return usagef("%d games need a folder to write to: -o DIR", len(files))
	}
	if c.Out != "" {
		if err := os.MkdirAll(c.Out, 0o755); err != nil {
			return err
		}
	}
	written := map[string]string{}
	err = e.eachFile(files, func(_ *progress, file string) error {
		said, err := readSaid(file)
		if err != nil {
			return err
		}
		data, err := said.lines()
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if c.Out == "" {
			_, err := e.stdout.Write(data)
			return err
		}
		out := filepath.Join(c.Out, nameOfGame(file)+".jsonl")
		if first, taken := written[out]; taken {
			return fmt.Errorf("%s and %s would both be written to %s: parse them into different folders", first, file, out)
		}
		written[out] = file
		return replaceFile(out, data)
	})
	if err != nil || c.Out == "" {
		return err
	}
	_, err = fmt.Fprintf(e.stderr, "%s: what is said in %s, a file each\n", c.Out, english.Count(len(files), "game"))
	return err
}

// nameOfGame returns the name of the file without folder and extension.
func nameOfGame(file string) string {
	base := userfile.Plain(filepath.Base(file))
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// actsLine is one line of output. Absent players are null.
type actsLine struct {
	Line        int           `json:"line"`
	Channel     string        `json:"channel"`
	Day         int           `json:"day"`
	Idx         int           `json:"idx"`
	Turn        int           `json:"turn"`
	Speaker     string        `json:"speaker"`
	Text        string        `json:"text"`
	Co          *string       `json:"co"`
	Retract     bool          `json:"retract"`
	Results     []ownResult   `json:"results"`
	Others      []otherResult `json:"others_results"`
	Vote        *string       `json:"vote"`
	RequestVote *string       `json:"request_vote"`
	Attack      *string       `json:"attack"`
	Accuse      []string      `json:"accuse"`
	Support     []string      `json:"support"`
	QuestionTo  []string      `json:"question_to"`
	Mention     []string      `json:"mention"`
	Phase       string        `json:"phase"`
	Acts        []string      `json:"acts"`
}

type ownResult struct {
	Kind   speech.Verb       `json:"kind"`
	Target string            `json:"target"`
	Result *werewolf.Species `json:"result"`
}

type otherResult struct {
	Claimant string            `json:"claimant"`
	Target   string            `json:"target"`
	Result   *werewolf.Species `json:"result"`
}

// lines returns the utterances of a game as lines of JSON.
func (s *saidGame) lines() ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	var failed error
	for i := range s.game.Lines {
		if l := &s.game.Lines[i]; l.Speaks() {
			failed = errors.Join(failed, enc.Encode(s.line(l, l.Says())))
		}
	}
	return contestlog.Shown(out.Bytes()), failed
}

// line prints rows under the keys of the output.
func (s *saidGame) line(u *chronicle.Line, rows speech.Rows) *actsLine {
	l := &actsLine{
		Line: u.Number, Channel: "talk", Day: u.Day, Idx: u.Idx, Turn: u.Turn, Speaker: s.names[u.Seat-1], Text: u.Text,
		Retract: rows.Retracts(u.Seat), Results: []ownResult{}, Others: []otherResult{}, Phase: rows.Phase(),
		Vote: s.one(rows.Announced(speech.Vote)), RequestVote: s.one(rows.Requested(speech.Vote)), Attack: s.one(rows.Announced(speech.Attack)),
		Accuse: s.all(rows.Suspected().Slice()), Support: s.all(rows.Trusted().Slice()), Mention: []string{}, Acts: []string{},
	}
	if u.Kind == contestlog.WhisperLine {
		l.Channel = "whisper"
	}
	if role := rows.Claimed(u.Seat); role != werewolf.NoRole {
		name := s.game.Roles().Name(role)
		l.Co = &name
	}
	for x := range rows.Results(u.Seat) {
		l.Results = append(l.Results, ownResult{x.Verb, s.names[x.Target-1], species(x.Species)})
	}
	for x := range rows.Reports(u.Seat) {
		l.Others = append(l.Others, otherResult{s.names[x.Subject-1], s.names[x.Target-1], species(x.Species)})
	}
	asked, all := rows.Asked(u.Seat)
	if l.QuestionTo = s.all(asked.Slice()); all {
		l.QuestionTo = append(l.QuestionTo, "ALL")
	}
	if rows.Worded() {
		l.Mention = s.all(u.Mentions())
	}
	for n := range rows.Sentences() {
		l.Acts = append(l.Acts, rows.Sentence(n, s.game.Roles()))
	}
	return l
}

func species(s werewolf.Species) *werewolf.Species {
	if s == werewolf.NoSpecies {
		return nil
	}
	return &s
}

func (s *saidGame) one(id werewolf.SeatID) *string {
	if id == 0 {
		return nil
	}
	return &s.names[id-1]
}

func (s *saidGame) all(seats []werewolf.SeatID) []string {
	names := make([]string, 0, len(seats))
	for _, id := range seats {
		names = append(names, s.names[id-1])
	}
	return names
}
