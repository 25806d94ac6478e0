package werewolf

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// oneOf picks one of the values.
func oneOf[T any](rng *rand.Rand, values ...T) T { return values[rng.IntN(len(values))] }

// made is a table with roles that nobody has: one that guards, a second sort of werewolf, and one that whispers with the
// werewolves but is told of nobody and attacks nobody.
var made = func() *RoleTable {
	t, err := NewRoleTable(
		RoleSpec{Name: "SHERIFF", Letter: "X", Team: VillagerTeam, Species: Human, Power: Guards},
		RoleSpec{Name: "ALPHA", Letter: "Y", Team: WerewolfTeam, Species: Wolf, Power: Attacks, Knows: true, Whispers: true},
		RoleSpec{Name: "CULTIST", Letter: "Z", Team: WerewolfTeam, Species: Human, Whispers: true},
	)
	if err != nil {
		panic(err)
	}
	return t
}()

const (
	sheriff = FirstAdded + iota
	alpha
	cultist
)

// What the roles of the made table do, written down a second time so that the tests do not ask what they test.
var (
	wolfish    = RolesOf(Werewolf, alpha)
	whispering = RolesOf(Werewolf, alpha, cultist)
	guarding   = RolesOf(Bodyguard, sheriff)
)

// The roles that random games have; the likelier stand there more than once.
var (
	randomWolves = []Role{Werewolf, Werewolf, alpha}
	randomHumans = []Role{Villager, Villager, Villager, Seer, Medium, Bodyguard, Possessed, Freemason, Freemason, sheriff, cultist}
)

// fellows are the roles that a role is told of.
func fellows(r Role) RoleSet {
	switch {
	case wolfish.Has(r):
		return wolfish
	case r == Freemason:
		return RolesOf(Freemason)
	default:
		return 0
	}
}

// randomRoles is any legal composition of 3 to 16 players with roles of the made table.
func randomRoles(rng *rand.Rand) (c RoleCounts) {
	wolves := 1 + rng.IntN(4)
	humans := wolves + 1 + rng.IntN(12)
	if wolves == 1 && humans < 2 {
		humans = 2
	}
	for range wolves {
		c[oneOf(rng, randomWolves...)]++
	}
	for range humans {
		c[oneOf(rng, randomHumans...)]++
	}
	return c
}

// randomRules are legal rules with everything in them drawn.
func randomRules(rng *rand.Rand) Rules {
	r := made.Rules(randomRoles(rng))
	r.MaxDay = oneOf(rng, NoLimit, 1, 2, 3, 5, 8)
	r.VoteVisibility = rng.IntN(2) == 0
	r.Talk, r.Whisper = randomTalk(rng), randomTalk(rng)
	r.Vote = VoteRules{MaxCount: 1 + rng.IntN(3), AllowSelfVote: rng.IntN(2) == 0}
	r.AttackVote = AttackRules{MaxCount: 1 + rng.IntN(3), AllowNoTarget: rng.IntN(2) == 0}
	r.MaxFailedRatio = oneOf(rng, 0, 0.2, 0.4, 0.7, 1)
	if rng.IntN(2) == 0 {
		r.DayPhases, r.NightPhases = randomPhases(rng, "day", 3), randomPhases(rng, "night", 6)
	}
	if r.Validate() != nil { // the only fault can be a game without an end
		r.MaxDay = 4
	}
	return r
}

func randomTalk(rng *rand.Rand) TalkRules {
	t := TalkRules{
		Mode:      oneOf(rng, Serial, Serial, Synchronized, Anytime),
		Order:     oneOf(rng, EachTurn, EachTurn, EachPhase),
		MaxCount:  CountRules{PerAgent: oneOf(rng, 0, 1, 2, 4, 4, NoLimit), PerDay: oneOf(rng, 0, 3, 10, 30, NoLimit)},
		MaxSkip:   oneOf(rng, 0, 0, 1, 2, NoLimit),
		MaxLength: randomLength(rng),
		PerPhase:  rng.IntN(4) == 0,
	}
	t.OverPasses = rng.IntN(6) == 0
	if t.Mode == Anytime {
		t.Duration = 1000
	}
	if t.Mode != Anytime && t.MaxCount.PerAgent == NoLimit && t.MaxCount.PerDay == NoLimit {
		t.MaxCount.PerDay = 25
	}
	return t
}

func randomLength(rng *rand.Rand) LengthRules {
	l := LengthRules{
		CountInWord:   rng.IntN(3) == 0,
		PerTalk:       oneOf(rng, NoLimit, NoLimit, 3, 12, 30),
		MentionLength: oneOf(rng, NoLimit, 0, 5, 20),
		PerAgent:      oneOf(rng, NoLimit, NoLimit, 0, 8, 25),
		BaseLength:    oneOf(rng, NoLimit, 0, 6, 6, 20),
	}
	l.CountSpaces = !l.CountInWord && rng.IntN(2) == 0
	return l
}

func randomPhases(rng *rand.Rand, name string, most int) (out []Phase) {
	for i := range rng.IntN(most) {
		p := Phase{Name: fmt.Sprintf("%s%d", name, i)}
		for range 1 + rng.IntN(3) {
			// Two executions of one phase look like one in the log if the
			// votes of the first are all void.
			if a := oneOf(rng, actionNames[:]...); a != "execution" || !slices.Contains(p.Actions, a) {
				p.Actions = append(p.Actions, a)
			}
		}
		switch rng.IntN(4) {
		case 0:
			p.OnlyDay = new(int)
			*p.OnlyDay = rng.IntN(3)
		case 1:
			p.ExceptDay = new(int)
			*p.ExceptDay = rng.IntN(2)
		}
		out = append(out, p)
	}
	return out
}

// player makes up answers. Its rates are chances in a hundred.
type player struct {
	rng                          *rand.Rand
	fail, wrong, illegal, absent int
}

var randomWords = []string{
	"Good morning", "I am the seer", "@P1 what do you think?", "hm @P3 is a werewolf, I saw it @P2",
	"P10 or @P10 ?", "Over and out", "三番は人狼だ @P2 と思う", "so    many     blanks  @P4  here", "@P99 @nobody",
	"line\nbreak\tand tab", "a\u202eb\x00c", "bad \xff utf8", "  trimmed  ", "Skipping this", "@P1",
}

func (p *player) chance(percent int) bool { return p.rng.IntN(100) < percent }

func (p *player) text() string {
	switch n := p.rng.IntN(20); {
	case n < 3:
		return SkipText
	case n == 3:
		return OverText
	case n == 4:
		return oneOf(p.rng, "", " \n ", "\u2028")
	default:
		return oneOf(p.rng, randomWords...)
	}
}

// answer is an answer to the request, now and then a void one.
func (p *player) answer(q Request) Action {
	a := Action{Seat: q.Seat, Request: q.Kind}
	switch {
	case p.chance(p.absent) && !q.Open:
		a.Missing = true
	case q.Kind.Speaks():
		a.Text = p.text()
	case p.chance(p.illegal) || q.Targets == 0:
		a.Target = SeatID(p.rng.IntN(256) - 128)
	default:
		a.Target = q.Targets.Nth(p.rng.IntN(q.Targets.Len()))
	}
	return a
}

// act is the next thing to happen to a game.
func (p *player) act(g *Game, n int) Action {
	pending := g.Pending()
	q := pending[p.rng.IntN(len(pending))]
	switch {
	case p.rng.IntN(1000) < p.fail:
		return Action{Kind: Fail, Seat: SeatID(1 + p.rng.IntN(n))}
	case q.Open && p.chance(15):
		return Action{Kind: CloseFloor}
	case p.chance(p.wrong):
		return Action{
			Kind: oneOf(p.rng, Answer, Answer, CloseFloor, Fail, 77), Seat: SeatID(p.rng.IntN(n+4) - 2),
			Request: RequestKind(p.rng.IntN(int(numRequests) + 1)),
		}
	default:
		return p.answer(q)
	}
}

// played is a random game with all that went into it.
type played struct {
	rules  Rules
	seats  []Seat
	seed   uint64
	inputs []Action // accepted ones
	valid  []string // choices among the legal targets
	chance *recorder
	game   *Game
}

// playChaos plays a game with everything random and checks on the way that
// refused inputs change nothing.
func playChaos(t *testing.T, seed uint64, step func(*played)) *played {
	rng := newRand(seed)
	p := &played{rules: randomRules(rng), seed: seed, chance: &recorder{Chance: Seeded(seed)}}
	p.seats = table(p.rules.Players())
	for i := range p.seats {
		if i%2 == 0 {
			p.seats[i].Profile = fmt.Sprintf("profile %d", i)
		}
	}
	p.game = begin(t, p.rules, p.seats, p.chance)
	who := &player{rng: rng, fail: oneOf(rng, 0, 0, 5, 20), wrong: 3, illegal: 8, absent: oneOf(rng, 0, 5, 30)}
	step(p)
	for n := 0; len(p.game.Pending()) > 0; n++ {
		if n > 20_000 {
			t.Fatalf("seed %d: the game does not end", seed)
		}
		if a := who.act(p.game, len(p.seats)); p.take(t, a) {
			p.inputs = append(p.inputs, a)
			step(p)
		}
	}
	return p
}

// take applies an input; a refused one must leave the game as it was.
func (p *played) take(t *testing.T, a Action) bool {
	log, pending := len(p.game.Log()), slices.Clone(p.game.Pending())
	day := p.game.Day()
	err := p.game.Apply(a)
	if err == nil {
		for _, q := range pending {
			if a.Kind == Answer && a.Seat == q.Seat && a.Request == q.Kind && q.Targets.Has(a.Target) && !a.Missing {
				p.valid = append(p.valid, fmt.Sprintf("day %d: %s %d -> %d", day, q.Kind, q.Seat, a.Target))
			}
		}
		return true
	}
	if len(p.game.Log()) != log || !slices.Equal(pending, p.game.Pending()) {
		t.Fatalf("seed %d: refused %+v changed the game", p.seed, a)
	}
	return false
}

// unheard compares the valid choices with those in the log; a game that ends
// by a failure may lack the last.
func (p *played) unheard() string {
	kinds := map[EventKind]RequestKind{VoteCast: Vote, DivineChosen: Divine, GuardChosen: Guard, AttackCast: Attack}
	var heard []string
	for _, e := range p.game.Log() {
		if kind, ok := kinds[e.Kind]; ok {
			heard = append(heard, fmt.Sprintf("day %d: %s %d -> %d", e.Day, kind, e.Seat, e.Target))
		}
	}
	slices.Sort(heard)
	valid := slices.Sorted(slices.Values(p.valid))
	if p.game.Result().End == Failure || slices.Equal(heard, valid) {
		return ""
	}
	return firstDifference(strings.Join(heard, "\n"), strings.Join(valid, "\n"))
}

var long = flag.Bool("long", false, "count and play over several times as many seeds")

// seeds is how many random games a test plays, and with -long.
func seeds(many, few int) uint64 {
	if *long {
		return uint64(many)
	}
	return uint64(few)
}
