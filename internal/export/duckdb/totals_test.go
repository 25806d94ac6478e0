package duckdb

import (
	"database/sql"
	"encoding/csv"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"
)

// scored is what score says, as far as it is compared.
type scored struct {
	Counted int
	Setups  []struct {
		Setup string
		Teams []struct {
			Team  string
			Roles map[string]struct{ Wins, Games float64 }
			Fault map[string]float64 `json:"faults"`
		}
		Models []struct {
			Team  string
			Calls struct {
				ByModel float64            `json:"by_model"`
				ByRule  float64            `json:"by_rule"`
				Causes  map[string]float64 `json:"causes"`
				In      float64            `json:"tokens_in"`
				Cached  float64            `json:"tokens_in_cached"`
				Out     float64            `json:"tokens_out"`
				Thought float64            `json:"tokens_thought"`
				USD     float64            `json:"cost_usd"`
			}
		}
	}
}

// checkTotals compares what the queries come to with what the commands tell of the same games.
func checkTotals(t *testing.T, w *wolfden, db *sql.DB, answers map[string]answer) {
	var score scored
	w.tell(&score, "score", "games", "--format", "json")
	if n := ask(t, db, "SELECT count(DISTINCT game) FROM games"); n.rows[0][0] != strconv.Itoa(score.Counted) {
		t.Errorf("%s games, score counts %d", n.rows[0][0], score.Counted)
	}
	checkScore(t, &score, answers)
	checkCounts(t, w, db)
	checkBeliefs(t, w, answers["Are beliefs right, and as sure as they should be?"])
	checkTimes(t, w, answers["How long do answers take?"])
	checkDeals(t, w, answers["Which of two entries is better on the same deals?"])
}

func checkScore(t *testing.T, score *scored, answers map[string]answer) {
	wins, games, faults, by, causes, figures := sums{}, sums{}, sums{}, sums{}, sums{}, map[string]sums{}
	for _, s := range score.Setups {
		for _, team := range s.Teams {
			for role, rate := range team.Roles {
				wins.add(rate.Wins, s.Setup, team.Team, role)
				games.add(rate.Games, s.Setup, team.Team, role)
			}
			for kind, n := range team.Fault {
				faults.add(n, s.Setup, team.Team, kind)
			}
		}
		for _, m := range s.Models {
			by.add(m.Calls.ByModel, s.Setup, m.Team, "model")
			by.add(m.Calls.ByRule, s.Setup, m.Team, "rule")
			for cause, n := range m.Calls.Causes {
				causes.add(n, s.Setup, m.Team, cause)
			}
			for name, n := range map[string]float64{"tokens_in": m.Calls.In, "cached": m.Calls.Cached, "tokens_out": m.Calls.Out, "thought": m.Calls.Thought, "usd": m.Calls.USD} {
				if figures[name] == nil {
					figures[name] = sums{}
				}
				figures[name].add(n, s.Setup, m.Team)
			}
		}
	}
	rates := answers["How often does each team win with each role?"]
	same(t, "wins", rates.by(t, "wins", "division", "team", "role"), wins)
	same(t, "games", rates.by(t, "n", "division", "team", "role"), games)
	byKind := map[string]float64{}
	for _, kind := range []string{"late", "lost", "illegal", "unparsable", "crashed"} {
		for team, n := range answers["Whose answers have faults, and at what?"].by(t, kind, "division", "team") {
			byKind[team+" "+kind] = n
		}
	}
	same(t, "faults", byKind, faults)
	calls := answers["Who answered what players asked, the model or a rule, and why a rule?"]
	same(t, "calls", calls.by(t, "calls", "division", "team", "by"), by)
	why := calls.by(t, "calls", "division", "team", "cause")
	for key := range why {
		if strings.HasSuffix(key, " ") { // answers of models have no cause
			delete(why, key)
		}
	}
	same(t, "causes", why, causes)
	delete(figures, "cached") // these models have none
	for name, want := range figures {
		same(t, name, answers["What do a game and a win cost?"].by(t, name, "division", "team"), want)
	}
}

// checkCounts compares with the counts of analyze, player by player.
func checkCounts(t *testing.T, w *wolfden, db *sql.DB) {
	lines, err := csv.NewReader(strings.NewReader(w.run("analyze", "games", "--format", "csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	counts := answer{lines[0], lines[1:]}
	for count, query := range map[string]string{
		"utterances":     "SELECT game, seat, count(*) AS n FROM utterances WHERE channel = 'talk' AND phase = 'talk' GROUP BY ALL",
		"overs":          "SELECT game, seat, count(*) AS n FROM utterances WHERE channel = 'talk' AND phase = 'over' GROUP BY ALL",
		"whispers":       "SELECT game, seat, count(*) AS n FROM utterances WHERE channel = 'whisper' AND phase = 'talk' GROUP BY ALL",
		"votes_received": "SELECT game, seat, votes_received AS n FROM players",
		"votes_cast":     "SELECT game, seat, count(*) AS n FROM votes WHERE kind = 'vote' AND round = 0 GROUP BY ALL",
		"faults":         "SELECT i.game, i.seat, count(i.fault) AS n FROM inputs i JOIN games g USING (game, lang) WHERE g.recorded AND i.seat IS NOT NULL GROUP BY ALL",
		"votes_on_enemy": "SELECT v.game, v.seat, count(*) AS n FROM votes v JOIN players p USING (game, lang, seat) JOIN players e ON (e.game, e.lang, e.seat) = (v.game, v.lang, v.target)" +
			" WHERE v.kind = 'vote' AND v.round = 0 AND p.side <> e.side GROUP BY ALL",
	} {
		same(t, count, ask(t, db, query).by(t, "n", "game", "seat"), counts.by(t, count, "game", "seat"))
	}
	letters := ask(t, db, "SELECT game, seat, sum(length(regexp_replace(text, '[\\s\\pZ]', '', 'g'))) AS n FROM utterances WHERE channel = 'talk' AND phase = 'talk' GROUP BY ALL")
	same(t, "letters", letters.by(t, "n", "game", "seat"), counts.by(t, "letters", "game", "seat"))
}

func checkBeliefs(t *testing.T, w *wolfden, a answer) {
	type estimate struct{ Value float64 }
	var told struct {
		Groups struct {
			Beliefs []struct {
				Name      string
				Day       int
				Games     float64
				Forecasts float64
				Brier     estimate
				Base      estimate `json:"brier_of_base_rate"`
				LogLoss   estimate `json:"log_loss"`
			}
		}
	}
	w.tell(&told, "analyze", "games", "--table", "beliefs", "--format", "json", "--by", "team")
	want := map[string]sums{"games": {}, "beliefs": {}, "brier": {}, "base": {}, "log_loss": {}}
	for _, b := range told.Groups.Beliefs {
		for name, n := range map[string]float64{"games": b.Games, "beliefs": b.Forecasts, "brier": b.Brier.Value, "base": b.Base.Value, "log_loss": b.LogLoss.Value} {
			want[name].add(n, divided(b.Name), strconv.Itoa(b.Day))
		}
	}
	for name, rows := range want {
		same(t, name, a.by(t, name, "team", "division", "day"), rows)
	}
}

// checkTimes: only games of one division tell times, so analyze names none.
func checkTimes(t *testing.T, w *wolfden, a answer) {
	var told struct {
		Groups []struct {
			Name, Request                  string
			Asked, Timeouts, Lost, Refused float64
			Median                         float64 `json:"median_ms"`
			P95                            float64 `json:"p95_ms"`
		}
	}
	w.tell(&told, "analyze", "games", "--table", "answers", "--format", "json", "--by", "team")
	timed, median, late := sums{}, sums{}, sums{}
	for _, g := range told.Groups {
		if g.Request != "all" {
			timed.add(g.Asked-g.Timeouts-g.Lost, g.Name, g.Request)
			median.add(g.Median, g.Name, g.Request)
			late.add(g.P95, g.Name, g.Request)
		}
	}
	same(t, "timed", a.by(t, "timed", "team", "request"), timed)
	same(t, "median", a.by(t, "p50_ms", "team", "request"), median)
	same(t, "95%", a.by(t, "p95_ms", "team", "request"), late)
}

// divided is how analyze calls a group, "lycaon (5 players, en)", as the query tells the team and the division.
func divided(name string) string { return strings.TrimSuffix(strings.Replace(name, " (", " ", 1), ")") }

// checkDeals reckons the difference of two entries by deals from the records themselves.
func checkDeals(t *testing.T, w *wolfden, a answer) {
	won, seats := map[int]sums{}, map[int]sums{}
	for _, file := range w.files("games/pairs/games") {
		lines := strings.Split(strings.TrimSpace(w.read(file)), "\n")
		var header struct {
			Seats      []struct{ Role string }
			Provenance struct {
				Deal    int
				Players []struct{ Entry string }
			}
		}
		var end struct{ Winner string }
		for line, into := range map[string]any{lines[0]: &header, lines[len(lines)-1]: &end} {
			if err := json.Unmarshal([]byte(line), into); err != nil {
				t.Fatal(err)
			}
		}
		deal := header.Provenance.Deal
		if won[deal] == nil {
			won[deal], seats[deal] = sums{}, sums{}
		}
		for i, p := range header.Provenance.Players {
			seats[deal][p.Entry]++
			if wolves := header.Seats[i].Role == "WEREWOLF" || header.Seats[i].Role == "POSSESSED"; wolves == (end.Winner == "WEREWOLF") {
				won[deal][p.Entry]++
			}
		}
	}
	points := 0.0
	for deal, n := range seats {
		points += 100 * (won[deal]["lycaon"]/n["lycaon"] - won[deal]["plain"]/n["plain"]) / float64(len(seats))
	}
	got := a.by(t, "points", "first", "second")["lycaon plain"]
	if math.Abs(got-points) > 0.051 || a.by(t, "deals", "first")["lycaon"] != float64(len(seats)) || len(seats) < 5 {
		t.Errorf("%v points, reckoned from %d deals: %v", got, len(seats), points)
	}
}

// sums are figures by keys.
type sums map[string]float64

func (s sums) add(n float64, keys ...string) { s[strings.Join(keys, " ")] += n }
