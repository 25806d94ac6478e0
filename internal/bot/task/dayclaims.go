package task

import (
	"cmp"
	"slices"
	"strings"

	"wolfden/internal/bot/scene"
)

// SummariseDayIn asks for a summary of one day by player.
type SummariseDayIn struct {
	Scene   scene.Scene    `json:"scene"`
	Day     int            `json:"day"`
	New     []scene.Line   `json:"new"`             // what was said on the day
	Players []string       `json:"players"`         // who spoke on the day
	Max     int            `json:"max"`             // characters for each player
	Heard   []PlayerClaims `json:"heard,omitempty"` // what the rules understood
}

// PlayerClaims is what one player claimed on a day.
type PlayerClaims struct {
	Name   string `json:"name" jsonschema:"as in the game"`
	Claims string `json:"claims" jsonschema:"roles, results, suspicions with reasons, contradictions"`
}

// DaySummary is what every player claimed on a day, in the order in which they were asked for.
type DaySummary struct {
	Players []PlayerClaims `json:"players" jsonschema:"each player once"`
}

// Told returns the scene with the day's lines as its talk.
func (in *SummariseDayIn) Told() *scene.Scene {
	s := in.Scene
	s.Talks = in.New
	return &s
}

// SummariseDay asks for the summary of a day by player.
var SummariseDay = New(embedded, Definition[SummariseDayIn, DaySummary]{
	About: About{
		Name: "summarise-day", Summary: "sum up what each player claimed on a day", Tokens: 3200, Heat: 0.2,
		Source: "UEC-IL 2024: daily summary",
	},
	Shorten: func(in *SummariseDayIn, tokens int) bool {
		return Without(&in.Scene, tokens) || oldest(&in.New, &tokens)
	},
	Rule:  func(in *SummariseDayIn) DaySummary { return DaySummary{Players: in.Heard} },
	Lists: func(in *SummariseDayIn) map[string][]string { return map[string][]string{"players.name": in.Players} },
	Mends: func(in *SummariseDayIn, out *DaySummary) (repaired string) {
		for i := range out.Players { // a sentence or two more do no harm
			repaired = cmp.Or(Shortened(Cut, 2*in.Max, &out.Players[i].Claims), repaired)
		}
		return repaired
	},
	Check:  checkDay,
	yields: someOfDay,
})

// checkDay keeps what is said of those who were asked for, each once and on one line, and refuses an answer without one of them.
func checkDay(in *SummariseDayIn, out *DaySummary) (err error) {
	var kept []PlayerClaims
	for _, name := range in.Players {
		at := slices.IndexFunc(out.Players, func(p PlayerClaims) bool { return strings.TrimSpace(p.Name) == name })
		if at < 0 || OneLine(out.Players[at].Claims) == "" {
			err = cmp.Or(err, Breaks(BreachEmpty, "of-nobody", "name", name))
			continue
		}
		kept = append(kept, PlayerClaims{Name: name, Claims: OneLine(out.Players[at].Claims)})
	}
	out.Players = kept
	return err
}

// someOfDay puts two summaries together that each leave somebody out. Of whom neither tells the model has nothing to say; most must be in it.
func someOfDay(in *SummariseDayIn, first, second *DaySummary, cause string) (both DaySummary, slip string) {
	for _, name := range in.Players {
		for _, from := range []*DaySummary{second, first} {
			if at := slices.IndexFunc(from.Players, func(p PlayerClaims) bool { return p.Name == name }); at >= 0 {
				both.Players = append(both.Players, from.Players[at])
				break
			}
		}
	}
	if cause != BreachEmpty || 2*len(both.Players) <= len(in.Players) {
		return DaySummary{}, ""
	}
	return both, repairedLeftOut
}
