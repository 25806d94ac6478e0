package lab

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"html/template"
	"io"
	"slices"
	"strconv"
	"strings"

	"wolfden/internal/columns"
)

// Perspective is one of the four from which Watanabe and Kano (2024, section 5.2) had utterances rated, with the choices of their
// tables 4 to 7.
type Perspective struct {
	Key     string   // in files
	Heading string   // in tables
	En, Ja  string   // the question to a rater
	Choices []Choice // the best first
}

// Choice is one that a rater has.
type Choice struct {
	Key    string
	En, Ja string
	paper  [2]int // utterances without and with logic that were rated so
}

// perspectives are all four, in the order of the paper. The table is the caller's.
func perspectives() []Perspective {
	return []Perspective{
		{"flow", "the flow of others' statements", "Does it understand the flow of what the others said?", "他の人の発言の流れを汲んでいますか。", []Choice{
			{"clear", "clear understanding", "十分に汲んでいる", [2]int{33, 25}}, {"some", "some understanding", "ある程度汲んでいる", [2]int{10, 19}},
			{"little", "little understanding", "ほとんど汲んでいない", [2]int{7, 6}}, {"none", "others made no statement", "他の人の発言がない", [2]int{4, 4}},
		}},
		{"reasons", "others' inferences and reasons", "Is it based on inferences or reasons that the others gave?", "他の人の推理や根拠を踏まえていますか。", []Choice{
			{"clear", "clear understanding", "十分に踏まえている", [2]int{21, 10}}, {"some", "some understanding", "ある程度踏まえている", [2]int{18, 22}},
			{"little", "little understanding", "ほとんど踏まえていない", [2]int{10, 17}}, {"none", "others gave none", "他の人の推理や根拠がない", [2]int{5, 5}},
		}},
		{"consistency", "consistency within the statement", "Does the utterance agree with itself, without a contradiction?", "発言の中に矛盾はありませんか。", []Choice{
			{"consistent", "consistent", "一貫している", [2]int{43, 41}}, {"somewhat", "somewhat consistent", "ある程度一貫している", [2]int{4, 8}},
			{"inconsistent", "inconsistent", "矛盾している", [2]int{7, 5}},
		}},
		{"situations", "complex relationships and hypothetical situations", "Does it speak of complex relationships or of hypothetical situations?", "複雑な関係や仮定の状況に触れていますか。", []Choice{
			{"clear", "clear mention", "はっきり触れている", [2]int{12, 19}}, {"some", "some mention", "ある程度触れている", [2]int{20, 17}},
			{"little", "little mention", "ほとんど触れていない", [2]int{22, 18}},
		}},
	}
}

//go:embed form.html
var formPage string

// WriteForm writes a page on which somebody rates blind pairs: without network, and with its answers as a file at the end. Lang is the
// language of the questions, "en" or "ja".
func WriteForm(w io.Writer, lang string, pairs []Blind) error {
	page, err := template.New("form").Parse(formPage)
	if err != nil {
		return fmt.Errorf("the form: %w", err)
	}
	form := struct {
		Japanese bool
		Stamp    string // tells forms apart in a browser
		Pages    []formPair
	}{Japanese: lang == "ja"}
	stamp := fnv.New64a()
	for i := range pairs {
		p := &pairs[i]
		one := formPair{ID: p.ID, Player: p.Player, Before: p.Before}
		for _, side := range [][2]string{{"a", p.A}, {"b", p.B}} {
			one.Sides = append(one.Sides, newFormSide(p.ID, side[0], side[1], form.Japanese))
		}
		form.Pages = append(form.Pages, one)
		_, _ = fmt.Fprintf(stamp, "%d %q %q\n", p.ID, p.A, p.B) // a hash takes everything
	}
	form.Stamp = strconv.FormatUint(stamp.Sum64(), 16)
	return page.Execute(w, form)
}

// formPair is a pair on the page.
type formPair struct {
	ID     int
	Player string
	Before []string
	Sides  []formSide
}

type formSide struct {
	Letter, Text string
	Questions    []formQuestion
}

type formQuestion struct {
	Name, Text string // Name is what the answer is to: pair, side and perspective
	Choices    []formChoice
}

type formChoice struct{ Value, Text string }

func newFormSide(id int, side, text string, japanese bool) formSide {
	in := func(en, ja string) string {
		if japanese {
			return ja
		}
		return en
	}
	s := formSide{Letter: strings.ToUpper(side), Text: text}
	for _, p := range perspectives() {
		q := formQuestion{Name: fmt.Sprintf("%d %s %s", id, side, p.Key), Text: in(p.En, p.Ja)}
		for _, c := range p.Choices {
			q.Choices = append(q.Choices, formChoice{c.Key, in(c.En, c.Ja)})
		}
		s.Questions = append(s.Questions, q)
	}
	return s
}

// Ratings are what one rater says of the utterances of blind pairs.
type Ratings struct {
	Rater   string   `json:"rater"`
	Ratings []Rating `json:"ratings"`
}

// Rating is one choice: of a pair, a side, and a perspective.
type Rating struct {
	ID          int    `json:"id"`
	Side        string `json:"side"` // "a" or "b"
	Perspective string `json:"perspective"`
	Choice      string `json:"choice"`
}

// ReadRatings reads what a page has written, and refuses what the page does not offer.
func ReadRatings(r io.Reader) (*Ratings, error) {
	var all Ratings
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	if err := d.Decode(&all); err != nil {
		return nil, fmt.Errorf("these are no ratings of a form: %w", err)
	}
	if all.Rater == "" {
		return nil, errors.New("the ratings have no rater")
	}
	for _, one := range all.Ratings {
		if one.Side != "a" && one.Side != "b" || !offers(one.Perspective, one.Choice) {
			return nil, fmt.Errorf("pair %d, side %q: %q is no choice of the perspective %q", one.ID, one.Side, one.Choice, one.Perspective)
		}
	}
	return &all, nil
}

func offers(perspective, choice string) bool {
	return slices.ContainsFunc(perspectives(), func(p Perspective) bool {
		return p.Key == perspective && slices.ContainsFunc(p.Choices, func(c Choice) bool { return c.Key == choice })
	})
}

// Tally is how often raters made each choice, without the module and with it.
type Tally struct {
	Raters  int                          `json:"raters"`
	Pairs   int                          `json:"pairs"`   // that somebody rated
	Unknown int                          `json:"unknown"` // ratings of pairs that the key does not have
	Chosen  map[string]map[string][2]int `json:"chosen"`  // by perspective and choice: without, with
}

// TallyRatings counts. Of two ratings of one rater for the same the last counts.
func TallyRatings(keys []Key, all []*Ratings) *Tally {
	t := &Tally{Chosen: map[string]map[string][2]int{}}
	with := map[int]string{}
	for _, k := range keys {
		with[k.ID] = k.With
	}
	type place struct {
		rater, side, perspective string
		id                       int
	}
	last, raters, pairs := map[place]string{}, map[string]bool{}, map[int]bool{}
	for _, r := range all {
		for _, one := range r.Ratings {
			if with[one.ID] == "" {
				t.Unknown++
				continue
			}
			last[place{r.Rater, one.Side, one.Perspective, one.ID}] = one.Choice
			raters[r.Rater], pairs[one.ID] = true, true
		}
	}
	for at, choice := range last {
		if t.Chosen[at.perspective] == nil {
			t.Chosen[at.perspective] = map[string][2]int{}
		}
		n := t.Chosen[at.perspective][choice]
		if at.side == with[at.id] {
			n[1]++
		} else {
			n[0]++
		}
		t.Chosen[at.perspective][choice] = n
	}
	t.Raters, t.Pairs = len(raters), len(pairs)
	return t
}

// Write writes the paper's tables with ours beside.
func (t *Tally) Write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%d raters, %d pairs. In the paper three raters compared one player of each of two games.\n", t.Raters, t.Pairs)
	if t.Unknown > 0 {
		fmt.Fprintf(&b, "%d ratings are of pairs that the key does not have, and do not count.\n", t.Unknown)
	}
	for _, p := range perspectives() {
		fmt.Fprintf(&b, "\n%s\tabsent\tpresent\tpaper: absent\tpresent\n", p.Heading)
		for _, c := range p.Choices {
			n := t.Chosen[p.Key][c.Key]
			fmt.Fprintf(&b, "  %s\t%d\t%d\t%d\t%d\n", c.En, n[0], n[1], c.paper[0], c.paper[1])
		}
	}
	return columns.Write(w, b.String())
}
