package main

import (
	"fmt"
	"strings"
)

// hostile makes files of ill will out of a good game.
type hostile struct{ as map[string]string } // the game, by format

// files are the files by name.
func (h *hostile) files() map[string]string {
	all := map[string]string{}
	for _, more := range []map[string]string{h.anything(), h.records(), h.entries(), h.logs(), h.feeds(), tables(), plans()} {
		for name, text := range more {
			all[name] = text
		}
	}
	return all
}

// anything is what may stand in a file of any name.
func (h *hostile) anything() map[string]string {
	texts := map[string]string{
		"empty": "", "lines": strings.Repeat("\n", 100_000), "nul": strings.Repeat("\x00", 1<<20), "utf8": "\xff\xfe\x80{\"wolfden\":1\xff",
		"gzip": "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03" + strings.Repeat("\xed\xc0", 1000), "zip": "PK\x03\x04" + strings.Repeat("\x00", 100),
		"brackets": strings.Repeat("[", 1<<20), "braces": strings.Repeat(`{"a":`, 1<<18), "number": strings.Repeat("9", 1<<20),
		"quote": `"` + strings.Repeat("a", 1<<20), "mark": "\uFEFF", "commas": strings.Repeat(",", 1<<20), "escape": "\x1b]0;a\x07" + strings.Repeat("\x1b[2J", 10),
	}
	all := map[string]string{"good.jsonl": h.as["record"], "good.log": h.as["log"], "good.json": h.as["json"], "good-feed.jsonl": h.as["realtime"]}
	for name, text := range texts {
		for _, ext := range []string{".jsonl", ".log", ".csv", ".yml"} {
			all["any-"+name+ext] = text
		}
	}
	return all
}

// records are headers that claim what cannot be.
func (h *hostile) records() map[string]string {
	head, body, _ := strings.Cut(h.as["record"], "\n")
	change := func(pairs ...string) string {
		changed := strings.NewReplacer(pairs...).Replace(head)
		if changed == head {
			panic("nothing to change: " + pairs[0])
		}
		return changed + "\n" + body
	}
	seats := func(n int) string {
		return change(`"seats":[`, `"seats":[`+strings.Repeat(`{"name":"A","team":"t","role":"SEER"},`, n))
	}
	return map[string]string{
		"r-seats-56.jsonl": seats(56), "r-seats-123.jsonl": seats(123), "r-seats-5000.jsonl": seats(5000), "r-seats-million.jsonl": seats(1_000_000),
		"r-no-seats.jsonl": head[:strings.Index(head, `"seats":`)] + "\"seats\":[]}\n" + body,
		"r-twice.jsonl":    head + "\n" + head + "\n" + body, "r-alone.jsonl": head + "\n", "r-torn.jsonl": head, "r-cut.jsonl": head + "\n" + body[:len(body)/2],
		"r-crlf.jsonl":   strings.ReplaceAll(head+"\n"+body, "\n", "\r\n"),
		"r-newer.jsonl":  change(`"wolfden":2`, `"wolfden":99`),
		"r-older.jsonl":  change(`"wolfden":2`, `"wolfden":-1`),
		"r-many.jsonl":   change(`"VILLAGER":2`, `"VILLAGER":2147483647`),
		"r-fewer.jsonl":  change(`"VILLAGER":2`, `"VILLAGER":-2147483647`),
		"r-float.jsonl":  change(`"wolfden":2,`, `"wolfden":1e400,`),
		"r-counts.jsonl": change(`"per_agent":`, `"per_agent":9223372036854775807`, `"per_day":`, `"per_day":9223372036854775807`),
		"r-time.jsonl":   change(`"started":`, `"started":9`),
		"r-phases.jsonl": change(`"day_phases":[`, `"day_phases":[`+strings.Repeat(`{"name":"x","actions":["talk"]},`, 5000)),
		"r-draws.jsonl":  change(`"seats":[`, `"foreign":true,"draws":[`+strings.Repeat("1,", 10_000)+`127],"seats":[`),
		"r-long.jsonl":   change(`"seats":[{"name":"`, `"seats":[{"profile":"`+strings.Repeat("語", 200_000)+`","name":"`),
		"r-wide.jsonl":   change(`"seats":[{"name":"`, `"seats":[{"name":"`+strings.Repeat("W", 200_000)),
		"r-escape.jsonl": change(`"seats":[{"name":"`, `"seats":[{"name":"\u001b[2J\u202e\u0000,=1+1`),
		"r-bomb.jsonl":   head + "\n" + strings.Repeat(`{"a":`, 100_000) + "\n",
	}
}

// entries are lines of a record that no game has.
func (h *hostile) entries() map[string]string {
	head, body, _ := strings.Cut(h.as["record"], "\n")
	all := map[string]string{
		"e-backwards.jsonl": head + "\n" + backwards(body),
		"e-doubled.jsonl":   head + "\n" + body + body,
		"e-days.jsonl":      head + "\n" + strings.ReplaceAll(body, `"day":1`, `"day":9223372036854775807`),
		"e-before.jsonl":    head + "\n" + strings.ReplaceAll(body, `"day":1`, `"day":-9223372036854775808`),
		"e-day-jump.jsonl":  head + "\n" + strings.ReplaceAll(body, `"day":2`, `"day":2000000000`),
		"e-times.jsonl":     head + "\n" + strings.ReplaceAll(body, `{"t":`, `{"t":9`),
		"e-said.jsonl":      head + "\n" + strings.Replace(body, `"text":"`, `"text":"`+strings.Repeat("I am the seer. ", 1<<16), 1),
	}
	for seat, name := range map[string]string{"60": "60", "61": "61", "127": "127", "-128": "under", "0": "0", "1e1": "float", "99999999999999999999": "huge"} {
		all["e-seat-"+name+".jsonl"] = head + "\n" + strings.ReplaceAll(body, `"seat":1`, `"seat":`+seat)
		all["e-target-"+name+".jsonl"] = head + "\n" + strings.ReplaceAll(body, `"target":2`, `"target":`+seat)
	}
	for name, line := range map[string]string{
		"notes": `{"t":0,"in":"answer","req":"TALK","seat":1,"notes":[` + strings.Repeat(`{},`, 4_000) + `{}]}`,
		"votes": `{"t":0,"ev":"votes","day":1,"votes":[` + strings.Repeat(`[1,2],`, 2_000) + `[60,60]],"to":"all"}`,
		"dealt": `{"t":0,"ev":"dealt","day":0,"seat":60,"role":"SEER","to":"all"}`,
		"over":  `{"t":0,"ev":"over","day":0,"winner":"NONE","end":"day limit","to":"all"}`,
		"to":    `{"t":0,"ev":"talk","day":1,"seat":1,"text":"a","to":[60]}`,
	} {
		all["e-"+name+".jsonl"] = head + "\n" + line + "\n" + body
	}
	all["e-many.jsonl"] = head + "\n" + strings.Repeat(`{"t":0,"ev":"talk","day":1,"seat":1,"text":"I vote A","to":"all"}`+"\n", 4_000)
	return all
}

// most are files just within what is read, and just beyond. Only some commands read them, since that takes a while.
func (h *hostile) most() map[string]string {
	head, _, _ := strings.Cut(h.as["record"], "\n")
	line := `{"t":0,"ev":"dawn","to":"all"}` + "\n"
	return map[string]string{
		"lines.txt": head + "\n" + strings.Repeat(line, 499_000), "more-lines.txt": head + "\n" + strings.Repeat(line, 500_010),
		"notes.txt": head + "\n" + strings.Repeat(`{"t":0,"in":"answer","req":"TALK","seat":1,"notes":[`+strings.Repeat(`{},`, 4_900)+"{}]}\n", 2000),
	}
}

func backwards(text string) string {
	lines := strings.SplitAfter(text, "\n")
	for i, j := 0, len(lines)-1; i < j; i, j = i+1, j-1 {
		lines[i], lines[j] = lines[j], lines[i]
	}
	return strings.Join(lines, "")
}

// logs are contest logs that tell what cannot be.
func (h *hostile) logs() map[string]string {
	good := h.as["log"]
	status := func(day, seats int) string {
		var b strings.Builder
		for i := range seats {
			fmt.Fprintf(&b, "%d,status,%d,VILLAGER,ALIVE,c%d,N%d\n", day, i+1, i, i)
		}
		return b.String()
	}
	return map[string]string{
		"l-late.log":   strings.ReplaceAll(good, "\n1,", "\n2147483647,"),
		"l-jump.log":   strings.ReplaceAll(good, "\n2,", "\n2000000000,"),
		"l-beyond.log": strings.ReplaceAll(good, "\n1,", "\n9223372036854775808,"),
		"l-back.log":   backwards(good), "l-doubled.log": good + good, "l-cut.log": good[:len(good)/2], "l-cr.log": strings.ReplaceAll(good, "\n", "\r"),
		"l-60.log": status(0, 60) + status(1, 60), "l-61.log": status(0, 61), "l-days.log": status(0, 60) + status(2147483647, 60),
		"l-far.log":      strings.ReplaceAll(good, ",talk,0,0,", ",talk,2147483647,2147483647,"),
		"l-votes.log":    status(0, 5) + strings.Repeat("0,vote,1,2\n", 50_000),
		"l-talks.log":    status(0, 60) + strings.Repeat("0,talk,0,0,1,I vote N1\n", 4_000),
		"l-turns.log":    status(0, 5) + strings.Repeat("0,talk,0,2147483647,1,a\n", 1000),
		"l-results.log":  strings.Repeat("0,result,2147483647,2147483647,NONE\n", 1000) + good,
		"l-attacks.log":  status(0, 5) + strings.Repeat("0,attack,-1,true\n", 10_000),
		"l-long.log":     status(0, 5) + "0,talk,0,0,1," + strings.Repeat("a", 900_000) + "\n",
		"l-longer.log":   status(0, 5) + "0,talk,0,0,1," + strings.Repeat("a", 2<<20) + "\n",
		"l-goes-on.log":  status(0, 5) + "0,talk,0,0,1,a" + strings.Repeat("\nb", 90_000) + ",1700000000\n",
		"l-name.log":     "0,status,1,SEER,ALIVE," + strings.Repeat("c", 500_000) + "," + strings.Repeat("N", 400_000) + "\n" + good,
		"l-lines.log":    strings.Repeat("0,status,1,SEER,ALIVE,c,N\n", 100_001),
		"l-statuses.log": strings.Repeat(status(0, 60), 300),
		"l-new-day.log": func() string {
			b := ""
			for d := range 300 {
				b += status(d, 60)
			}
			return b
		}(),
	}
}

// feeds are feeds and communication logs that are too much.
func (h *hostile) feeds() map[string]string {
	agents := func(n int, name string) string {
		all := make([]string, n)
		for i := range all {
			all[i] = fmt.Sprintf(`{"idx":%d,"team":"t","name":"%s%d","role":"VILLAGER","is_alive":true}`, i+1, name, i)
		}
		return "[" + strings.Join(all, ",") + "]"
	}
	table := make([]string, 60)
	for i := range table {
		table[i] = "{}"
	}
	packet := func(idx, day int, table string) string {
		return fmt.Sprintf(`{"id":"g","idx":%d,"day":%d,"is_day":true,"agents":%s,"event":"投票"}`, idx, day, table)
	}
	turning := strings.Builder{}
	turning.WriteString(packet(0, 0, agents(60, strings.Repeat("n", 10_000))) + "\n")
	empty := "[" + strings.Join(table, ",") + "]"
	for i := range 2000 {
		turning.WriteString(packet(i, i%2, empty) + "\n")
	}
	return map[string]string{
		"f-61.jsonl":      packet(1, 0, agents(61, "a")),
		"f-million.jsonl": packet(1, 0, "["+strings.Repeat("{},", 1_000_000)+"{}]"),
		"f-turning.jsonl": turning.String(),
		"f-day.jsonl":     strings.ReplaceAll(h.as["realtime"], `"day":1`, `"day":9223372036854775807`),
		"f-before.jsonl":  strings.ReplaceAll(h.as["realtime"], `"day":1`, `"day":-9223372036854775808`),
		"f-seat.jsonl":    strings.ReplaceAll(h.as["realtime"], `"to_idx":1`, `"to_idx":61`),
		"f-deep.jsonl":    `{"id":"g","agents":` + strings.Repeat("[", 1<<20),
		"c-entries.json":  `{"agents":[],"entries":[` + strings.Repeat("{},", 2_000_000) + `{}],"game_id":"g","win_side":"NONE"}`,
		"c-agents.json":   `{"agents":[` + strings.Repeat("{},", 900_000) + `{}],"entries":[],"game_id":"g","win_side":"NONE"}`,
		"c-deep.json":     `{"agents":` + strings.Repeat("[", 1<<20),
		"c-times.json":    strings.ReplaceAll(h.as["json"], `"request_timestamp":1`, `"request_timestamp":9223372036854775807`),
		"good-2.log":      h.as["log"],
		"good-2.json":     strings.ReplaceAll(h.as["json"], `"game_id":"`, `"game_id":"`+strings.Repeat("g", 1<<20)),
	}
}

// tables are CSV files that are too much.
func tables() map[string]string {
	var raters, teams, columns strings.Builder
	for i := range 60_000 {
		fmt.Fprintf(&raters, "t,r%d,1\n", i)
		fmt.Fprintf(&teams, "t%d,r%d,1\n", i, i%2)
		fmt.Fprintf(&columns, ",c%d", i)
	}
	return map[string]string{
		"t-raters.csv": "team,rater,A\n" + raters.String(), "t-teams.csv": "team,rater,A\n" + teams.String(),
		"t-columns.csv": "team,rater" + columns.String() + "\n", "t-numbers.csv": "team,rater,A\na,r,1e308\nb,r,-1e308\na,s,1e-400\nb,s,NaN\n",
		"t-large.csv": "team,rater,A\na,r,9e307\nb,r,-9e307\nc,r,9e307\na,s,9e307\nb,s,-9e307\nc,s,1\n",
		"t-quote.csv": "team,rater,A\n\"a,r,1\n" + strings.Repeat("x\n", 100_000), "t-rates.csv": "team,games,villager\n" + strings.Repeat("a,9223372036854775807,1e308\n", 1000),
		"t-formula.csv": "team,rater,A\n=1+1,@r,1\n-a,+s,2\n",
	}
}

// plans are YAML files that are too much, as a plan and as an agent's prompts.
func plans() map[string]string {
	bomb := "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
	for i := 1; i < 12; i++ {
		bomb += fmt.Sprintf("a%d: &a%d [%s*a%d]\n", i, i, strings.Repeat(fmt.Sprintf("*a%d,", i-1), 9), i-1)
	}
	return map[string]string{
		"p-bomb.yml": bomb + "entries: *a11\nsetups: *a11\nprompt: *a11\n", "p-self.yml": "entries: &e [*e]\nsetups: *e\n", "p-itself.yml": "prompt: &p {talk: *p, vote: *p}\n",
		"p-games.yml":   "entries: [{bot: plain}, {bot: random}]\nsetups: [{players: 5, games: 9223372036854775807}]\n",
		"p-players.yml": "entries: [{bot: plain}, {bot: random}]\nsetups: [{players: 2147483647, games: 1}]\n",
		"p-entries.yml": "entries: [" + strings.Repeat("{bot: plain},", 4000) + "]\nsetups: [{players: 5, games: 1000000}]\n",
		"p-setups.yml":  "entries: [{bot: plain}, {bot: random}]\nsetups: [" + strings.Repeat("{players: 5, games: 1000000},", 2000) + "]\n",
		"p-deep.yml":    "entries: " + strings.Repeat("[", 60_000), "p-deeper.yml": "entries:\n" + deepLines(2000), "p-merge.yml": "a: &a {<<: *a}\nentries: [*a]\n",
		"p-macro.yml": "prompt:\n  talk: '{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}'\n  vote: '{% include \"/prompt\" %}'\n",
		"p-loop.yml":  "prompt:\n  talk: '{% for i in range(100000000) %}{% endfor %}'\n  vote: a\n", "p-long.yml": "prompt:\n  talk: '" + strings.Repeat("a", 2<<20) + "'\n  vote: a\n",
	}
}

func deepLines(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i%1000) + "- a:\n")
	}
	return b.String()
}
