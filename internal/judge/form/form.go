package form

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"strconv"
	"strings"

	"wolfden/internal/judge"
	"wolfden/internal/llm"
	"wolfden/internal/speech/roletext"
	"wolfden/werewolf"
)

//go:embed form.html
var pageText string

//go:embed form.css
var styleText string

// The page's program, part by part.
var (
	//go:embed words.js
	wordsText string
	//go:embed log.js
	logText string
	//go:embed order.js
	orderText string
	//go:embed watch.js
	watchText string
	//go:embed form.js
	formText string
	//go:embed ranking.js
	rankingText string
)

func scriptText() string { return wordsText + logText + orderText + watchText + formText + rankingText }

// Form is what people are asked.
type Form struct {
	Games    []*judge.Game
	Criteria []judge.Criterion
	Scale    judge.Scale
	Lang     string // the page begins with: "en" or "ja"; readers may change it
	Seed     uint64 // of the orders in which players are listed and each rater is asked
	// Rater is who is asked, by a name that the form takes (see CheckName); "": whoever gives a name.
	Rater string
}

// shownGame is a game as a page holds it.
type shownGame struct {
	ID      string            `json:"id"`
	Lang    string            `json:"lang"`
	Players []shownPlayer     `json:"players"`
	Log     []json.RawMessage `json:"log"`
}

type shownPlayer struct {
	Name      string `json:"player_name"`
	Role      string `json:"role"`
	Character string `json:"character,omitempty"`
}

type shown struct {
	Form     string            `json:"form"` // tells apart what a browser keeps of several forms
	Seed     string            `json:"seed"`
	Lang     string            `json:"lang"`
	Served   bool              `json:"served"`
	Rater    string            `json:"rater,omitempty"` // the only one who is asked
	Games    []shownGame       `json:"games"`
	Criteria []judge.Criterion `json:"criteria"`
	Scale    judge.Scale       `json:"scale,omitempty"`
	Wording  string            `json:"wording"` // of the criteria
	// Roles are what the roles are called, by language and by the name in the log.
	Roles map[string]map[string]string `json:"roles"`
}

// Write writes the page as one file. It keeps its progress in the browser; answers are exported by the reader.
func (f *Form) Write(w io.Writer) error { return f.write(w, false) }

func (f *Form) write(w io.Writer, served bool) error {
	data, err := f.data(served)
	if err != nil {
		return err
	}
	t, err := template.New("form").Parse(pageText)
	if err != nil {
		return fmt.Errorf("reading the page: %w", err)
	}
	// Style and script are ours, and data is JSON with every '<' escaped: nothing foreign is trusted here.
	err = t.Execute(w, map[string]any{
		"Lang": f.lang(), "Policy": policy(served), "Style": template.CSS(styleText), "Script": template.JS(scriptText()),
		"Data": template.JS(data),
	})
	if err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	return nil
}

func (f *Form) lang() string {
	if f.Lang == "ja" {
		return "ja"
	}
	return "en"
}

// policy lets in nothing but what the page itself holds, and on a served page its own server.
func policy(served bool) string {
	connect := "'none'"
	if served {
		connect = "'self'"
	}
	return fmt.Sprintf("default-src 'none'; style-src %s; script-src %s; connect-src %s; base-uri 'none'; form-action 'none'",
		hashOf(styleText), hashOf(scriptText()), connect)
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

func (f *Form) data(served bool) ([]byte, error) {
	s := shown{
		Seed: strconv.FormatUint(f.Seed, 10), Lang: f.lang(), Served: served, Rater: f.Rater, Games: []shownGame{}, Criteria: f.Criteria, Scale: f.Scale, Wording: judge.Wording(),
		Roles: map[string]map[string]string{"en": {}, "ja": {}},
	}
	sum := sha256.New()
	for _, g := range f.Games {
		order := g.Order(f.Seed, "", 0)
		one := shownGame{ID: g.ID, Lang: g.Lang}
		s.name(g.Roles)
		for _, i := range order {
			p := &g.Players[i]
			one.Players = append(one.Players, shownPlayer{p.Name, p.Role, llm.Clean(p.Profile)})
		}
		log, err := g.Log(order)
		if err != nil {
			return nil, err
		}
		for line := range strings.SplitSeq(strings.TrimSpace(log), "\n") {
			one.Log = append(one.Log, json.RawMessage(line))
		}
		s.Games = append(s.Games, one)
		_, _ = io.WriteString(sum, g.ID+"\n")
	}
	for i := range f.Criteria {
		_, _ = io.WriteString(sum, f.Criteria[i].Letter)
	}
	_, _ = io.WriteString(sum, string(f.Scale)+s.Seed+f.Rater)
	s.Form = hex.EncodeToString(sum.Sum(nil)[:8])
	var out bytes.Buffer
	if err := json.NewEncoder(&out).Encode(s); err != nil { // escapes <, > and &
		return nil, fmt.Errorf("writing the games: %w", err)
	}
	return bytes.TrimSpace(out.Bytes()), nil
}

// name adds what roles are called; those of the practice question are among the roles of every table.
func (s *shown) name(roles *werewolf.RoleTable) {
	for lang, names := range s.Roles {
		book := roletext.In(lang)
		for _, table := range []*werewolf.RoleTable{werewolf.StandardRoles(), roles} {
			for _, r := range table.Roles() {
				names[table.Name(r)] = book.Name(table, r)
			}
		}
	}
}
