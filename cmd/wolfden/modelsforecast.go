package main

import (
	"fmt"
	"math"
	"strings"
	"time"

	"mvdan.cc/sh/v3/syntax"

	"wolfden/internal/bot/demand"
	"wolfden/internal/columns"
	"wolfden/internal/llm"
	"wolfden/internal/llm/examine"
)

// gameForecast is what a game is going to take.
type gameForecast struct {
	Player   string `json:"player"`
	Players  int    `json:"players"`
	Seats    int    `json:"seats"` // that ask the model
	Requests int    `json:"requests"`
	In       int    `json:"tokens_in"`
	New      int    `json:"tokens_in_new"` // of In, what is read where all prompts are kept in a cache
	Switched int    `json:"tokens_in_new_of_last"`
	Out      int    `json:"tokens_out"`
	// Shortest and Longest are 0 where the pace is unknown.
	Shortest time.Duration `json:"shortest_ns"`
	Longest  time.Duration `json:"longest_ns"`
	// Least and Most are nil where the price is unknown.
	Least *float64 `json:"least_usd"`
	Most  *float64 `json:"most_usd"`
}

// forecast is what games of the player take with a model of that report, by their size.
func (c *modelsCheckCmd) forecast(r *examine.Report) (all []gameForecast, err error) {
	table, err := demand.Counted()
	if err != nil {
		return nil, err
	}
	known, err := (&askingFlags{ModelPrices: c.ModelPrices}).priceTable()
	if err != nil {
		return nil, err
	}
	price, priced := known.Of(c.Name)
	for _, players := range demand.Sizes() {
		s, seats, counted := c.counted(table, players)
		if !counted {
			continue
		}
		f := gameForecast{Player: c.Player, Players: players, Seats: seats}
		f.fill(s, r)
		if priced {
			f.price(price, r)
		}
		all = append(all, f)
	}
	return all, nil
}

// usualShare is the part of its limit that an answer has, one in so many: a small model took 83 tokens an answer in a whole game of
// several players, whose limits are some 500. Experiments, which must not cost more than was said, count on more: answerShare.
const usualShare = 6

// What models take in whole games is more than what was counted with a stand-in, which says little and is never asked again: in games of
// three systems with a model of 1.5 billion parameters 1.1 to 2.1 times as many requests, and 1.4 to 3.1 times as many new tokens.
const moreRequests, moreTokens = 1.25, 1.5

// fill makes tokens and times of what was counted in bytes.
func (f *gameForecast) fill(s demand.Seat, r *examine.Report) {
	perByte := r.TokensPerByte
	if perByte == 0 {
		perByte = float64(llm.Tokens(strings.Repeat("x", 300))) / 300
	}
	whole := func(n float64) int { return int(math.Round(n)) }
	requests, more := moreRequests*s.Requests, moreTokens*perByte
	out := max(moreTokens*s.Room/usualShare, s.Out*more) + requests*r.Thought
	f.Requests, f.In, f.New, f.Switched, f.Out = whole(requests), whole(s.In*more), whole(s.New*more), whole(s.Switched*more), whole(out)
	least, most := f.read(r)
	f.Shortest, _ = r.Pace.Time(requests, float64(least), out)
	f.Longest, _ = r.Pace.Time(requests, float64(most), out)
}

// read is how many tokens of prompts are read at least and at most, by what is known of the cache.
func (f *gameForecast) read(r *examine.Report) (least, most int) {
	switch r.Of(examine.Cache).Verdict {
	case examine.Yes:
		return f.New, f.Switched
	case examine.No:
		return f.In, f.In
	}
	return f.New, f.In
}

func (f *gameForecast) price(p llm.Price, r *examine.Report) {
	least, _ := f.read(r)
	cheap, dear := p.Of(llm.Usage{In: f.In, CachedIn: f.In - least, Out: f.Out}), p.Of(llm.Usage{In: f.In, Out: f.Out})
	f.Least, f.Most = &cheap, &dear
}

// cells are those of the forecast's row.
func (f *gameForecast) cells() []string {
	minutes, cost := "unknown", "unknown"
	if f.Longest > 0 {
		minutes = between(roundly(f.Shortest), roundly(f.Longest))
	}
	if f.Least != nil {
		cost = between(fmt.Sprintf("%.2f", *f.Least), fmt.Sprintf("%.2f", *f.Most))
	}
	return []string{
		fmt.Sprint(f.Players), fmt.Sprint(f.Seats), thousands(f.Requests), thousands(f.In), thousands(f.New), thousands(f.Out), minutes, cost,
	}
}

func between(least, most string) string {
	if least == most {
		return least
	}
	return least + " to " + most
}

// roundly is a time as one says it of a forecast.
func roundly(d time.Duration) string {
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%.0f s", math.Ceil(d.Seconds()))
	case d < 2*time.Hour:
		return fmt.Sprintf("%.0f min", d.Minutes())
	}
	return fmt.Sprintf("%.1f h", d.Hours())
}

// tellForecast prints what games take, and the flags.
func (c *modelsCheckCmd) tellForecast(e *env, found *checked) error {
	out := e.stdout
	fmt.Fprintf(out, "%d calls, %s tokens in, %s out\n\n", found.Calls, thousands(found.In), thousands(found.Out))
	if len(found.Forecast) > 0 {
		fmt.Fprintf(out, "a game of %s is going to take about\n", c.Player)
		var rows strings.Builder
		rows.WriteString("players\tseats\trequests\ttokens in\tof them new\ttokens out\ttime\tUSD\n")
		for i := range found.Forecast {
			rows.WriteString(strings.Join(found.Forecast[i].cells(), "\t") + "\n")
		}
		if err := columns.Write(out, rows.String()); err != nil {
			return err
		}
		fmt.Fprintln(out)
	} else {
		fmt.Fprintf(out, "what games of %s take was never counted\n\n", c.Player)
	}
	for _, note := range found.Notes {
		fmt.Fprintf(out, "- %s\n", note)
	}
	name, err := syntax.Quote(found.Model, syntax.LangPOSIX)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "\nwolfden play --bots %s --model %s\n", c.Player, strings.Join(append([]string{name}, found.Flags...), " "))
	return nil
}
