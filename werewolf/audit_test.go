package werewolf

import (
	"fmt"
	"math/big"
	"slices"
	"testing"
)

// audit reads a log from front to back as the rules page says a game goes, and
// stops at the first event that should not be there or is missing. It knows the
// rules, the log and the draws, and nothing of the machine: what it needs to
// know of the game it works out anew, slowly.
type audit struct {
	rules *Rules
	log   []Event
	draws []drawn
	pos   int
	day   int
	phase int8

	role     map[SeatID]Role
	living   SeatSet
	gone     SeatSet
	speakers [2]map[SeatID]*speaker // today's, of talk and whisper
	used     [2]int
	asked    bool // somebody was, today
	idle     int

	executed, killed     SeatSet
	votes, attackVotes   []Ballot
	divined, bodyguarded []Ballot
}

// broken and finished end an audit from wherever it is.
type (
	broken   struct{ why string }
	finished struct{}
)

// auditLog says what is wrong with a log, "" if nothing is.
func auditLog(r *Rules, seats []Seat, log []Event, draws []drawn) (wrong string) {
	a := &audit{rules: r, log: log, draws: draws, phase: -1, role: map[SeatID]Role{}}
	defer func() {
		switch why := recover().(type) {
		case broken:
			wrong = fmt.Sprintf("event %d: %s\n%s", a.pos, why.why, lines(log[max(0, a.pos-12):min(len(log), a.pos+4)]))
		case finished:
		default:
			panic(why)
		}
	}()
	a.prologue(seats)
	for {
		a.playDay()
	}
}

func (a *audit) need(ok bool, format string, args ...any) {
	if !ok {
		panic(broken{fmt.Sprintf(format, args...)})
	}
}

// is reports whether the next event is of the kind, failures left aside.
func (a *audit) is(kind EventKind) bool {
	a.absorb()
	return a.pos < len(a.log) && a.log[a.pos].Kind == kind
}

// next takes the next event, which must be of the kind and seen by whom it may.
func (a *audit) next(kind EventKind) Event {
	a.need(a.is(kind), "want %s", kind)
	e := a.log[a.pos]
	a.need(e.Day == a.day && e.Phase == a.phase, "day %d phase %d, want %d and %d", e.Day, e.Phase, a.day, a.phase)
	a.need(e.Audience == a.audience(&e), "seen by %s, want %s", e.Audience, a.audience(&e))
	a.pos++
	return e
}

// absorb takes the failures of the phase, which may come at any time in it; one
// too many ends the game.
func (a *audit) absorb() {
	for a.pos < len(a.log) {
		e := a.log[a.pos]
		if e.Kind != Failed || e.Day != a.day || e.Phase != a.phase {
			return
		}
		a.need(e.Audience == Nobody && !a.gone.Has(e.Seat), "seat %d fails again or somebody sees it", e.Seat)
		a.gone = a.gone.With(e.Seat)
		a.asked = true // the game waits for answers only
		a.pos++
		ratio, _ := new(big.Rat).SetString(fmt.Sprint(a.rules.MaxFailedRatio))
		limit := ratio.Mul(ratio, big.NewRat(int64(a.rules.Players()), 1))
		floor := new(big.Int).Quo(limit.Num(), limit.Denom()).Int64()
		if a.gone.Len() >= int(max(1, floor)) {
			a.epilogue(NoTeam, Failure)
		}
	}
}

// audience is who may see an event, by the rules page and the protocol.
func (a *audit) audience(e *Event) Audience {
	switch e.Kind {
	case Dealt:
		return Only(a.all(fellows(e.Role)).With(e.Seat))
	case Introduced, VoteCast, DivineChosen, GuardChosen, AttackCast, MediumTold, SeerTold:
		return Only(SetOf(e.Seat))
	case Whispered:
		return Only(a.all(whispering))
	case AttackVotesShown:
		return Only(a.all(wolfish))
	case AttackMade:
		return Nobody
	default:
		return Everybody
	}
}

// all is every seat with one of the roles, dead or alive.
func (a *audit) all(roles RoleSet) (s SeatSet) {
	for id, r := range a.role {
		if roles.Has(r) {
			s = s.With(id)
		}
	}
	return s
}

func (a *audit) prologue(seats []Seat) {
	for i, s := range seats {
		e := a.next(Seated)
		a.need(e.Seat == SeatID(i+1) && e.Text == s.Name, "seat %d is called %q", i+1, s.Name)
		a.living = a.living.With(e.Seat)
	}
	for i, s := range seats {
		if s.Profile != "" {
			e := a.next(Introduced)
			a.need(e.Seat == SeatID(i+1) && e.Text == s.Profile, "seat %d has the profile %q", i+1, s.Profile)
		}
	}
	var counts RoleCounts
	for _, e := range only(a.log, Dealt) {
		a.role[e.Seat] = e.Role
		counts[e.Role]++
	}
	a.need(counts == a.rules.Roles, "roles %v, want %v", counts, a.rules.Roles)
	for i := range seats {
		e := a.next(Dealt)
		a.need(e.Seat == SeatID(i+1), "the roles of all seats in order")
	}
}

func (a *audit) playDay() {
	a.used, a.asked = [2]int{}, false
	a.speakers = [2]map[SeatID]*speaker{{}, {}}
	a.results()
	a.next(DayBegan)
	for i := range a.rules.DayPhases {
		a.play(int8(i), &a.rules.DayPhases[i])
	}
	a.phase = -1
	a.next(NightBegan)
	for i := range a.rules.NightPhases {
		a.play(int8(i+len(a.rules.DayPhases)), &a.rules.NightPhases[i])
	}
	a.phase = -1
	if a.idle++; a.asked {
		a.idle = 0
	}
	if a.rules.MaxDay == NoLimit && a.idle == 2 {
		a.epilogue(NoTeam, Failure)
	}
	if a.rules.MaxDay != NoLimit && a.day == a.rules.MaxDay {
		a.epilogue(NoTeam, DayLimit)
	}
	a.day++
}

func (a *audit) play(index int8, p *Phase) {
	if p.OnlyDay != nil && *p.OnlyDay != a.day || p.ExceptDay != nil && *p.ExceptDay == a.day {
		return
	}
	a.phase = index
	for _, name := range p.Actions {
		switch name {
		case "talk":
			a.talk(Talked, a.living, len(p.Actions) > 1)
		case "whisper":
			a.talk(Whispered, a.living&a.all(whispering), len(p.Actions) > 1)
		case "execution":
			a.execution()
		case "attack":
			a.attack()
		case "divine":
			a.choices(DivineChosen, RolesOf(Seer), &a.divined)
		case "guard":
			a.choices(GuardChosen, guarding, &a.bodyguarded)
		}
		a.absorb()
		a.win()
	}
}

// win ends the audit where the rules say that the game is won.
func (a *audit) win() {
	wolves := (a.living & a.all(wolfish)).Len()
	humans := a.living.Len() - wolves
	if wolves == 0 {
		a.epilogue(VillagerTeam, Elimination)
	}
	if wolves >= humans {
		a.epilogue(WerewolfTeam, Parity)
	}
}

func (a *audit) execution() {
	a.expect(a.living)
	var votes []Ballot
	top, round := SeatSet(0), 0
	for ; ; round++ {
		votes = a.round(VoteCast, round, a.living, func(voter SeatID) SeatSet {
			if a.rules.Vote.AllowSelfVote {
				return a.living
			}
			return a.living.Without(voter)
		})
		if top = tally(votes); top.Len() < 2 || round+1 == a.rules.Vote.MaxCount {
			break
		}
	}
	a.votes = votes
	if top != 0 {
		e := a.next(Executed)
		a.need(e.Seat == a.decided(top, DrawExecution, round), "executed must be of %s, as drawn", top)
		a.living = a.living.Without(e.Seat)
		a.executed = a.executed.With(e.Seat)
	}
}

func (a *audit) attack() {
	wolves := a.all(wolfish) & a.living
	a.expect(wolves)
	var votes []Ballot
	top, round := SeatSet(0), 0
	for ; ; round++ {
		votes = a.round(AttackCast, round, wolves, func(SeatID) SeatSet { return a.living &^ a.all(wolfish) })
		if top = tally(votes); top.Len() < 2 || round+1 == a.rules.AttackVote.MaxCount {
			break
		}
	}
	a.attackVotes = votes
	want := SeatID(0)
	if top.Len() == 1 || !a.rules.AttackVote.AllowNoTarget {
		want = a.decided(top, DrawAttack, round)
	}
	e := a.next(AttackMade)
	a.need(e.Target == want, "attacked must be %d of %s", want, top)
	guarded := slices.ContainsFunc(a.bodyguarded, func(b Ballot) bool { return b.Target == want && a.living.Has(b.Seat) })
	a.need(e.Killed == (want != 0 && !guarded), "killed=%t, guards %v", e.Killed, a.bodyguarded)
	if e.Killed {
		a.living = a.living.Without(want)
		a.killed = a.killed.With(want)
	}
}

// round reads the votes of one round: by seat, each once, all legal.
func (a *audit) round(kind EventKind, round int, voters SeatSet, legal func(SeatID) SeatSet) (out []Ballot) {
	last := SeatID(0)
	for a.is(kind) && a.log[a.pos].Phase == a.phase && a.log[a.pos].Turn == round {
		e := a.next(kind)
		a.need(e.Seat > last && voters.Has(e.Seat), "votes by seat, of %s", voters)
		a.need(legal(e.Seat).Has(e.Target), "legal are %s", legal(e.Seat))
		last = e.Seat
		out = append(out, Ballot{e.Seat, e.Target})
	}
	return out
}

// choices reads the divinations or guards of one stage.
func (a *audit) choices(kind EventKind, roles RoleSet, to *[]Ballot) {
	who := a.living & a.all(roles)
	a.expect(who)
	for last := SeatID(0); a.is(kind) && a.log[a.pos].Phase == a.phase && a.log[a.pos].Seat > last; {
		e := a.next(kind)
		a.need(who.Has(e.Seat) && a.living.Has(e.Target) && e.Target != e.Seat, "a legal choice of %s", who)
		last = e.Seat
		*to = append(*to, Ballot{e.Seat, e.Target})
	}
}

// expect notes that those present of the seats are asked.
func (a *audit) expect(who SeatSet) { a.asked = a.asked || who&^a.gone != 0 }

// tally is who has the most votes, counted candidate by candidate.
func tally(ballots []Ballot) (top SeatSet) {
	most := 1
	for id := SeatID(1); id <= MaxSeats; id++ {
		n := 0
		for _, b := range ballots {
			if b.Target == id {
				n++
			}
		}
		if n > most {
			most, top = n, 0
		}
		if n == most {
			top = top.With(id)
		}
	}
	return top
}

// decided is the one of the set, or the one that was drawn of it.
func (a *audit) decided(top SeatSet, why Decision, round int) SeatID {
	if top.Len() < 2 {
		return top.First()
	}
	for _, d := range a.draws {
		if d.why == why && d.tied == top && d.at == (Occasion{a.day, int(a.phase), round}) {
			a.need(top.Has(d.taken), "drew %d of %s", d.taken, top)
			return d.taken
		}
	}
	a.need(false, "no draw among %s", top)
	return 0
}

// results reads what dawn tells of the day and night before.
func (a *audit) results() {
	for id := range a.killed.All() {
		a.need(a.next(FoundDead).Seat == id, "want the death of %d", id)
	}
	if a.rules.VoteVisibility && len(a.votes) > 0 {
		a.need(slices.Equal(a.next(VotesShown).Votes, a.votes), "want the votes %v", a.votes)
	}
	if a.rules.VoteVisibility && len(a.attackVotes) > 0 {
		a.need(slices.Equal(a.next(AttackVotesShown).Votes, a.attackVotes), "want the votes %v", a.attackVotes)
	}
	for out := range a.executed.All() {
		for id := range a.all(RolesOf(Medium)).All() {
			e := a.next(MediumTold)
			a.need(e.Seat == id && e.Target == out && e.Species == a.species(out), "the medium %d is told of %d", id, out)
		}
	}
	for _, b := range a.divined {
		e := a.next(SeerTold)
		a.need(e.Seat == b.Seat && e.Target == b.Target && e.Species == a.species(b.Target), "the seer %d is told of %d", b.Seat, b.Target)
	}
	a.executed, a.killed = 0, 0
	a.votes, a.attackVotes, a.divined, a.bodyguarded = nil, nil, nil, nil
}

// species is what the table of the rules page says of a seat's role.
func (a *audit) species(id SeatID) Species {
	if wolfish.Has(a.role[id]) {
		return Wolf
	}
	return Human
}

// epilogue reads the morning after and ends the audit.
func (a *audit) epilogue(winner Team, how End) {
	a.day, a.phase = a.day+1, -1
	a.results()
	for id := range SeatsUpTo(a.rules.Players()).All() {
		e := a.next(RoleShown)
		a.need(e.Seat == id && e.Role == a.role[id], "want the role of %d, %s", id, a.role[id])
	}
	e := a.next(GameOver)
	a.need(e.Winner == winner && e.End == how, "want %s by %s", winner, how)
	a.need(a.pos == len(a.log), "events after the end")
	panic(finished{})
}

func TestRandomGamesKeepTheRules(t *testing.T) {
	t.Parallel()
	ends := map[End]int{}
	for seed := range seeds(1500, 500) {
		var kept []Event
		p := playChaos(t, seed, func(p *played) { kept = append(kept, p.game.Log()[len(kept):]...) })
		if wrong := auditLog(&p.rules, p.seats, p.game.Log(), p.chance.draws); wrong != "" {
			t.Fatalf("seed %d: %s\nrules %+v", seed, wrong, p.rules)
		}
		if got := lines(kept); got != lines(p.game.Log()) {
			t.Fatalf("seed %d: events changed after they were in the log", seed)
		}
		if err := p.game.Apply(Action{Kind: CloseFloor}); err == nil || len(p.game.Log()) != len(kept) {
			t.Fatalf("seed %d: the game goes on after its end", seed)
		}
		if missing := p.unheard(); missing != "" {
			t.Fatalf("seed %d: not every valid choice is in the log, at %s", seed, missing)
		}
		ends[p.game.Result().End]++
	}
	for _, how := range []End{Elimination, Parity, DayLimit, Failure} {
		if ends[how] < 20 {
			t.Errorf("only %d games ended by %s", ends[how], how)
		}
	}
}
