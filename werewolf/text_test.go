package werewolf

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// named is what every enumeration of the package can do.
type named[T any] interface {
	*T
	encoding.TextUnmarshaler
}

// roundTrip checks that every value of an enumeration has a name of its own
// that is read back, and that no other name is.
func roundTrip[T interface {
	~uint8
	encoding.TextMarshaler
	fmt.Stringer
}, P named[T]](t *testing.T, count int) {
	t.Helper()
	names := map[string]bool{}
	for i := range count {
		value := T(i)
		text, err := value.MarshalText()
		var back T
		if err != nil || P(&back).UnmarshalText(text) != nil || back != value || string(text) != value.String() {
			t.Errorf("%T(%d) is written as %q and read as %v", value, i, text, back)
		}
		names[string(text)] = true
	}
	if len(names) != count {
		t.Errorf("%T: %d names for %d values", T(0), len(names), count)
	}
	beyond := T(count)
	if got := beyond.String(); got != fmt.Sprintf("?%d", count) {
		t.Errorf("%T(%d) is called %q", beyond, count, got)
	}
	for _, bad := range []string{"nobody", "?1", strings.Repeat("x", 99), beyond.String(), "villager"} {
		if err := P(&beyond).UnmarshalText([]byte(bad)); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%q", bad)) {
			t.Errorf("%T reads %q: %v", beyond, bad, err)
		}
	}
}

func TestNames(t *testing.T) {
	roundTrip[Role](t, len(standardRoles))
	roundTrip[Species](t, 3)
	roundTrip[Team](t, 3)
	roundTrip[TalkMode](t, 3)
	roundTrip[TalkOrder](t, 2)
	roundTrip[EventKind](t, int(numEvents))
	roundTrip[RequestKind](t, int(numRequests))
	roundTrip[End](t, 6)
	roundTrip[ActionKind](t, 4)
	if got, err := StandardRoles().Parse("SEER"); got != Seer || err != nil {
		t.Error("SEER is read as", got, err)
	}
}

func TestRolesSpeciesTeams(t *testing.T) {
	want := map[Role]string{
		NoRole: " NONE", Villager: "HUMAN VILLAGER", Seer: "HUMAN VILLAGER", Medium: "HUMAN VILLAGER",
		Bodyguard: "HUMAN VILLAGER", Possessed: "HUMAN WEREWOLF", Werewolf: "WEREWOLF WEREWOLF",
	}
	for r, w := range want {
		if got := StandardRoles().Species(r).String() + " " + StandardRoles().Team(r).String(); got != w {
			t.Errorf("%s is %q, want %q", r, got, w)
		}
	}
	if len(StandardRoles().Roles()) != len(standardRoles)-1 {
		t.Error("roles", StandardRoles().Roles())
	}
}

func TestRulesRoundTrip(t *testing.T) {
	for seed := range uint64(300) {
		want := randomRules(newRand(seed))
		text, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got Rules
		if err := json.Unmarshal(text, &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%v: %s\n%+v\n%+v", err, text, got, want)
		}
	}
}

func TestRulesAreRefused(t *testing.T) {
	for _, text := range []string{
		`{"roles":{"WITCH":1}}`, `{"roles":[1]}`, `{"roles":{"SEER":"one"}}`,
		`{"talk":{"mode":"loud"}}`, `{"talk":{"order":"never"}}`,
	} {
		var r Rules
		if err := json.Unmarshal([]byte(text), &r); err == nil {
			t.Errorf("%s is read as %+v", text, r)
		}
	}
}

func TestRolesAsJSON(t *testing.T) {
	c := RoleCounts{Werewolf: 1, Seer: 1, Villager: 2}
	text, err := json.Marshal(c)
	want := `{"VILLAGER":2,"SEER":1,"MEDIUM":0,"BODYGUARD":0,"POSSESSED":0,"WEREWOLF":1}`
	if err != nil || string(text) != want {
		t.Errorf("%s, %v", text, err)
	}
	got := RoleCounts{Medium: 7}
	if err := json.Unmarshal([]byte(`{"WEREWOLF":1,"SEER":1,"VILLAGER":2}`), &got); err != nil || got != c {
		t.Errorf("absent roles are not 0: %v, %v", got, err)
	}
}

func TestEventsAsJSON(t *testing.T) {
	for _, e := range playChaos(t, 5, func(*played) {}).game.Log() {
		text, err := json.Marshal(e)
		var back Event
		if err != nil || json.Unmarshal(text, &back) != nil || !reflect.DeepEqual(e, back) {
			t.Fatalf("%s becomes %s becomes %s, %v", e, text, back, err)
		}
	}
}

func TestPhaseNames(t *testing.T) {
	r := standard(t, 5)
	want := []string{"", "morning_whisper", "daily_talk", "evening_whisper", "execution", "divine", "night_whisper", "guard", "attack", "", ""}
	for i, w := range want {
		if got := r.PhaseName(int8(i - 1)); got != w {
			t.Errorf("phase %d is %q, want %q", i-1, got, w)
		}
	}
}

func TestRequestKinds(t *testing.T) {
	for k := NoRequest; k < numRequests; k++ {
		speaks := k == Talk || k == Whisper
		chooses := k == Vote || k == Divine || k == Guard || k == Attack
		if k.Speaks() != speaks || k.Chooses() != chooses {
			t.Errorf("%s speaks %t, chooses %t", k, k.Speaks(), k.Chooses())
		}
	}
}

func TestEventText(t *testing.T) {
	cases := []struct {
		e    Event
		want string
	}{
		{Event{Kind: DayBegan, Day: 1, Phase: -1}, "1/- day"},
		{Event{Kind: Talked, Day: 1, Phase: 1, Seat: 2, Idx: 3, Turn: 4, Text: "hi", Cut: true}, `1/1 talk 2 #3.4 "hi" cut`},
		{Event{Kind: Talked, Phase: 1, Seat: 2, Text: "Skip", Skip: true, Forced: true}, `0/1 talk 2 #0.0 "Skip" skip forced`},
		{Event{Kind: AttackMade, Phase: 7}, "0/7 attack -> 0 killed=false"},
		{Event{Kind: SeerTold, Phase: -1, Seat: 1, Target: 2, Species: Wolf}, "0/- seer 1 -> 2 WEREWOLF"},
		{Event{Kind: VotesShown, Phase: -1, Votes: []Ballot{{1, 2}, {2, 1}}}, "0/- votes 1>2 2>1"},
		{Event{Kind: GameOver, Phase: -1, Winner: VillagerTeam, End: Elimination}, "0/- over VILLAGER by elimination"},
	}
	for _, c := range cases {
		if got := c.e.String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
