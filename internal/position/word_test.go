package position_test

import (
	"fmt"
	"maps"

	"wolfden/gamelog"
	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// breach is one way in which a seat's word is broken.
type breach string

const (
	otherRole   breach = "claims another role without taking back the first"
	otherResult breach = "tells another result of the same player"
	tooMany     breach = "tells more results than there were nights"
	brokenVote  breach = "votes otherwise than announced"
	turnedVote  breach = "announces another vote although nothing has happened"
	untold      breach = "keeps a result from before to itself, as the seer it is known as"
	madeUp      breach = "tells a result that it never had, as one who has true ones"
	fellowsRole breach = "claims the role that a fellow has said in whispers that it would claim, and claims"
	otherPrey   breach = "attacks somebody whom no werewolf has named tonight"
)

// wordKeeper listens to a game as the table does, and finds where one seat breaks the word it has given before a moment.
type wordKeeper struct {
	seat     werewolf.SeatID
	rules    *werewolf.Rules
	names    []string
	role     werewolf.Role
	listener *understand.Listener
	found    func(b breach, what string)

	since  bool                                 // the moment has come
	claim  werewolf.Role                        // of the seat, at the moment
	given  int                                  // results that it had told by then
	before map[werewolf.SeatID]werewolf.Species // its true results from before
	told   map[werewolf.SeatID]werewolf.Species // what it has told so far
	true   map[werewolf.SeatID]werewolf.Species
	spoke  int // utterances with words since, on days with a vote
	backs  int // claims taken back outright since
	last   int // claims to be of the werewolves' side with three left since: the plan of some

	day     int
	living  werewolf.SeatSet
	plan    werewolf.SeatID  // announced today
	urged   werewolf.SeatSet // whom it has asked everybody to vote for today
	news    int              // whatever others have said of anybody
	planned int              // news at the time of the announcement
	facts   int              // claims, results and deaths
	asOf    int              // facts at the time of the announcement

	pact map[werewolf.Role]werewolf.SeatID // what fellows have whispered that they will claim
	prey werewolf.SeatSet                  // whom werewolves have named tonight
}

func newWordKeeper(rec *gamelog.Record, seat werewolf.SeatID, found func(breach, string)) *wordKeeper {
	h := &rec.Header
	k := &wordKeeper{
		seat: seat, rules: &h.Rules, role: h.Seats[seat-1].Role, found: found, pact: map[werewolf.Role]werewolf.SeatID{},
		told: map[werewolf.SeatID]werewolf.Species{}, true: map[werewolf.SeatID]werewolf.Species{}, before: map[werewolf.SeatID]werewolf.Species{},
	}
	k.living = werewolf.SeatsUpTo(len(h.Seats))
	for _, s := range h.Seats {
		k.names = append(k.names, s.Name)
	}
	k.listener = understand.New(understand.Table{Names: k.names, Roles: h.Rules.Roles, Specs: h.Rules.Table})
	return k
}

// follow goes through the record; from is where the seat's new player has come.
func (k *wordKeeper) follow(rec *gamelog.Record, from int) {
	for i := range rec.Entries {
		if i == from {
			k.since = true
			maps.Copy(k.before, k.true)
			k.claim, k.given = k.ledger().ClaimOf(k.seat), len(k.told)
		}
		if e := rec.Entries[i].Event; e != nil {
			k.see(e)
		}
	}
	k.end()
}

func (k *wordKeeper) ledger() *ledger.Ledger { return k.listener.Ledger() }

func (k *wordKeeper) see(e *werewolf.Event) {
	if e.Day != k.day {
		k.day, k.plan, k.urged, k.prey = e.Day, 0, 0, 0
	}
	switch e.Kind {
	case werewolf.Executed, werewolf.FoundDead:
		k.listener.Died(e.Seat)
		k.news++
		k.facts++
		k.living = k.living.Without(e.Seat)
	case werewolf.SeerTold, werewolf.MediumTold:
		if e.Seat == k.seat {
			k.true[e.Target] = e.Species
		}
	case werewolf.Talked:
		k.hear(e)
	case werewolf.Whispered:
		rows := k.listener.Understand(utterance(e), true)
		if role := rows.Claimed(e.Seat); role != werewolf.NoRole && e.Seat != k.seat {
			k.pact[role] = e.Seat
		}
		k.prey = k.prey.With(rows.Announced(speech.Attack)) &^ 1
	case werewolf.AttackCast:
		if named := k.prey & k.living; e.Seat == k.seat && named != 0 && !named.Has(e.Target) {
			k.breach(otherPrey, "%s", k.name(e.Target))
		}
	case werewolf.VoteCast:
		if e.Seat == k.seat && k.since && k.plan != 0 && e.Target != k.plan && !k.urged.Has(e.Target) && k.facts == k.asOf {
			k.breach(brokenVote, "%s announced, %s voted for", k.names[k.plan-1], k.name(e.Target))
		}
	default: // has nothing to do with anybody's word
	}
}

func (k *wordKeeper) name(id werewolf.SeatID) string {
	if id == 0 {
		return "nobody"
	}
	return k.names[id-1]
}

func (k *wordKeeper) breach(b breach, format string, args ...any) {
	if k.since {
		k.found(b, fmt.Sprintf("day %d: ", k.day)+fmt.Sprintf(format, args...))
	}
}

func utterance(e *werewolf.Event) *werewolf.Utterance {
	return &werewolf.Utterance{Day: e.Day, Idx: e.Idx, Turn: e.Turn, Seat: e.Seat, Text: e.Text, Skip: e.Skip, Over: e.Over}
}

func (k *wordKeeper) hear(e *werewolf.Event) {
	heard := k.ledger()
	claims, results, lines := len(heard.Claims()), len(heard.Findings()), len(heard.Lines())
	was := heard.ClaimOf(k.seat)
	rows := k.listener.Hear(*utterance(e), false)
	if e.Seat == k.seat && !e.Skip && !e.Over {
		k.own(e.Text, rows, was)
	}
	if e.Seat != k.seat && len(heard.Lines()) > lines {
		k.news++
	}
	if e.Seat != k.seat && (len(heard.Claims()) > claims || len(heard.Findings()) > results) {
		k.facts++
	}
	if e.Seat != k.seat {
		return
	}
	if target := rows.Announced(speech.Vote); target != 0 {
		k.plan, k.planned, k.asOf = target, k.news, k.facts
	}
	if rows.Retracts(k.seat) {
		k.facts++ // what it had found falls with it
	}
	k.urged = k.urged.With(rows.Urged())
}

func (k *wordKeeper) own(text string, rows speech.Rows, was werewolf.Role) {
	claimed := rows.Claimed(k.seat)
	retracts := rows.Retracts(k.seat)
	if retracts && k.since {
		k.backs++
	}
	if atLast := k.rules.Table.Team(claimed) == werewolf.WerewolfTeam && k.living.Len() <= 3; atLast && was != werewolf.NoRole && k.since {
		k.last++
	} else if was != werewolf.NoRole && claimed != werewolf.NoRole && claimed != was && was == k.claim && !retracts {
		k.breach(otherRole, "was %s: %q", k.rules.Table.Name(was), text)
	}
	if fellow := k.pact[claimed]; was == werewolf.NoRole && fellow != 0 && k.ledger().ClaimAt(fellow, k.ledger().Heard()-1) == claimed {
		k.breach(fellowsRole, "%s of %s: %q", k.rules.Table.Name(claimed), k.name(fellow), text)
	}
	for a := range rows.Results(k.seat) {
		if !a.Tells() || a.Species == werewolf.NoSpecies || a.Target == k.seat {
			continue
		}
		before, known := k.told[a.Target]
		k.told[a.Target] = a.Species
		switch honest, has := k.true[a.Target]; {
		case known && before != a.Species:
			k.breach(otherResult, "%s was %s: %q", k.name(a.Target), before, text)
		case known:
		case k.given > 0 && len(k.told) > k.day && claimed != werewolf.Medium && k.ledger().ClaimSpec(k.seat).Power == werewolf.Divines:
			k.breach(tooMany, "%d by day %d: %q", len(k.told), k.day, text)
		case len(k.true) > 0 && (!has || honest != a.Species):
			k.breach(madeUp, "%s: %q", k.name(a.Target), text)
		}
	}
	if target := rows.Announced(speech.Vote); target != 0 && k.plan != 0 && target != k.plan && k.since {
		if k.news == k.planned {
			k.breach(turnedVote, "%s before: %q", k.name(k.plan), text)
		}
	}
	if k.since && k.day > 0 {
		k.spoke++
	}
}

// end is called when the game is over.
func (k *wordKeeper) end() {
	power := k.rules.Table.Spec(k.role).Power
	if k.ledger().ClaimSpec(k.seat).Power != power || k.spoke < 2 {
		return
	}
	for id, s := range k.before {
		if _, told := k.told[id]; !told {
			k.breach(untold, "%s is %s", k.name(id), s)
		}
	}
}
