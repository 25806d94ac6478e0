package talker

import (
	"slices"
	"testing"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// posing is a decider that shows a role.
type posing struct {
	Rules
	role werewolf.Role
}

func (d posing) Choose(p *Self, c *Choice) {
	if c.Of == Pose {
		c.Shown = Pretence{Role: d.role}
		return
	}
	d.Rules.Choose(p, c)
}

// pack is what the werewolf in seat 1 of thirteen sees, whose allies are in seats 2 and 3.
func pack(names []string, day int, kind werewolf.RequestKind) werewolf.Observation {
	rules, err := werewolf.Standard(13)
	if err != nil {
		panic(err)
	}
	roles := make([]werewolf.Role, 14)
	roles[1], roles[2], roles[3] = werewolf.Werewolf, werewolf.Werewolf, werewolf.Werewolf
	o := werewolf.Observation{Rules: &rules, Seat: 1, Day: day, Names: names, Living: werewolf.SeatsUpTo(13), Roles: roles}
	o.Request = werewolf.Request{Seat: 1, Kind: kind, Left: werewolf.Left{Count: 4, Length: werewolf.NoLimit}}
	return o
}

var japanese = []string{"アオイ", "ソウタ", "メイ", "ダイキ", "ノゾミ", "ハルカ", "ミナト", "ユイ", "レン", "サクラ", "タクミ", "リョウ", "カナデ"}

// Of werewolves who would claim one role the first to say so does, whatever the words; the other hides. Who is asked to claim does.
func TestWerewolvesShareClaims(t *testing.T) {
	for _, tt := range []struct {
		lang, whisper string
		poses, shows  werewolf.Role
	}{
		{"en", "I will claim seer tomorrow with an invented result.", werewolf.Seer, werewolf.Villager},
		{"en", "I will claim medium, so leave that to me.", werewolf.Medium, werewolf.Villager},
		{"en", "I will claim medium, so leave that to me.", werewolf.Seer, werewolf.Seer},
		{"en", "I will lie low.", werewolf.Seer, werewolf.Seer},
		{"en", "Alice, please claim medium tomorrow.", werewolf.Villager, werewolf.Medium},
		{"en", "Carol, please claim seer tomorrow.", werewolf.Seer, werewolf.Villager},
		{"ja", "占い師は私が騙ります。お任せください。", werewolf.Seer, werewolf.Villager},
		{"ja", "俺が霊媒師を騙る。他の奴は出るなよ。", werewolf.Medium, werewolf.Villager},
		{"ja", "アオイ、占い師を騙ってください。", werewolf.Villager, werewolf.Seer},
		{"ja", "メイさん、占い師を騙ってください。", werewolf.Seer, werewolf.Villager},
		{"ja", "名乗らずに潜伏するね。", werewolf.Medium, werewolf.Medium},
	} {
		called := names
		if tt.lang == "ja" {
			called = japanese
		}
		p, err := speaking(1, tt.lang, posing{role: tt.poses})
		if err != nil {
			t.Fatal(err)
		}
		o := pack(called, 0, werewolf.Whisper)
		o.Whispers = []werewolf.Utterance{{Seat: 2, Text: tt.whisper}}
		p.Listen(&o)
		turn, table := p.beginTurn(), werewolf.StandardRoles()
		if p.shareRoles(turn); p.Pretence().Role != tt.shows {
			t.Errorf("who poses as %s shows %s after %q", table.Name(tt.poses), table.Name(p.Pretence().Role), tt.whisper)
		}
		claims := slices.ContainsFunc(turn.Means, func(a speech.Act) bool { return a.Verb == speech.ComingOut && a.Role == tt.shows })
		if claims == table.Spec(tt.shows).Ordinary() {
			t.Errorf("%q: who will show %s says %+v", tt.whisper, table.Name(tt.shows), turn.Means)
		}
	}
}

// found is a talk in which the seer has found the ally in seat 2.
var found = []werewolf.Utterance{{Day: 1, Seat: 5, Text: "I am the seer. I divined Bob and Bob is a werewolf."}, {Day: 1, Idx: 1, Seat: 6, Text: "I will vote for Bob."}}

// One of the pack who was found is given up: the player says so, and all who have heard it vote for that one, but where anybody else's
// execution wins.
func TestPackGivesUpWhoIsLost(t *testing.T) {
	p := newPlayer(t, 1)
	o := pack(names, 1, werewolf.Whisper)
	o.Talks = found
	p.Listen(&o)
	turn := p.beginTurn()
	if !p.scheme(turn) || turn.Means.Announced(speech.Vote) != 2 {
		t.Errorf("of who is lost: %q", turn.Finish(false))
	}
	for _, tt := range []struct {
		name   string
		whisps []werewolf.Utterance
		living werewolf.SeatSet
		want   bool
	}{
		{"given up", []werewolf.Utterance{{Day: 1, Seat: 3, Text: turn.Finish(false)}}, werewolf.SeatsUpTo(13), true},
		{"not given up", nil, werewolf.SeatsUpTo(13), false},
		{"anybody else's execution wins", []werewolf.Utterance{{Day: 1, Seat: 3, Text: turn.Finish(false)}}, werewolf.SeatsUpTo(8), false},
	} {
		p := newPlayer(t, 1)
		o := pack(names, 2, werewolf.Talk)
		o.Talks, o.Whispers, o.Living = found, tt.whisps, tt.living
		p.Listen(&o)
		if target := p.Target(); (target == 2) != tt.want {
			t.Errorf("%s: wants %s", tt.name, o.Name(target))
		}
	}
}

// Werewolves name different players to be blamed, and each goes for its own; who has named none goes along.
func TestPackDividesItsScapegoats(t *testing.T) {
	for text, other := range map[string]bool{
		"Let us attack Frank tonight. Tomorrow I will try to turn the village against Erin.": true, "Let us attack Erin tonight.": true, "Let us attack Frank tonight.": false,
	} {
		p := newPlayer(t, 1)
		o := pack(names, 1, werewolf.Whisper)
		o.Talks = []werewolf.Utterance{{Day: 1, Seat: 5, Text: "I am the seer."}, {Day: 1, Idx: 1, Seat: 5, Text: "I take that back. I am not the seer."}}
		o.Whispers = []werewolf.Utterance{{Day: 1, Seat: 2, Text: text}}
		p.Listen(&o)
		if p.opinion.Top(p.prey()) != 5 {
			t.Fatalf("the most suspicious is %s", o.Name(p.opinion.Top(p.prey())))
		}
		if who := p.blamable(); who == 0 || (who != 5) != other {
			t.Errorf("%q: would blame %s", text, o.Name(who))
		}
	}
	p := newPlayer(t, 1)
	o := pack(names, 2, werewolf.Talk)
	o.Whispers = []werewolf.Utterance{{Day: 1, Seat: 2, Text: "By day Erin would make a good scapegoat."}}
	p.Listen(&o)
	if got := p.Scapegoat(); got != 5 {
		t.Errorf("goes along against %s", o.Name(got))
	}
	o.Whispers = append(o.Whispers, werewolf.Utterance{Day: 1, Idx: 1, Seat: 1, Text: "By day Frank would make a good scapegoat."})
	p = newPlayer(t, 1)
	p.Listen(&o)
	if got := p.Scapegoat(); got != 6 {
		t.Errorf("having named Frank it goes for %s", o.Name(got))
	}
}

// Nobody is called sharp in a whisper who has said no more than others.
func TestWhoTalksMuch(t *testing.T) {
	p := newPlayer(t, 1)
	o := pack(names, 1, werewolf.Whisper)
	for _, seat := range []werewolf.SeatID{5, 6, 5} {
		o.Talks = append(o.Talks, werewolf.Utterance{Day: 1, Seat: seat, Text: "Whom do you suspect?"})
	}
	o.Living = werewolf.SetOf(1, 4, 5, 6)
	p.Listen(&o)
	for id, want := range map[werewolf.SeatID]bool{4: false, 5: true, 6: true, 1: false} {
		if got := p.talksMuch(id); got != want {
			t.Errorf("%d talks much: %v", id, got)
		}
	}
}
