package export

import (
	"bytes"
	"encoding/csv"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"

	"wolfden/gamelog"
	"wolfden/internal/chances"
	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
	"wolfden/werewolf"
)

var update = flag.Bool("update", false, "rewrite the tables of docs/export.md")

const (
	docs    = "../../docs/export.md"
	hostile = `=cmd|' /C calc'!A0, "quoted", @Ben`
)

const game = `0,status,1,SEER,ALIVE,fox1,Anna
0,status,2,WEREWOLF,ALIVE,hare1,Ben
0,status,3,POSSESSED,ALIVE,=owl1,Cleo
0,status,4,VILLAGER,ALIVE,fox2,Dora
0,status,5,VILLAGER,ALIVE,hare2,Egon
0,talk,0,0,1,` + hostile + `
0,talk,1,0,2,'=1 is no formula,1700000000
0,divine,1,2,WEREWOLF
1,talk,0,0,1,I am the seer. I divined Ben and Ben is a werewolf. Please vote for Ben.
1,talk,1,0,4,Cleo, are you the medium?
1,talk,2,0,2,Skip
1,vote,1,2
1,vote,2,1
1,vote,3,2
1,vote,4,1
1,vote,1,2
1,vote,2,1
1,vote,3,2
1,vote,4,1
1,vote,5,1
1,execute,1,SEER
1,attackVote,2,3
1,attack,3,true
2,result,2,1,NONE
`

func tables(t *testing.T) *Tables {
	t.Helper()
	c, err := contestlog.Read(strings.NewReader(game))
	if err != nil {
		t.Fatal(err)
	}
	g, err := chronicle.OfLog(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		`{"task":"word","prompt":"ab12","by":"model","model":"m1","answer":"=1+1","tokens_in":70,"tokens_in_cached":40,"tokens_out":9,"tokens_thought":3,` +
			`"cost_usd":0.0125,"latency_ms":1500,"attempts":2,"again":"said before"}`,
		`{"task":"vote","by":"rule","why":"provider: x: model refused","attempts":1}`,
		`no call`,
	} {
		note := gamelog.Note{Topic: "model", Text: text}
		g.Notes = append(g.Notes, chronicle.Note{Note: note, Call: chronicle.CallsOf([]gamelog.Note{note})[0], Seat: 2, Day: 1})
	}
	for place, n := range []gamelog.Note{
		{Topic: "belief", Text: "Anna: werewolf 25%, rather seer (50%)\nCleo: werewolf 75%"}, {Topic: "mask", Text: "Anna: werewolf 100%"},
		{Topic: "=1", Text: "@all"}, {Topic: "inference", Text: `{"Anna":{"WEREWOLF":0.5,"JESTER":0.5}}`},
	} {
		g.Notes = append(g.Notes, chronicle.Note{Note: n, Seat: 4, Day: 1, Line: 8, Number: 20, Place: place})
	}
	var all Tables
	all.Add(g, &Origin{File: "game.log", Contest: "cup", Judged: judged(), Inputs: inputs()})
	return &all
}

// inputs are an answer that was late, one with a formula, and the loss of a player.
func inputs() []chronicle.Input {
	answer := func(a werewolf.Action, raw string, fault gamelog.Fault) gamelog.Input {
		return gamelog.Input{Action: a, Raw: raw, Fault: fault}
	}
	return []chronicle.Input{
		{Input: answer(werewolf.Action{Seat: 1, Request: werewolf.Talk, Missing: true}, "", gamelog.Late), Number: 9, Day: 1, Phase: "daily_talk", At: 700},
		{Input: answer(werewolf.Action{Seat: 4, Request: werewolf.Vote, Target: 1}, "=Anna", gamelog.NoFault), Number: 20, Day: 1, Phase: "execution", At: 900, Millis: new(int64(0))},
		{Input: answer(werewolf.Action{Kind: werewolf.Fail, Seat: 2}, "", gamelog.Lost), Number: 21, Day: 1, At: 901},
		{Input: answer(werewolf.Action{Kind: werewolf.CloseFloor}, "", gamelog.NoFault), Number: 22, Day: 1, At: 902},
		{Input: answer(werewolf.Action{Seat: 60, Request: werewolf.Vote}, "nobody sits there", gamelog.NoFault), Number: 23, Day: 1},
	}
}

// TestInputs: every answer has a row, and what is not there is missing.
func TestInputs(t *testing.T) {
	all := tables(t).inputs
	if len(all) != 4 {
		t.Fatalf("%d inputs", len(all))
	}
	late, vote, fail, shut := all[0], all[1], all[2], all[3]
	if *late.Request != "TALK" || *late.Fault != "late" || late.Raw != nil || !late.Missing || late.Latency != nil || *late.Phase != "daily_talk" || late.At != 700 {
		t.Errorf("late %+v", late)
	}
	if *vote.Target != 1 || *vote.Raw != "=Anna" || vote.Fault != nil || *vote.Latency != 0 || vote.Kind != "answer" || *vote.Seat != 4 {
		t.Errorf("vote %+v", vote)
	}
	if fail.Kind != "fail" || *fail.Seat != 2 || fail.Request != nil || *fail.Fault != "lost" || shut.Kind != "close" || shut.Seat != nil {
		t.Errorf("fail %+v, close %+v", fail, shut)
	}
}

// TestNotes: calls are no notes, and the chances in notes are beliefs or what is shown.
func TestNotes(t *testing.T) {
	all := tables(t)
	var notes, beliefs []string
	for _, n := range all.notes {
		notes = append(notes, fmt.Sprintf("%d %d %s", n.Line, n.Note, n.Topic))
	}
	for _, b := range all.beliefs {
		beliefs = append(beliefs, fmt.Sprintf("%d %d %s %g %t %d", b.Note, b.About, b.Role, b.Chance, b.Shown, *b.Turn))
	}
	if want := []string{"0 0 model", "20 0 belief", "20 1 mask", "20 2 =1", "20 3 inference"}; !reflect.DeepEqual(notes, want) {
		t.Errorf("notes %q, want %q", notes, want)
	}
	if want := []string{"0 1 SEER 0.5 false 0", "0 1 WEREWOLF 0.25 false 0", "0 3 WEREWOLF 0.75 false 0", "1 1 WEREWOLF 1 true 0", "3 1 WEREWOLF 0.5 false 0"}; !reflect.DeepEqual(beliefs, want) {
		t.Errorf("beliefs %q, want %q", beliefs, want)
	}
}

// judged are a claim, an utterance of few games and a vote of the game.
func judged() *chances.Judged {
	gain, bad := chances.Interval{Value: 0.25, Low: 0.125, High: 0.375}, chances.Interval{Value: -0.5, Low: -0.75, High: -0.25}
	lost := chances.Interval{Value: 0.375, Low: 0.25, High: 0.75}
	few := chances.Interval{Value: 1, Low: math.NaN(), High: math.NaN()}
	return &chances.Judged{By: "lycaon", Games: 20, Moves: []chances.Move{
		{Moment: "d1:1", Kind: werewolf.Talk, Seat: 1, Village: gain, Own: &gain},
		{Moment: "d1:2", Kind: werewolf.Talk, Seat: 4, Village: few},
		{Moment: "d1:vote", Kind: werewolf.Vote, Seat: 4, Target: 1, Village: bad, Own: &bad, Lost: &lost, Better: 2},
		{Moment: "d1:vote", Kind: werewolf.Vote, Seat: 4, Target: 1, Village: gain, Own: &gain, Better: 2},
	}}
}

// TestMoves: moves stand on the lines of their utterances and first votes, and come to sums; of players without any there is no sum.
func TestMoves(t *testing.T) {
	all := tables(t)
	claim, few, vote, again := all.moves[0], all.moves[1], all.moves[2], all.moves[3]
	if *claim.Line != 9 || claim.Kind != "talk" || claim.Target != nil || claim.Village != 0.25 || *claim.OwnHigh != 0.375 || claim.By != "lycaon" || claim.Games != 20 {
		t.Errorf("claim %+v", claim)
	}
	if *few.Line != 10 || few.Village != 1 || few.VillageLow != nil || few.Own != nil {
		t.Errorf("an utterance of few games %+v", few)
	}
	if *again.Line != 19 || *vote.Line != 15 || *vote.Target != 1 || *vote.Better != 2 || *vote.Own != -0.5 || *vote.Lost != 0.375 || *vote.LostLow != 0.25 || *vote.LostHigh != 0.75 || again.Lost != nil {
		t.Errorf("vote %+v", vote)
	}
	anna, dora, egon := all.players[0], all.players[3], all.players[4]
	if *anna.Words != 0.25 || *anna.WordsLow != 0.125 || anna.Lost != nil || *dora.Lost != 0.375 || *dora.LostHigh != 0.75 || *dora.Mistakes != 1 || dora.WordsLow != nil {
		t.Errorf("Anna %+v, Dora %+v", anna, dora)
	}
	if *egon.Mistakes != 0 || egon.Lost != nil || egon.Words != nil {
		t.Errorf("Egon %+v", egon)
	}
}

func TestRows(t *testing.T) {
	all := tables(t)
	if len(all.games) != 1 || len(all.players) != 5 || len(all.utterances) != 5 || len(all.votes) != 10 || len(all.outcomes) != 4 {
		t.Fatalf("%d games, %d players, %d utterances, %d votes, %d outcomes", len(all.games), len(all.players), len(all.utterances), len(all.votes), len(all.outcomes))
	}
	g := all.games[0]
	if g.Players != 5 || g.Setup != "VILLAGER=2 SEER=1 POSSESSED=1 WEREWOLF=1" || !g.Over || *g.Winner != "NONE" || g.Record {
		t.Errorf("game %+v", g)
	}
	anna, ben := all.players[0], all.players[1]
	if *anna.DiedDay != 1 || *anna.DiedHow != "executed" || anna.Won != nil || anna.Receives != 5 || anna.Spoken != 2 || anna.Faults != nil {
		t.Errorf("Anna %+v", anna)
	}
	if ben.DiedDay != nil || ben.Side != "WEREWOLF" || *all.players[2].DiedHow != "attacked" {
		t.Errorf("Ben %+v", ben)
	}
	u := all.utterances[2]
	if *u.Claim != "SEER" || *u.RequestVote != 2 || u.Line != 9 || u.Day != 1 || u.Channel != "talk" || u.Phase != "talk" || u.At != nil {
		t.Errorf("utterance %+v", u)
	}
	if all.utterances[4].Phase != "skip" || all.votes[4].Round != 1 || all.votes[8].Round != 0 || all.votes[9].Kind != "attackVote" {
		t.Error("a skip, a round or a vote is not told")
	}
	var kinds []string
	for _, o := range all.outcomes {
		kinds = append(kinds, o.Kind+" "+*o.Result)
	}
	if got := strings.Join(kinds, ", "); got != "divine WEREWOLF, execute SEER, attack killed, result NONE" {
		t.Error(got)
	}
}

func TestCalls(t *testing.T) {
	calls := tables(t).calls
	if len(calls) != 2 {
		t.Fatalf("%d calls", len(calls))
	}
	c, ruled := calls[0], calls[1]
	if c.Call != 1 || c.Seat != 2 || c.Day != 1 || c.By != "model" || c.Cause != nil || *c.Answer != "=1+1" || *c.Again != "said before" || c.Requests != 2 ||
		c.In != 70 || c.CachedIn != 40 || c.Out != 9 || c.Thinking != 3 || c.Latency != 1500 || c.USD != 0.0125 {
		t.Errorf("call %+v", c)
	}
	if ruled.Call != 2 || ruled.By != "rule" || *ruled.Cause != "refused by the model" || ruled.Answer != nil || ruled.Model != nil {
		t.Errorf("call %+v", ruled)
	}
}

func TestActs(t *testing.T) {
	found := map[string]actRow{}
	for _, a := range tables(t).acts {
		found[a.Sentence] = a
	}
	claim, told, ask := found["COMINGOUT Agent[01] SEER"], found["DIVINED Agent[02] WEREWOLF"], found["REQUEST ANY (VOTE Agent[02])"]
	if claim.Verb != "COMINGOUT" || claim.Frame != nil || claim.Subject != 1 || *claim.Target != 1 || *claim.Role != "SEER" || claim.Line != 9 {
		t.Errorf("claim %+v", claim)
	}
	if told.Verb != "DIVINED" || told.Subject != 1 || *told.Target != 2 || *told.Species != "WEREWOLF" {
		t.Errorf("result %+v", told)
	}
	if *ask.Frame != "REQUEST" || ask.To != nil || ask.Verb != "VOTE" || *ask.Target != 2 || ask.Subject != 0 {
		t.Errorf("request %+v", ask)
	}
}

// written are the tables in a format, by name.
func written(t *testing.T, all *Tables, format string) map[string]*bytes.Buffer {
	t.Helper()
	files := map[string]*bytes.Buffer{}
	out, err := all.Write(format, func(table string) (io.Writer, error) {
		files[table] = new(bytes.Buffer)
		return files[table], nil
	})
	if err != nil {
		t.Fatal(err)
	}
	end(t, out)
	return files
}

// end ends the writing of tables whose games are of the division D.
func end(t *testing.T, out *Writing) (rows []int) {
	t.Helper()
	if err := out.Close(func(int) string { return "D" }, func(n int) { rows = append(rows, n) }); err != nil {
		t.Fatal(err)
	}
	return rows
}

// What is read back from Parquet is what went in, and CSV says the same.
func TestParquetAndCSVAgree(t *testing.T) {
	all := tables(t)
	pq, text := written(t, tables(t), Parquet), written(t, tables(t), CSV)
	all.games[0].Division = "D"
	for i, rows := range []any{all.games, all.players, all.utterances, all.acts, all.votes, all.outcomes, all.calls, all.moves, all.inputs, all.notes, all.beliefs} {
		name := all.All()[i].Name
		back := readBack(t, rows, pq[name].Bytes())
		if !reflect.DeepEqual(back, rows) {
			t.Errorf("%s: read back as\n%+v, want\n%+v", name, back, rows)
		}
		lines, err := csv.NewReader(text[name]).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		file, err := parquet.OpenFile(bytes.NewReader(pq[name].Bytes()), int64(pq[name].Len()))
		if err != nil {
			t.Fatal(err)
		}
		compare(t, name, lines, file)
	}
}

// Tables that are written game by game hold nothing of those before but the rows of games, and are those that are written at once.
func TestTablesAreWrittenAsGamesCome(t *testing.T) {
	for _, format := range []string{CSV, Parquet} {
		once, whole := tables(t), tables(t)
		for range 2 {
			again := tables(t)
			for i, field := range fields(once) {
				field.Set(reflect.AppendSlice(field, fields(again)[i]))
			}
		}
		want := written(t, once, format)
		files := map[string]*bytes.Buffer{}
		out, err := whole.Write(format, func(table string) (io.Writer, error) {
			files[table] = new(bytes.Buffer)
			return files[table], nil
		})
		for range 2 {
			if err == nil {
				err = out.Flush()
			}
			for i, field := range fields(whole) {
				if games := i == 0; field.Len() > 0 && !games {
					t.Errorf("%d rows of %s are held", field.Len(), whole.All()[i].Name)
				}
				field.Set(reflect.AppendSlice(field, fields(tables(t))[i]))
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		rows := end(t, out)
		for i, table := range whole.All() {
			if rows[i] != 3*fields(tables(t))[i].Len() {
				t.Errorf("%s: %d rows", table.Name, rows[i])
			}
			if !bytes.Equal(files[table.Name].Bytes(), want[table.Name].Bytes()) {
				t.Errorf("%s: written game by game the %s is another", table.Name, format)
			}
		}
	}
}

// fields are the tables' rows, in the order of All.
func fields(all *Tables) (rows []reflect.Value) {
	v := reflect.ValueOf(all).Elem()
	for i := range v.NumField() {
		rows = append(rows, reflect.NewAt(v.Field(i).Type(), v.Field(i).Addr().UnsafePointer()).Elem())
	}
	return rows
}

func readBack(t *testing.T, rows any, data []byte) any {
	t.Helper()
	r := bytes.NewReader(data)
	var back any
	var err error
	switch rows.(type) {
	case []gameRow:
		back, err = parquet.Read[gameRow](r, int64(len(data)))
	case []playerRow:
		back, err = parquet.Read[playerRow](r, int64(len(data)))
	case []utteranceRow:
		back, err = parquet.Read[utteranceRow](r, int64(len(data)))
	case []actRow:
		back, err = parquet.Read[actRow](r, int64(len(data)))
	case []voteRow:
		back, err = parquet.Read[voteRow](r, int64(len(data)))
	case []outcomeRow:
		back, err = parquet.Read[outcomeRow](r, int64(len(data)))
	case []callRow:
		back, err = parquet.Read[callRow](r, int64(len(data)))
	case []moveRow:
		back, err = parquet.Read[moveRow](r, int64(len(data)))
	case []inputRow:
		back, err = parquet.Read[inputRow](r, int64(len(data)))
	case []noteRow:
		back, err = parquet.Read[noteRow](r, int64(len(data)))
	case []beliefRow:
		back, err = parquet.Read[beliefRow](r, int64(len(data)))
	}
	if err != nil {
		t.Fatal(err)
	}
	return back
}

// compare reads Parquet by its own schema, knowing nothing of the rows' types.
func compare(t *testing.T, name string, lines [][]string, file *parquet.File) {
	t.Helper()
	var columns []string
	for _, c := range file.Root().Columns() {
		columns = append(columns, c.Name())
	}
	if !reflect.DeepEqual(columns, lines[0]) {
		t.Errorf("%s: columns %q in Parquet, %q in CSV", name, columns, lines[0])
	}
	if int(file.NumRows()) != len(lines)-1 {
		t.Fatalf("%s: %d rows in Parquet, %d in CSV", name, file.NumRows(), len(lines)-1)
	}
	rows := make([]parquet.Row, len(lines)-1)
	if n, err := parquet.NewReader(file).ReadRows(rows); n != len(rows) {
		t.Fatalf("%s: %d rows, %v", name, n, err)
	}
	for i, row := range rows {
		for j, v := range row {
			got := lines[i+1][j]
			if v.Kind() == parquet.ByteArray {
				got = textOf(got)
			}
			want := v.String()
			if v.IsNull() {
				want = ""
			}
			if got != want {
				t.Errorf("%s: row %d, %s: %q in CSV, %q in Parquet", name, i, columns[j], got, want)
			}
		}
	}
}

// textOf reads a cell back as docs/export.md tells readers to.
func textOf(cell string) string {
	rest, ok := strings.CutPrefix(cell, "'")
	begin := strings.TrimLeftFunc(strings.TrimLeft(rest, "'"), unicode.IsSpace)
	if first, _ := utf8.DecodeRuneInString(begin); ok && strings.ContainsRune("=+-@＝＋－＠", first) {
		return rest
	}
	return cell
}

func TestFormulasAreDefused(t *testing.T) {
	lines, err := csv.NewReader(written(t, tables(t), CSV)["utterances"]).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if got := lines[1][9]; got != "'"+hostile || textOf(got) != hostile {
		t.Errorf("text %q", got)
	}
	if got := lines[2][9]; !strings.HasPrefix(got, "''=1") {
		t.Errorf("text %q", got)
	}
}

// The tables of the documentation are made of the rows' tags.
func TestGoldenSchema(t *testing.T) {
	var b strings.Builder
	for _, table := range tables(t).All() {
		fmt.Fprintf(&b, "## %s\n\n%s.\n\n| column | type | missing | meaning |\n|---|---|---|---|\n", table.Name, strings.ToUpper(table.about[:1])+table.about[1:])
		for _, c := range table.columns {
			if c.name == "" || c.about == "" {
				t.Errorf("%s: column %+v", table.Name, c)
			}
			missing := ""
			if c.optional {
				missing = "yes"
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", c.name, c.content, missing, c.about)
		}
		b.WriteString("\n")
	}
	page, err := os.ReadFile(docs)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(page), "## games\n")
	_, after, ok2 := strings.Cut(rest, "## Examples\n")
	if !ok || !ok2 {
		t.Fatal("docs/export.md has no place for the tables")
	}
	want := before + b.String() + "## Examples\n" + after
	if *update {
		if err := os.WriteFile(docs, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want != string(page) {
		t.Error("docs/export.md does not describe the tables; run the test with -update")
	}
}
