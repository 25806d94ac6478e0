package intake

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
	"wolfden/werewolf"
)

const (
	id   = "01HZZZZZZZZZZZZZZZZZZZZZZZ"
	game = `0,status,1,SEER,ALIVE,fox1,Anna
0,status,2,WEREWOLF,ALIVE,hare1,Ben
0,status,3,POSSESSED,ALIVE,owl1,Cleo
0,status,4,VILLAGER,ALIVE,fox2,Dora
0,status,5,VILLAGER,ALIVE,hare2,Egon
0,talk,0,0,1,Hello, all of you.
0,talk,1,0,2,Over
0,talk,2,0,3,Over
0,talk,3,0,4,Over
0,talk,4,0,5,Over
0,talk,5,1,1,Over
0,divine,1,2,WEREWOLF
1,status,1,SEER,ALIVE,fox1,Anna
1,status,2,WEREWOLF,ALIVE,hare1,Ben
1,status,3,POSSESSED,ALIVE,owl1,Cleo
1,status,4,VILLAGER,ALIVE,fox2,Dora
1,status,5,VILLAGER,ALIVE,hare2,Egon
1,talk,0,0,1,Ben is the werewolf.
1,talk,1,0,2,Over
1,talk,2,0,3,Over
1,talk,3,0,4,Over
1,talk,4,0,5,Over
1,talk,5,1,1,Over
1,vote,1,2
1,vote,2,1
1,vote,3,1
1,vote,4,2
1,vote,5,2
1,execute,2,WEREWOLF
2,status,1,SEER,ALIVE,fox1,Anna
2,status,2,WEREWOLF,DEAD,hare1,Ben
2,status,3,POSSESSED,ALIVE,owl1,Cleo
2,status,4,VILLAGER,ALIVE,fox2,Dora
2,status,5,VILLAGER,ALIVE,hare2,Egon
2,result,4,0,VILLAGER`
)

func imported(t *testing.T, p *Parts) *gamelog.Record {
	t.Helper()
	rec, notes, err := p.Import()
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range notes {
		t.Error(n)
	}
	var data bytes.Buffer
	if err := gamelog.Write(&data, rec); err != nil {
		t.Fatal(err)
	}
	if _, err := gamelog.Verify(data.Bytes()); err != nil {
		t.Error(err)
	}
	return rec
}

func contest(t *testing.T, rec *gamelog.Record) string {
	t.Helper()
	var b bytes.Buffer
	if err := contestlog.Write(&b, rec, contestlog.February); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// feedOf is the feed of a record, as a server would have written it.
func feedOf(t *testing.T, rec *gamelog.Record) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := contestlog.WriteRealtime(&b, rec, contestlog.Newest); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func communication(roles string) []byte {
	var agents []string
	for i, role := range strings.Fields(roles) {
		agents = append(agents, fmt.Sprintf(`{"idx":%d,"name":"x%d","role":%q,"team":"x"}`, i+1, i+1, role))
	}
	const packet = `{\"request\":\"INITIALIZE\",\"info\":{\"game_id\":\"g\",\"day\":0,\"agent\":\"Ben\",\"profile\":\"A farmer.\"}}`
	return []byte(`{"agents":[` + strings.Join(agents, ",") + `],"entries":[{"agent":"Ben","request":"` + packet +
		`","request_timestamp":1700000000500,"response_timestamp":1700000000500}],"game_id":"` + id + `","win_side":"VILLAGER"}`)
}

func TestLog(t *testing.T) {
	rec := imported(t, &Parts{Log: []byte(game)})
	if got := contest(t, rec); got != game {
		t.Errorf("comes out as\n%s", got)
	}
}

func TestCommunicationAddsToTheLog(t *testing.T) {
	rec := imported(t, &Parts{Log: []byte(game), Communication: communication("SEER WEREWOLF POSSESSED VILLAGER VILLAGER")})
	h := &rec.Header
	if h.ID != id || h.Started != 1700000000500 || h.Seats[1].Profile != "A farmer." || h.Seats[0].Profile != "" {
		t.Errorf("header %+v", h)
	}
	told := false
	for _, e := range rec.Events() {
		told = told || e.Kind == werewolf.Introduced && e.Seat == 2 && e.Text == "A farmer."
	}
	if !told || contest(t, rec) != game {
		t.Errorf("profile told: %v; the game comes out as\n%s", told, contest(t, rec))
	}
}

func TestCommunicationOfAnotherGameAddsNothing(t *testing.T) {
	p := Parts{Log: []byte(game), Communication: communication("WEREWOLF SEER POSSESSED VILLAGER VILLAGER")}
	rec, notes, err := p.Import()
	if err != nil || len(notes) != 1 || !strings.Contains(notes[0], "seat 1 is WEREWOLF in it") || rec.Header.ID == id {
		t.Errorf("id %s, notes %q, %v", rec.Header.ID, notes, err)
	}
}

func TestFeedAloneIsTheSameGame(t *testing.T) {
	first := imported(t, &Parts{Log: []byte(game), Communication: communication("SEER WEREWOLF POSSESSED VILLAGER VILLAGER")})
	second := imported(t, &Parts{Feed: feedOf(t, first)})
	if second.Header.ID != id || second.Header.Seats[1].Profile != "A farmer." {
		t.Errorf("header %+v", second.Header)
	}
	var seen chronicle.Seen
	again := func(rec *gamelog.Record) chronicle.Again {
		g, err := chronicle.OfRecord(rec)
		if err != nil {
			t.Fatal(err)
		}
		how, _ := seen.Add(&g.Summary)
		return how
	}
	if again(first) != chronicle.New || again(second) != chronicle.Repeated {
		t.Errorf("two games:\n%s\nand\n%s", contest(t, first), contest(t, second))
	}
	if !reflect.DeepEqual(first.Header.Rules, second.Header.Rules) {
		t.Errorf("rules %+v\nand %+v", first.Header.Rules, second.Header.Rules)
	}
	other := imported(t, &Parts{Log: []byte(strings.Replace(game, "Hello", "Hallo", 1))})
	if again(other) != chronicle.New {
		t.Error("another game is the same")
	}
	// A record in the archive is taken as it is.
	var data bytes.Buffer
	if err := gamelog.Write(&data, first); err != nil {
		t.Fatal(err)
	}
	if rec := imported(t, &Parts{Record: data.Bytes()}); rec.Header.ID != id {
		t.Errorf("header %+v", rec.Header)
	}
}

// On day 0 werewolves whisper twice, and both times are numbered from 0.
func TestFeedOfTwoWhispers(t *testing.T) {
	const log = `0,status,1,WEREWOLF,ALIVE,fox,Anna
0,status,2,WEREWOLF,ALIVE,hare,Ben
0,status,3,SEER,ALIVE,owl,Cleo
0,status,4,VILLAGER,ALIVE,fox,Dora
0,status,5,VILLAGER,ALIVE,hare,Egon
0,status,6,VILLAGER,ALIVE,owl,Fay
0,status,7,VILLAGER,ALIVE,owl,Gil
0,whisper,0,0,1,I am with you.
0,whisper,1,0,2,Over
0,whisper,2,1,1,Over
0,talk,0,0,1,Hello.
0,talk,1,0,2,Over
0,talk,2,0,3,Over
0,talk,3,0,4,Over
0,talk,4,0,5,Over
0,talk,5,0,6,Over
0,talk,6,0,7,Over
0,talk,7,1,1,Over
0,whisper,0,0,2,Over
0,whisper,1,0,1,Good night.
0,whisper,2,1,1,Over
0,divine,3,4,HUMAN
1,status,1,WEREWOLF,ALIVE,fox,Anna
1,status,2,WEREWOLF,ALIVE,hare,Ben
1,status,3,SEER,ALIVE,owl,Cleo
1,status,4,VILLAGER,ALIVE,fox,Dora
1,status,5,VILLAGER,ALIVE,hare,Egon
1,status,6,VILLAGER,ALIVE,owl,Fay
1,status,7,VILLAGER,ALIVE,owl,Gil`
	first := imported(t, &Parts{Log: []byte(log)})
	second := imported(t, &Parts{Feed: feedOf(t, first)})
	if got := contest(t, second); got != log || contest(t, first) != log {
		t.Errorf("comes out as\n%s\nby way of\n%s", got, contest(t, first))
	}
}

func TestRefuses(t *testing.T) {
	feed := string(feedOf(t, imported(t, &Parts{Log: []byte(game)})))
	lines := strings.Split(feed, "\n")
	for name, c := range map[string]struct {
		parts Parts
		want  error
		text  string
	}{
		"nothing but packets": {Parts{Communication: communication("SEER WEREWOLF POSSESSED VILLAGER VILLAGER")}, ErrAlone, ""},
		"impossible":          {Parts{Log: []byte(strings.Replace(game, "1,execute,2,WEREWOLF", "1,execute,4,VILLAGER", 1))}, ErrContradiction, "line "},
		"no log":              {Parts{Log: []byte("hello")}, contestlog.ErrNoLog, ""},
		"no feed":             {Parts{Feed: []byte("{\"id\":3}")}, contestlog.ErrFeed, "line 1"},
		"empty feed":          {Parts{Feed: []byte("")}, contestlog.ErrFeed, "empty"},
		"two games":           {Parts{Feed: []byte(lines[0] + "\n" + strings.Replace(lines[1], `"id":"`, `"id":"x`, 1))}, contestlog.ErrFeed, "another game"},
		"unknown event":       {Parts{Feed: []byte(strings.Replace(feed, string(contestlog.RealtimeVote), "?", 1))}, contestlog.ErrFeed, "none of a feed"},
		"unknown player":      {Parts{Feed: []byte(strings.Replace(feed, `"to_idx":2`, `"to_idx":99`, 1))}, contestlog.ErrFeed, "no player of the table"},
	} {
		_, _, err := c.parts.Import()
		if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzImport(f *testing.F) {
	rec, _, err := (&Parts{Log: []byte(game)}).Import()
	if err != nil {
		f.Fatal(err)
	}
	var feed bytes.Buffer
	if err := contestlog.WriteRealtime(&feed, rec, contestlog.Newest); err != nil {
		f.Fatal(err)
	}
	f.Add(feed.Bytes(), []byte{})
	f.Add([]byte(game), communication("SEER WEREWOLF POSSESSED VILLAGER VILLAGER"))
	f.Fuzz(func(t *testing.T, data, more []byte) {
		if len(data)+len(more) > 32<<10 {
			return
		}
		var p Parts
		p.Add(chronicle.FormatOf(data), data)
		p.Add(chronicle.FormatOf(more), more)
		rec, _, err := p.Import()
		if err != nil {
			return
		}
		if _, err := rec.Replay(); err != nil {
			t.Fatal(err)
		}
	})
}

// The feed of another game, which has got the name of this one, gives it neither its id nor its profiles, and that is said.
func TestFeedOfAnotherGame(t *testing.T) {
	other := feedOf(t, imported(t, &Parts{Log: []byte(strings.ReplaceAll(game, "Anna", "Zoe"))}))
	other = bytes.ReplaceAll(other, []byte(`"profile":""`), []byte(`"profile":"a stranger"`))
	rec, notes, err := (&Parts{Log: []byte(game), Feed: other}).Import()
	if err != nil || len(notes) != 1 || !strings.HasPrefix(notes[0], `the feed adds nothing: seat 1 is "Zoe" in it, but "Anna" in the game`) {
		t.Fatalf("%q, %v", notes, err)
	}
	if want := imported(t, &Parts{Log: []byte(game)}); !reflect.DeepEqual(rec.Header, want.Header) {
		t.Errorf("%+v, want %+v", rec.Header, want.Header)
	}
}

// A record that cannot be read does not hide the log of its name, and is named.
func TestTornRecordBesideALog(t *testing.T) {
	rec, notes, err := (&Parts{Record: []byte(`{"wolfden":2,"game":"x`), Log: []byte(game)}).Import()
	if err != nil || len(notes) != 1 || !strings.HasPrefix(notes[0], "the record of its name is passed over: ") {
		t.Fatalf("%q, %v", notes, err)
	}
	if contest(t, rec) != game {
		t.Error("the game is not the log's")
	}
}
