package talker

import (
	"strings"
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/doubt"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// villager is what a player of the village in seat 1 of nine sees, of whom so many live.
func villager(role werewolf.Role, day, living int, talk ...string) werewolf.Observation {
	rules, err := werewolf.Standard(9)
	if err != nil {
		panic(err)
	}
	roles := make([]werewolf.Role, 10)
	roles[1] = role
	o := werewolf.Observation{Rules: &rules, Seat: 1, Day: day, Names: names[:9], Living: werewolf.SeatsUpTo(living), Roles: roles}
	o.Request = werewolf.Request{Seat: 1, Kind: werewolf.Talk, Turn: 1, Left: werewolf.Left{Count: 4, Length: werewolf.NoLimit}}
	for i, text := range talk {
		o.Talks = append(o.Talks, werewolf.Utterance{Day: day, Idx: i, Seat: werewolf.SeatID(2 + i), Text: text})
	}
	return o
}

// A medium comes out when somebody calls for it, the bodyguard when few live; nobody does where the role is claimed, or unasked.
func TestCallsAreHeeded(t *testing.T) {
	for _, tt := range []struct {
		role   werewolf.Role
		living int
		said   []string
		comes  bool
	}{
		{werewolf.Medium, 9, []string{"I think the medium should speak now."}, true},
		{werewolf.Medium, 9, []string{"Medium, please come out."}, true},
		{werewolf.Medium, 9, []string{"The medium should not come out yet."}, false},
		{werewolf.Medium, 9, []string{"Bodyguard, please come out."}, false},
		{werewolf.Medium, 9, []string{"It rains a little."}, false},
		{werewolf.Bodyguard, 9, []string{"Bodyguard, please come out."}, false},
		{werewolf.Bodyguard, few, []string{"I am the seer.", "I am the medium.", "Bodyguard, please come out."}, true},
		{werewolf.Bodyguard, few, []string{"I am the seer.", "I am the medium.", "It rains a little."}, false},
		{werewolf.Bodyguard, few, []string{"I am the seer.", "I am the medium.", "I am the bodyguard.", "Bodyguard, please come out."}, false},
	} {
		p := newPlayer(t, 1)
		o := villager(tt.role, 3, tt.living, tt.said...)
		p.Listen(&o)
		turn := p.beginTurn()
		if !p.reveal(turn) {
			p.defend(turn)
		}
		if claim := turn.Means.Claimed(1); (claim == tt.role) != tt.comes {
			t.Errorf("%s of %d after %q: %q", o.Rules.Table.Name(tt.role), tt.living, tt.said, turn.Finish(false))
		}
	}
}

// Nobody heeds the call of somebody that it suspects.
func TestCallsOfSuspectsAreNot(t *testing.T) {
	for score, want := range map[float32]bool{0: true, suspected - 0.1: true, suspected: false, 2 * suspected: false} {
		p := newPlayer(t, 1)
		o := villager(werewolf.Medium, 3, 9, "Medium, please come out.")
		p.Listen(&o)
		p.opinion.Score[2] = score
		if got := p.isCalled(); got != want {
			t.Errorf("called by somebody with %+.1f: %v", score, got)
		}
	}
}

// The village asks for the seer first, for the medium once it must know something, and for the bodyguard when few live.
func TestWhoIsAskedToComeOut(t *testing.T) {
	both := []string{"I am the seer.", "I am the medium."}
	for _, tt := range []struct {
		day, living int
		said        []string
		want        werewolf.Role
	}{
		{1, 9, nil, werewolf.Seer},
		{1, 9, both[:1], werewolf.NoRole},
		{2, 8, both[:1], werewolf.Medium},
		{3, 8, both, werewolf.NoRole},
		{3, few, both, werewolf.Bodyguard},
		{3, few, []string{both[0], both[1], "I am the bodyguard."}, werewolf.NoRole},
	} {
		p := newPlayer(t, 1)
		o := villager(werewolf.Villager, tt.day, tt.living, tt.said...)
		p.Listen(&o)
		if got := p.wanted(); got != tt.want {
			t.Errorf("day %d, %d live, after %q: %s", tt.day, tt.living, tt.said, o.Rules.Table.Name(got))
		}
	}
}

// Who is left when claims and results are taken away is named, where that is three players and nobody was found a werewolf.
func TestListOfGreys(t *testing.T) {
	known := []string{"I am the seer. I divined Carol and Carol is human.", "I am just a villager.", "I am the medium.", "Hello.", "Hello."}
	p := newPlayer(t, 1)
	o := villager(werewolf.Villager, 2, 7, known...)
	p.Listen(&o)
	turn, grey := p.beginTurn(), doubt.Unknown(&o, p.ledger).Without(p.o.Seat).First()
	p.addSentence(turn, wording.SeenHuman, wording.Slots{T: grey})
	if p.listGreys(turn) {
		t.Errorf("who was just cleared is named: %q", turn.Finish(false))
	}
	for _, tt := range []struct {
		name   string
		living int
		said   []string
		want   bool
	}{
		{"three", 6, known, false}, // Dave is the medium, so that Erin and Frank are left
		{"a result and two claims less", 7, known, true},
		{"one too many", 8, known, false},
		{"a werewolf was found", 7, append([]string{"I am the seer. I divined Carol and Carol is a werewolf."}, known[1:]...), false},
		{"no result", 7, append([]string{"I am the seer."}, known[1:]...), false},
	} {
		p := newPlayer(t, 1)
		o := villager(werewolf.Villager, 2, tt.living, tt.said...)
		p.Listen(&o)
		turn := p.beginTurn()
		if got := p.listGreys(turn); got != tt.want {
			t.Errorf("%s: %v of %v, %q", tt.name, got, doubt.Unknown(&o, p.ledger), turn.Finish(false))
		}
	}
}

// A role is called for by two at most on a day, and no more after a day on which nobody came: the next in the order is waited for.
func TestCallsAreFew(t *testing.T) {
	const call = "Medium, please come out."
	for _, tt := range []struct {
		name   string
		today  []string
		before string
		calls  bool
		waits  werewolf.Role
	}{
		{"nobody has called", []string{"I am the seer."}, "", true, werewolf.Medium},
		{"one has called", []string{"I am the seer.", call}, "", true, werewolf.Medium},
		{"two have called", []string{"I am the seer.", call, call}, "", false, werewolf.Medium},
		{"in vain on the day before", []string{"I am the seer."}, call, false, werewolf.Bodyguard},
	} {
		called := false
		for seed := range bottest.Few(*long, uint64(16)) {
			p := newPlayer(t, seed)
			o := villager(werewolf.Villager, 3, few, tt.today...)
			if tt.before != "" {
				o.Talks = append([]werewolf.Utterance{{Day: 2, Seat: 4, Text: tt.before}}, o.Talks...)
			}
			p.Listen(&o)
			if got := p.wanted(); got != tt.waits {
				t.Fatalf("%s: waits for %s", tt.name, o.Rules.Table.Name(got))
			}
			turn := p.beginTurn()
			called = called || p.callForRole(turn) && strings.Contains(strings.ToLower(turn.Finish(false)), "medium")
		}
		if called != tt.calls {
			t.Errorf("%s: calls for the medium: %v", tt.name, called)
		}
	}
}
