// Package invite writes the folder that a contest begins with.
//
// It writes what an organiser would otherwise write by hand, once: the configuration, the roster with a token for each team, a sheet to send
// to each. What it wrote the organiser may change; nothing of it is read here again. It touches no file that is there already.
package invite

import (
	"bytes"
	_ "embed"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"time"

	"wolfden/internal/contest/access"
	"wolfden/internal/contest/config"
	"wolfden/internal/csvtable"
	"wolfden/internal/plaintext"
	"wolfden/internal/secret"
	"wolfden/internal/teamname"
)

// The files of a contest's folder. Those with tokens or the key are their owner's alone.
const (
	Configuration = "contest.yml"
	Environment   = ".env" // SECRET_KEY=...
	Roster        = "roster.csv"
	Sheets        = "sheets"
)

// Rehearsal is what the name of a division's track for rehearsals begins with.
const Rehearsal = "rehearsal-"

// Division is a kind of game that teams compete in.
type Division struct {
	Name    string // letters, digits, - and _
	Players int    // of a game
	Anytime bool   // everybody speaks when it likes
	Teams   []string
	Games   int // of a round
}

// Team is a team of the roster.
type Team struct {
	Name      string
	Contact   string   // as the organiser wrote it
	Divisions []string // none: all
}

// Contest is what is written down.
type Contest struct {
	Title      string
	Lang       string // of the sheets: en or ja
	Address    string // HOST:PORT under which teams reach the server
	Secure     bool   // by wss, as through a proxy that has the certificate
	Divisions  []Division
	Teams      []Team
	Games      int // of a round of each division; 0: as many as there are teams, so that every team has every role
	Rounds     int
	Begin, End time.Time // zero for no bound
	TokensTo   time.Time
}

//go:embed contest.yml.tmpl
var configuration string

//go:embed sheet.en.md
var sheetEn string

//go:embed sheet.ja.md
var sheetJa string

// sheet is what a team is told.
type sheet struct {
	*Contest
	Team, Token string
	Plays       []Division
}

// SomeAnytime reports whether the team plays where everybody speaks when it likes.
func (s sheet) SomeAnytime() bool {
	return slices.ContainsFunc(s.Plays, func(d Division) bool { return d.Anytime })
}

// Scheme is that of the addresses.
func (c *Contest) Scheme() string { return map[bool]string{true: "wss", false: "ws"}[c.Secure] }

// Port is the port of the server, behind whatever proxy.
func (c *Contest) Port() string {
	_, port, err := net.SplitHostPort(c.Address)
	if err != nil || c.Secure {
		return "8080"
	}
	return port
}

// Write writes the folder, which it makes. It returns the names of the files that it wrote, in the order in which one reads them.
func (c *Contest) Write(dir string) (names []string, err error) {
	for _, name := range []string{Configuration, Environment, Roster, Sheets} {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			return nil, fmt.Errorf("there is a contest in %s already (%s); change its files, or name another folder", dir, name)
		}
	}
	if err := c.enrol(); err != nil {
		return nil, err
	}
	files, err := c.files()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Join(dir, Sheets), 0o750); err != nil {
		return nil, err
	}
	for _, f := range files {
		out, err := os.OpenFile(filepath.Join(dir, f.name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, f.mode)
		if err != nil {
			return nil, errors.Join(err, undo(dir, names))
		}
		_, err = out.Write(f.text)
		if err = errors.Join(err, out.Close()); err != nil {
			return nil, errors.Join(err, undo(dir, append(names, f.name)))
		}
		names = append(names, f.name)
	}
	return names, nil
}

// undo takes what was written away again: half a folder would be taken for a contest.
func undo(dir string, names []string) error {
	var errs []error
	for _, name := range names {
		errs = append(errs, os.Remove(filepath.Join(dir, name)))
	}
	return errors.Join(append(errs, os.Remove(filepath.Join(dir, Sheets)))...)
}

// enrol checks the teams and gives them to their divisions.
func (c *Contest) enrol() error {
	for i := range c.Teams {
		t := &c.Teams[i]
		if err := teamname.Check(t.Name); err != nil {
			return fmt.Errorf("team %d, %q: %w", i+1, t.Name, err)
		}
		if slices.IndexFunc(c.Teams, func(o Team) bool { return o.Name == t.Name }) != i {
			return fmt.Errorf("team %q is there twice", t.Name)
		}
		for _, name := range t.Divisions {
			if !slices.ContainsFunc(c.Divisions, func(d Division) bool { return d.Name == name }) {
				return fmt.Errorf("team %q is to play in %q, which is no division", t.Name, name)
			}
		}
	}
	for i := range c.Divisions {
		d := &c.Divisions[i]
		for _, t := range c.Teams {
			if len(t.Divisions) == 0 || slices.Contains(t.Divisions, d.Name) {
				d.Teams = append(d.Teams, t.Name)
			}
		}
		if len(d.Teams) < d.Players {
			return fmt.Errorf("division %s has %d teams, and a game of it %d players of different teams", d.Name, len(d.Teams), d.Players)
		}
		if d.Games = c.Games; d.Games == 0 {
			d.Games = len(d.Teams)
		}
	}
	return nil
}

// file is a file of the folder.
type file struct {
	name string
	mode os.FileMode
	text []byte
}

// files are all of the folder. The configuration is read as the server will read it.
func (c *Contest) files() ([]file, error) {
	text, err := fill("configuration", configuration, c)
	if err != nil {
		return nil, err
	}
	if _, err := config.Parse(Configuration, text); err != nil {
		return nil, fmt.Errorf("these settings make no contest: %w", err)
	}
	key := fmt.Sprintf("%x", secret.NewKey())
	all := []file{
		{Configuration, 0o644, text},
		{Environment, 0o600, []byte("# Signs the tokens of roster.csv. Whoever has it can play for every team and change the contest.\nSECRET_KEY=" + key + "\n")},
		{Roster, 0o600, nil},
	}
	sheets := fileNames{}
	rows := [][]string{{"team", "contact", "divisions", "token"}}
	layout := map[string]string{"en": sheetEn, "ja": sheetJa}[c.Lang]
	for _, t := range c.Teams {
		token, err := access.NewToken([]byte(key), access.PlayerToken, t.Name, c.TokensTo)
		if err != nil {
			return nil, err
		}
		rows = append(rows, []string{t.Name, t.Contact, strings.Join(t.Divisions, " "), token})
		text, err := fill("sheet", layout, sheet{c, t.Name, token, c.playedBy(t.Name)})
		if err != nil {
			return nil, err
		}
		all = append(all, file{filepath.Join(Sheets, sheets.of(t.Name)+".md"), 0o600, text})
	}
	var roster bytes.Buffer
	if err := csvtable.Write(&roster, rows); err != nil {
		return nil, err
	}
	all[2].text = roster.Bytes()
	return all, nil
}

// playedBy are the divisions of a team.
func (c *Contest) playedBy(team string) (all []Division) {
	for _, d := range c.Divisions {
		if slices.Contains(d.Teams, team) {
			all = append(all, d)
		}
	}
	return all
}

// fileNames are the names of files that were given, as systems compare them that know no case.
type fileNames map[string]bool

// of is a name of its own for a file of a team, on any system: with a T before it, since some keep words such as CON for themselves.
func (f fileNames) of(team string) string {
	const most = 40 // letters, of up to four bytes each
	name := []rune(strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|. `, r) {
			return '_'
		}
		return r
	}, team))
	stem := "team-" + string(name[:min(len(name), most)]) // alone it might be a word such as CON, which some systems keep for themselves
	for n := 1; ; n++ {
		name := stem
		if n > 1 {
			name += fmt.Sprintf("-%d", n)
		}
		if key := strings.ToLower(name); !f[key] {
			f[key] = true
			return name
		}
	}
}

func fill(name, layout string, of any) ([]byte, error) {
	t, err := template.New(name).Funcs(template.FuncMap{"time": func(t time.Time) string { return t.Format("2006-01-02 15:04 -07:00") }, "rfc": func(t time.Time) string { return t.Format(time.RFC3339) }, "rehearsal": func(division string) string { return Rehearsal + division }, "quote": strconv.Quote, "shell": shell}).Parse(layout)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	err = t.Execute(&text, of)
	return text.Bytes(), err
}

// shell is a name as a word of a command line.
func shell(name string) string { return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'" }

// maxRoster is the longest roster, in bytes.
const maxRoster = 1 << 20

// Read reads a roster: a table in CSV, with commas or semicolons, whose first row names its columns: team, and if need be contact and
// divisions, names with blanks between. Other columns are passed over.
func Read(r io.Reader) ([]Team, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxRoster+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxRoster {
		return nil, fmt.Errorf("it is longer than %d bytes", maxRoster)
	}
	if text, err = plaintext.UTF8(text); err != nil {
		return nil, err
	}
	head, _, _ := bytes.Cut(text, []byte("\n"))
	table := csv.NewReader(bytes.NewReader(text))
	table.TrimLeadingSpace, table.FieldsPerRecord = true, -1
	if !bytes.Contains(head, []byte(",")) && bytes.Contains(head, []byte(";")) {
		table.Comma = ';'
	}
	rows, err := table.ReadAll()
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, errors.New("it is empty; its first row names the columns: team,contact,divisions")
	}
	at := func(name string) int {
		return slices.IndexFunc(rows[0], func(cell string) bool { return strings.EqualFold(strings.TrimSpace(cell), name) })
	}
	if at("team") < 0 {
		return nil, fmt.Errorf("it has no column team, but %s; its first row names the columns: team,contact,divisions", strings.Join(rows[0], ", "))
	}
	var all []Team
	for _, row := range rows[1:] {
		cell := func(name string) string {
			if i := at(name); i >= 0 && i < len(row) {
				return strings.TrimSpace(row[i])
			}
			return ""
		}
		if strings.TrimSpace(strings.Join(row, "")) != "" {
			all = append(all, Team{cell("team"), cell("contact"), strings.Fields(strings.NewReplacer("/", " ", "+", " ").Replace(cell("divisions")))})
		}
	}
	return all, nil
}
