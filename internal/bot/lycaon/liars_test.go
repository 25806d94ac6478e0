package lycaon

import (
	"reflect"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/talker"
	"wolfden/werewolf"
)

// of9 is a player in seat 1 of nine after an answer to the observation that set has changed: on day 1, in the third turn, after a word on day 0. A werewolf's ally
// is in seat 2. Its ways and its evidence are what was learnt, unless learnt is something else.
func of9(t *testing.T, seed uint64, role werewolf.Role, learnt *Learnt, set func(*werewolf.Observation), talk ...line) (*Player, *werewolf.Observation, string) {
	t.Helper()
	rules, err := werewolf.Standard(9)
	if err != nil {
		t.Fatal(err)
	}
	if learnt == nil {
		learnt, err = Home()
	}
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewWith(learnt, agent.Config{Seed: seed, Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	o := &werewolf.Observation{
		Rules: &rules, Seat: 1, Day: 1, Names: []string{"Ada", "Bela", "Cleo", "Dora", "Ezra", "Finn", "Gil", "Hana", "Ivo"}, Living: werewolf.SeatsUpTo(9),
		Roles:   []werewolf.Role{0, role, 0, 0, 0, 0, 0, 0, 0, 0},
		Request: werewolf.Request{Seat: 1, Kind: werewolf.Talk, Turn: earliest, Left: werewolf.Left{Count: 2, Length: werewolf.NoLimit, Skip: 1}},
	}
	if role == werewolf.Werewolf {
		o.Roles[2] = role
	}
	for i, l := range talk {
		o.Talks = append(o.Talks, werewolf.Utterance{Seat: l.seat, Day: l.day, Idx: i, Text: l.text})
	}
	before := *o
	before.Day, before.Talks, before.Request.Turn = 0, nil, 0
	if _, err := p.Answer(t.Context(), before); err != nil {
		t.Fatal(err)
	}
	if set != nil {
		set(o)
	}
	answer, err := p.Answer(t.Context(), *o)
	if err != nil {
		t.Fatal(err)
	}
	return p, o, answer
}

// voting makes the request one for a vote.
func voting(o *werewolf.Observation) {
	o.Request = werewolf.Request{Seat: 1, Kind: werewolf.Vote, Targets: o.Others()}
}

var blackOnDora = line{1, 3, "I am the seer. I divined Dora and Dora is a werewolf."}

// The possessed does not call a werewolf whom it takes for one, as the player whom a seer has found.
func TestPossessedInventsAboutStrangers(t *testing.T) {
	about := map[werewolf.SeatID]int{}
	for seed := range bottest.Few(*Long, uint64(40)) {
		p, _, _ := of9(t, seed, werewolf.Possessed, nil, nil, blackOnDora)
		for _, f := range p.Pretence().Invented {
			if f.Species == werewolf.Wolf {
				about[f.Target]++
			}
		}
	}
	if about[4] > 0 || about[3] == 0 || len(about) < 4 {
		t.Errorf("werewolves found: %v; seat 3 is the rival, seat 4 whom it has found", about)
	}
}

// Who waits for others to claim chooses no result before: it may be about whom a seer finds.
func TestResultIsInventedWhenItIsTold(t *testing.T) {
	waits, tells := 0, 0
	for seed := range bottest.Few(*Long, uint64(20)) {
		first := func(o *werewolf.Observation) { o.Request.Turn, o.Request.Left.Count = 0, 3 }
		p, o, _ := of9(t, seed, werewolf.Possessed, nil, first)
		if late := p.Pretence().Late; late == (len(p.Pretence().Invented) > 0) {
			t.Errorf("seed %d: late %v, it invents %v", seed, late, p.Pretence().Invented)
		} else if !late {
			tells++
			continue
		}
		waits++
		o.Talks = append(o.Talks, werewolf.Utterance{Day: 1, Seat: 3, Text: "I am the seer."})
		if _, err := p.Answer(t.Context(), *o); err != nil || len(p.Pretence().Invented) != 1 {
			t.Errorf("seed %d: against a rival it invents %v (%v)", seed, p.Pretence().Invented, err)
		}
	}
	if waits == 0 || tells == 0 {
		t.Errorf("%d wait, %d do not", waits, tells)
	}
}

// The possessed votes for whom it has called a werewolf, whoever else has votes.
func TestPossessedStandsByItsResult(t *testing.T) {
	for seed := range bottest.Few(*Long, uint64(8)) {
		p, o, _ := of9(t, seed, werewolf.Possessed, nil, voting, line{1, 1, "I am the seer. I divined Gil and Gil is a werewolf."},
			line{1, 5, "I will vote for Hana."}, line{1, 6, "I will vote for Hana."}, line{1, 7, "I will vote for Hana."})
		if target := p.Table().Self.Target(); target != 7 {
			t.Errorf("seed %d: it has found Gil and wants %s", seed, o.Name(target))
		}
	}
}

// The possessed spares whom it takes for a werewolf, though the village would execute nobody more readily: the seer who had found that
// player was killed.
func TestPossessedSparesTheWerewolf(t *testing.T) {
	for seed := range bottest.Few(*Long, uint64(8)) {
		p, o, _ := of9(t, seed, werewolf.Possessed, nil, func(o *werewolf.Observation) {
			o.Day, o.Living = 2, o.Living.Without(3)
			o.Deaths = []werewolf.Death{{Day: 1, Seat: 3, Cause: werewolf.ByAttack}}
			voting(o)
		}, blackOnDora, line{2, 5, "I will vote for Dora."})
		s := p.State()
		if village := s.reasoner.Village().Now(); s.most(o.Others(), village.Wolf) != 4 || s.reasoner.Mine().Now().Wolf(4) < sure {
			t.Fatalf("seed %d: Dora is not whom the village suspects, or not whom the possessed does", seed)
		}
		if target := p.Table().Self.Target(); target == 4 {
			t.Errorf("seed %d: it wants the werewolf executed", seed)
		}
	}
}

// A werewolf goes for whom it or its ally has named in whispers, where that player looks about as bad as anybody.
func TestPackGoesForWhomItNamed(t *testing.T) {
	whisper := func(by werewolf.SeatID) func(*werewolf.Observation) {
		return func(o *werewolf.Observation) {
			o.Day = 2
			o.Whispers = []werewolf.Utterance{{Day: 1, Seat: by, Text: "By day Gil would make a good scapegoat."}}
		}
	}
	for seed := range uint64(6) {
		for _, by := range []werewolf.SeatID{1, 2} {
			p, o, _ := of9(t, seed, werewolf.Werewolf, nil, whisper(by))
			if target := p.Table().Self.Target(); target != 7 {
				t.Errorf("seed %d: seat %d has named Gil, it goes for %s", seed, by, o.Name(target))
			}
		}
		p, o, _ := of9(t, seed, werewolf.Werewolf, nil, whisper(2), line{1, 3, "I am the seer. I divined Dora and Dora is a werewolf."}, line{2, 5, "I will vote for Dora."})
		if target := p.Table().Self.Target(); target != 4 {
			t.Errorf("seed %d: Dora was found, and it goes for %s", seed, o.Name(target))
		}
	}
}

// Nobody is asked for a vote that no longer decides anything: six of nine have announced theirs for one player.
func TestNobodyIsAskedForWhatIsDecided(t *testing.T) {
	for voters, want := range map[int]bool{2: true, 3: true, 6: false} {
		asked := false
		for seed := range uint64(5) {
			talk := []line{{1, 9, "I am the seer."}, {1, 2, "I am the seer. I divined Ivo and Ivo is a werewolf."}, {1, 1, "I will vote for Ivo."}}
			for i := range voters {
				talk = append(talk, line{1, werewolf.SeatID(2 + i), "I will vote for Ivo."})
			}
			p, o, _ := of9(t, seed, werewolf.Villager, nil, nil, talk...)
			in := first(p, (*state).appeal)
			asked = asked || in.Note != "" || in.More
			if p.State().undecided(o, 9) != want {
				t.Errorf("%d voters, seed %d: undecided is %v", voters, seed, !want)
			}
		}
		if asked != want {
			t.Errorf("%d voters: somebody is asked for a vote: %v", voters, asked)
		}
	}
}

// Who has told that somebody is a werewolf wants that player executed, though a rival is there whom its side would rather be rid of,
// though its pack has named another and though others have the votes; and takes no vote back for them.
func TestWhoHasFoundHoldsToIt(t *testing.T) {
	talk := []line{
		{1, 1, "I am the seer. I divined Gil and Gil is a werewolf."}, {1, 3, "I am the seer. I divined Ivo and Ivo is a human."},
		{1, 1, "I will vote for Gil."}, {1, 5, "I will vote for Cleo."}, {1, 2, "I will vote for Cleo."}, {1, 7, "I will vote for Cleo."},
		{1, 6, "I will vote for Hana."}, {1, 9, "I will vote for Hana."}, {1, 4, "I will vote for Hana."},
	}
	frankly := knowing(t, func(wolf, possessed *Ways) { wolf.Claims, wolf.Late, possessed.Late = 1, 0, 0 })
	frankly.Stakes = nil // only a werewolf's execution counts
	for _, role := range []werewolf.Role{werewolf.Possessed, werewolf.Werewolf, werewolf.Seer} {
		if role == werewolf.Seer {
			talk[1].text = "I will vote for Hana." // a player who may be the other werewolf, and whom the votes could turn on
		}
		for seed := range uint64(6) {
			p, o, _ := of9(t, seed, role, frankly, func(o *werewolf.Observation) {
				if o.Request.Left = (werewolf.Left{Length: werewolf.NoLimit}); role == werewolf.Seer {
					o.Divined = []werewolf.Finding{{Target: 7, Species: werewolf.Wolf}}
					for _, id := range []werewolf.SeatID{4, 5, 8, 9} {
						o.Divined = append(o.Divined, werewolf.Finding{Target: id, Species: werewolf.Human})
					}
				} else {
					o.Whispers = []werewolf.Utterance{{Day: 0, Seat: 2, Text: "By day Cleo would make a good scapegoat."}}
				}
			}, talk...)
			target := wants(p, (*state).want)
			if role == werewolf.Seer {
				target = wants(p, (*state).sway)
			}
			if target != 7 {
				t.Errorf("%s, seed %d: it has found Gil and wants %s", role, seed, o.Name(target))
			}
			if in := first(p, (*state).reconsider); !reflect.DeepEqual(in, talker.Intention{}) {
				t.Errorf("%s, seed %d: it takes its vote back: %+v", role, seed, in)
			}
		}
	}
}

// Where the execution of anybody else wins nothing binds a liar any more: it goes for whom others vote for, though it has found somebody
// else, and though the seer lives.
func TestWordBindsUntilTheGameIsDecided(t *testing.T) {
	for role, living := range map[werewolf.Role]werewolf.SeatSet{
		werewolf.Werewolf: werewolf.SetOf(1, 2, 3, 7, 8), werewolf.Possessed: werewolf.SetOf(1, 3, 7, 8),
	} {
		p, o, _ := of9(t, 1, role, nil, func(o *werewolf.Observation) { o.Living = living },
			line{1, 1, "I am the seer. I divined Gil and Gil is a werewolf."}, line{1, 7, "I will vote for Cleo."}, line{1, 8, "I am the seer. I divined Cleo and Cleo is a human."})
		if found := p.State().found(p.Table()); found != 0 {
			t.Errorf("%s: it is bound to %v", role, found)
		}
		if target := p.Table().Self.Target(); target != 3 {
			t.Errorf("%s: it wants %s", role, o.Name(target))
		}
	}
}
