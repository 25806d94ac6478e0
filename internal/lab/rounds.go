package lab

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"wolfden/internal/columns"
	"wolfden/internal/stats"
)

// Share is how many of how many games were won.
type Share struct {
	Won int `json:"won"`
	Of  int `json:"of"`
}

// Wins are the wins of an entry, or of all entries of a kind, with the averages of Harada and Kano (2025, appendix D), in percent.
type Wins struct {
	Name          string           `json:"name"`
	Roles         map[string]Share `json:"roles"`
	All           Share            `json:"all"`
	Macro         float64          `json:"macro"`
	Micro         float64          `json:"micro"`
	WeightedMicro float64          `json:"weighted_micro"`
}

// Ranks are the mean ranks that a rater gave an entry, or all entries of a kind, by criterion.
type Ranks struct {
	Name    string             `json:"name"`
	Rater   string             `json:"rater"`
	Mean    map[string]float64 `json:"mean"`
	Overall float64            `json:"overall"` // over the criteria
}

// Rounds is the round robin of Harada and Kano (2025), sections 4.3 to 6: their tables 1 and 2.
type Rounds struct {
	Proposed string  `json:"proposed"`
	Baseline string  `json:"baseline"`
	Entries  []Wins  `json:"entries"`
	Totals   []Wins  `json:"totals"` // of the baseline, then of the proposed
	Ranks    []Ranks `json:"ranks"`
}

// roundRoles are the roles of the paper's table 1 with their weights in the weighted micro.
var roundRoles = []struct {
	name   string
	weight float64
}{{"POSSESSED", 1}, {"SEER", 1}, {"VILLAGER", 6}, {"WEREWOLF", 3}}

// criteriaOfRounds are those of table 2.
var criteriaOfRounds = []string{"A", "B", "C", "D", "E"}

// NewRounds returns tables without entries.
func NewRounds(proposed, baseline string) *Rounds {
	return &Rounds{Proposed: proposed, Baseline: baseline, Entries: []Wins{}, Ranks: []Ranks{}, Totals: []Wins{
		{Name: baseline, Roles: map[string]Share{}}, {Name: proposed, Roles: map[string]Share{}},
	}}
}

// Add takes what an entry won by role. Its name begins with that of its kind.
func (r *Rounds) Add(entry string, roles map[string]Share) {
	one := Wins{Name: entry, Roles: roles}
	one.average()
	r.Entries = append(r.Entries, one)
	slices.SortFunc(r.Entries, func(a, b Wins) int { return strings.Compare(a.Name, b.Name) })
	for i := range r.Totals {
		t := &r.Totals[i]
		if kindOf(entry) != t.Name {
			continue
		}
		for role, s := range roles {
			t.Roles[role] = Share{t.Roles[role].Won + s.Won, t.Roles[role].Of + s.Of}
		}
		t.average()
	}
}

// kindOf is the kind of an entry, whose name has a suffix.
func kindOf(entry string) string {
	if at := strings.LastIndexByte(entry, '-'); at >= 0 {
		return entry[:at]
	}
	return entry
}

// Groups maps every entry to its kind.
func (r *Rounds) Groups() map[string]string {
	groups := map[string]string{}
	for _, e := range r.Entries {
		groups[e.Name] = kindOf(e.Name)
	}
	return groups
}

// average makes the averages of what was won.
func (w *Wins) average() {
	w.All, w.Macro, w.Micro, w.WeightedMicro = Share{}, 0, 0, 0
	roles, weights := 0.0, 0.0
	for _, role := range roundRoles {
		s := w.Roles[role.name]
		if s.Of == 0 {
			continue
		}
		w.All = Share{w.All.Won + s.Won, w.All.Of + s.Of}
		rate := 100 * float64(s.Won) / float64(s.Of)
		w.Micro, roles = w.Micro+rate, roles+1
		w.WeightedMicro, weights = w.WeightedMicro+role.weight*rate, weights+role.weight
	}
	if w.All.Of > 0 {
		w.Macro, w.Micro, w.WeightedMicro = 100*float64(w.All.Won)/float64(w.All.Of), w.Micro/roles, w.WeightedMicro/weights
	}
}

// Rank takes the mean ranks that a rater gave. A name that is an entry's and a kind's is taken once.
func (r *Rounds) Rank(name, rater string, mean map[string]float64) {
	one := Ranks{Name: name, Rater: rater, Mean: mean}
	n := 0.0
	for _, c := range criteriaOfRounds {
		if v, there := mean[c]; there {
			one.Overall, n = one.Overall+v, n+1
		}
	}
	if n > 0 {
		one.Overall /= n
	}
	r.Ranks = append(r.Ranks, one)
}

// paperWins are the totals of the paper's table 1, in percent by role, then macro, micro and weighted micro.
var paperWins = []struct {
	name  string
	roles [4]float64
	won   Share
	rates [3]float64
}{
	{"paper, baseline", [4]float64{16.67, 83.33, 75, 33.33}, Share{17, 30}, [3]float64{56.67, 52.08, 59.09}},
	{"paper, proposed", [4]float64{33.33, 66.67, 75, 16.67}, Share{16, 30}, [3]float64{53.33, 47.92, 54.55}},
}

// paperRanks are the averages of the paper's table 2, by criterion and overall; the judge was GPT-5.
var paperRanks = []struct {
	name  string
	ranks [6]float64
}{
	{"paper, baseline", [6]float64{3.333, 3.300, 3.133, 3.167, 3.200, 3.227}},
	{"paper, proposed", [6]float64{2.667, 2.700, 2.867, 2.833, 2.800, 2.773}},
}

// ofPaper reports whether a line of the paper is of one of the players: others, or the same with other parameters, do not stand beside it.
func (r *Rounds) ofPaper(line string) bool {
	return line == "paper, proposed" && r.Proposed == "yharada" || line == "paper, baseline" && r.Baseline == "baseline"
}

// Write writes both tables, with the paper's figures in lines of their own where they are of the same player.
func (r *Rounds) Write(out io.Writer) error {
	w := &strings.Builder{}
	fmt.Fprintln(w, "Wins by role and on average, in percent, with the number of games; micro is the mean over roles")
	fmt.Fprint(w, "entry")
	for _, role := range roundRoles {
		fmt.Fprintf(w, "\t%s", strings.ToLower(role.name))
	}
	fmt.Fprintln(w, "\twon [95%]\tmacro\tmicro\tweighted micro")
	for _, one := range slices.Concat(r.Entries, r.Totals) {
		fmt.Fprint(w, one.Name)
		for _, role := range roundRoles {
			if s := one.Roles[role.name]; s.Of > 0 {
				fmt.Fprintf(w, "\t%.2f (%d)", 100*float64(s.Won)/float64(s.Of), s.Of)
			} else {
				fmt.Fprint(w, "\t-")
			}
		}
		rate := stats.Wilson(one.All.Won, one.All.Of)
		fmt.Fprintf(w, "\t%d of %d [%.0f, %.0f]\t%.2f\t%.2f\t%.2f\n", one.All.Won, one.All.Of, 100*rate.Low, 100*rate.High, one.Macro, one.Micro, one.WeightedMicro)
	}
	for _, p := range paperWins {
		if !r.ofPaper(p.name) {
			continue
		}
		fmt.Fprint(w, p.name)
		for _, rate := range p.roles {
			fmt.Fprintf(w, "\t%.2f", rate)
		}
		fmt.Fprintf(w, "\t%d of %d\t%.2f\t%.2f\t%.2f\n", p.won.Won, p.won.Of, p.rates[0], p.rates[1], p.rates[2])
	}
	text := columns.Align(w.String())
	if len(r.Ranks) > 0 {
		text += r.ranks()
	}
	_, err := io.WriteString(out, text)
	return err
}

// ranks is the table of mean ranks.
func (r *Rounds) ranks() string {
	w := &strings.Builder{}
	fmt.Fprintln(w, "\nMean ranks, 1 is best (-same: games that people ranked, too; -all: all games)")
	fmt.Fprintf(w, "entry\trater\t%s\taverage\n", strings.Join(criteriaOfRounds, "\t"))
	for _, one := range r.Ranks {
		fmt.Fprintf(w, "%s\t%s", one.Name, one.Rater)
		for _, c := range criteriaOfRounds {
			if v, there := one.Mean[c]; there {
				fmt.Fprintf(w, "\t%.3f", v)
			} else {
				fmt.Fprint(w, "\t-")
			}
		}
		fmt.Fprintf(w, "\t%.3f\n", one.Overall)
	}
	for _, p := range paperRanks {
		if !r.ofPaper(p.name) {
			continue
		}
		fmt.Fprintf(w, "%s\tGPT-5", p.name)
		for _, rank := range p.ranks {
			fmt.Fprintf(w, "\t%.3f", rank)
		}
		fmt.Fprintln(w)
	}
	return columns.Align(w.String())
}
