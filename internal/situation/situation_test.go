package situation

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"wolfden/werewolf"
)

// made is a situation of two days: the seer Bela speaks twice, votes, and chooses whom to divine.
const made = `about: for tests
lang: en
players:
  - {name: Ada, role: VILLAGER}
  - {name: Bela, role: SEER}
  - {name: Cleo, role: WEREWOLF}
  - {name: Dora, role: POSSESSED}
  - {name: Ezra, role: VILLAGER}
  - {name: Fay, role: VILLAGER}
  - {name: Gus, role: VILLAGER}
seat: Bela
days:
  - day: 0
    talk: |
      Cleo: Good evening.
      Bela: The night will tell.
    divine: {Bela: Ada}
  - day: 1
    talk: |
      Ada: I suspect Gus.
      Bela: I am the seer. I divined Ada and Ada is human.
    vote: {Ada: Gus, Bela: Gus, Cleo: Ada, Dora: Ada}
    executed: Gus
    divine: {Bela: Cleo}
    attack: {Cleo: Fay}
    killed: Fay
  - day: 2
    talk: |
      Dora: I am the seer. I divined Ezra and Ezra is human.
      Bela: ?? I divined Cleo and Cleo is a werewolf.
      Ada: Let us vote for Cleo.
      Bela: ??
    vote: {Ada: Ezra, Bela: ?? Cleo, Cleo: Ezra, Dora: Ezra}
    divine: {Bela: ??}
expect:
  - law: speaks
    why: of the test
`

// said is a player that gives these answers, one after the other, and keeps what it was told.
type said struct {
	answers []string
	told    []werewolf.Observation
	limit   time.Duration // of the last answer
}

// Answer implements match.Player.
func (p *said) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	p.told = append(p.told, o)
	if due, limited := ctx.Deadline(); limited {
		p.limit = time.Until(due)
	}
	if !o.Request.Kind.Speaks() && !o.Request.Kind.Chooses() || len(p.answers) == 0 {
		return "", nil
	}
	answer := p.answers[0]
	p.answers = p.answers[1:]
	return answer, nil
}

// with is the made situation with other text.
func with(t *testing.T, replaced ...string) *Situation {
	t.Helper()
	s, err := Parse("made", []byte(strings.NewReplacer(replaced...).Replace(made)))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestWhatThePlayerIsTold: it is asked the questions only, in their order, and knows what its seat has seen until then and no more.
func TestWhatThePlayerIsTold(t *testing.T) {
	p := &said{answers: []string{"Hello.", "Over", "Cleo", "Dora"}}
	run, err := with(t).Try(t.Context(), Wired(p, "G"))
	if err != nil {
		t.Fatal(err)
	}
	var kinds []werewolf.RequestKind
	for _, o := range p.told {
		kinds = append(kinds, o.Request.Kind)
	}
	day := []werewolf.RequestKind{werewolf.DailyInitialize, werewolf.DailyFinish}
	want := slices.Concat([]werewolf.RequestKind{werewolf.Initialize}, day, day, []werewolf.RequestKind{
		werewolf.DailyInitialize, werewolf.Talk, werewolf.Talk, werewolf.DailyFinish, werewolf.Vote, werewolf.Divine,
	})
	if !slices.Equal(kinds, want) {
		t.Fatalf("it is told %v", kinds)
	}
	first, second, last := &p.told[6], &p.told[7], &p.told[len(p.told)-1]
	var heard []string
	for _, u := range first.Talks {
		if talks(u.Text) {
			heard = append(heard, u.Text)
		}
	}
	if !slices.Equal(heard, []string{"Good evening.", "The night will tell.", "I suspect Gus.",
		"I am the seer. I divined Ada and Ada is human.", "I am the seer. I divined Ezra and Ezra is human."}) {
		t.Errorf("at the first question it has heard %q", heard)
	}
	for _, text := range []string{"Hello.", "Let us vote for Cleo."} {
		if !slices.ContainsFunc(second.Talks, func(u werewolf.Utterance) bool { return u.Text == text }) {
			t.Errorf("at the second question it has not heard %q: %+v", text, second.Talks)
		}
	}
	if first.Role() != werewolf.Seer || len(first.Divined) != 2 || len(first.Deaths) != 2 || len(first.Votes) != 4 || len(last.Chosen) != 1 {
		t.Errorf("it knows %+v", first)
	}
	if len(run.Answers) != 4 || run.Answers[0].Said != "Hello." || run.Answers[0].Was != "I divined Cleo and Cleo is a werewolf." ||
		run.Answers[2].Said != "Cleo" || run.Answers[2].Was != "Cleo" || run.Answers[3].Said != "Dora" || run.Answers[3].Was != "" {
		t.Errorf("its answers are %+v", run.Answers)
	}
}

// TestExpectations: each holds for the answers that do what it asks for, and for no others.
func TestExpectations(t *testing.T) {
	const tells = "I divined Cleo and Cleo is a werewolf."
	for _, tt := range []struct {
		expect string
		holds  []string // an answer to each question
		breaks []string
	}{
		{"law: speaks", []string{"Hello.", "Over", "Cleo", "Ada"}, []string{"Skip", "Cleo", "Ada"}},
		{"law: answers", []string{"Hello.", "Over", "Cleo", "Ada"}, []string{"Over", "Cleo", "Ada"}},
		{"law: tells a black result", []string{"Hello.", tells, "Cleo", "Ada"}, []string{"I suspect Cleo.", "I vote for Cleo.", "Cleo", "Ada"}},
		{"law: tells its results", []string{tells, "Over", "Cleo", "Ada"}, []string{"I divined Cleo and Cleo is human.", "Over", "Cleo", "Ada"}},
		{"law: tells no false result", []string{tells, "Over", "Cleo", "Ada"}, []string{"I divined Dora and Dora is a werewolf.", "Over", "Cleo", "Ada"}},
		{"law: keeps its claim", []string{"I am the seer.", "Over", "Cleo", "Ada"}, []string{"I am the bodyguard.", "Over", "Cleo", "Ada"}},
		{"law: keeps its claim", []string{"Hello.", "Over", "Cleo", "Ada"}, []string{"I take back my claim. I am not the seer.", "Over", "Cleo", "Ada"}},
		{"law: keeps its word", []string{"I vote for Ada.", "No, I vote for Cleo.", "Cleo", "Ada"}, []string{"I vote for Ada.", "Over", "Cleo", "Ada"}},
		{"law: never votes for itself", []string{"Hello.", "Over", "Cleo", "Ada"}, []string{"Hello.", "Over", "Bela", "Ada"}},
		{"vote: [Cleo, Dora]", []string{"Hello.", "Over", "Dora", "Ada"}, []string{"Hello.", "Over", "Ezra", "Ada"}},
		{"vote: [Cleo, Dora]", []string{"Hello.", "Over", "Cleo", "Ada"}, []string{"Hello.", "Over", "Nobody", "Ada"}},
		{"not_vote: [Ada]", []string{"Hello.", "Over", "Dora", "Ada"}, []string{"Hello.", "Over", "Ada", "Dora"}},
		{"divine: [Dora]", []string{"Hello.", "Over", "Ada", "Dora"}, []string{"Hello.", "Over", "Dora", "Ezra"}},
		{"not_divine: [Ada]", []string{"Hello.", "Over", "Ada", "Dora"}, []string{"Hello.", "Over", "Dora", "Ada"}},
		{"says: [AGAINST Dora]", []string{"Hello.", "I vote for Dora.", "Cleo", "Ada"}, []string{"I trust Dora.", "I vote for Cleo.", "Dora", "Ada"}},
		{"says: [DIVINED Cleo WEREWOLF, COMINGOUT ANY MEDIUM]", []string{tells, "Over", "Cleo", "Ada"}, []string{"I divined Cleo and Cleo is human.", "Over", "Cleo", "Ada"}},
		{"says: [REQUEST ANY (VOTE Cleo)]", []string{"Let us vote for Cleo.", "Over", "Cleo", "Ada"}, []string{"I vote for Cleo.", "Over", "Cleo", "Ada"}},
		{"never: [VOTE ANY]", []string{"I suspect Cleo.", "Over", "Cleo", "Ada"}, []string{"Hello.", "I vote for Cleo.", "Cleo", "Ada"}},
	} {
		s := with(t, "law: speaks", tt.expect)
		for held, answers := range map[bool][]string{true: tt.holds, false: tt.breaks} {
			run, err := s.Try(t.Context(), &said{answers: slices.Clone(answers)})
			if err != nil {
				t.Fatal(err)
			}
			if got := len(run.Broken) == 0; got != held {
				t.Errorf("%s: %q: broken are %+v", tt.expect, answers, run.Broken)
			}
		}
	}
}

// TestSecretOfItsSide: a werewolf may claim what it likes but what it is, also of its fellows.
func TestSecretOfItsSide(t *testing.T) {
	s := with(t, "seat: Bela", "seat: Cleo", "role: POSSESSED", "role: WEREWOLF", "Bela: ?? I", "Bela: I", "      Bela: ??\n", "      Cleo: ??\n",
		"vote: {Ada: Ezra, Bela: ?? Cleo, Cleo: Ezra, Dora: Ezra}", "vote: {Cleo: ??}", "    divine: {Bela: ??}\n", "", "attack: {Cleo: Fay}", "attack: {Cleo: Fay, Dora: Fay}",
		"law: speaks", "law: tells no secret of its side")
	for words, held := range map[string]bool{"I am the werewolf.": false, "I am the seer.": true, "I suspect Ada.": true} {
		run, err := s.Try(t.Context(), &said{answers: []string{words, "Ada"}})
		if err != nil {
			t.Fatal(err)
		}
		if got := len(run.Broken) == 0; got != held {
			t.Errorf("%q: broken are %+v", words, run.Broken)
		}
	}
}

// TestMistakesInFiles: what is wrong is said, and where.
func TestMistakesInFiles(t *testing.T) {
	for _, tt := range []struct{ old, new, want string }{
		{"lang: en", "lang: fr", `lang: "fr"; en or ja`},
		{"lang: en", "lang: en\nlnag: en", "lnag: unknown key lnag, did you mean lang?"},
		{"about: for tests", "about: [", "made:1: "},
		{"seat: Bela", "seat: Bert", `seat: nobody is called "Bert"`},
		{"role: SEER", "role: PRIEST", `players[1]: "PRIEST" is no role`},
		{"name: Dora", "name: \"\\e[2J\"", `"\x1b[2J" cannot be a name`},
		{"name: Dora", "name: Ada", `two are called "Ada"`},
		{"day: 2", "day: 3", "days are written one after the other"},
		{"Ada: Let us", "Otto: Let us", `nobody is called "Otto"`},
		{"Ada: Let us", "Ada: ?? Let us", "only Bela is asked"},
		{"Bela: ??\n", "Bela: Bye.\n", "speaks for itself"},
		{"Bela: ?? Cleo", "Bela: ?? Otto", `vote: Bela: nobody is called "Otto"`},
		{"executed: Gus", "executed: Ezra", "day 1: Ada is executed by what is written, not Ezra"},
		{"killed: Fay", "killed: Ezra", "Fay is killed by what is written, not Ezra"},
		{"Ada: Let us", "Gus: Let us", "Gus cannot say"},
		{"Bela: The night will tell.", "Bela: ??", "questions (?) belong to one day"},
		{"law: speaks", "law: speeks", `did you mean "speaks"?`},
		{"law: speaks", "guard: [Ada]", "the player is not asked for it"},
		{"law: speaks", "says: [DIVINED Otto WEREWOLF]", "players are called by name"},
		{"law: speaks", "law: speaks\n    vote: [Ada]", "holds 2 expectations"},
		{"why: of the test", "why: ''", "say why the game asks for it"},
		{"lang: en", "lang: en\nruns: 1000", "runs: 1000; 1 to 100"},
		{"vote: {Ada: Gus, Bela: Gus, Cleo: Ada, Dora: Ada}", "vote: {Ada: Cleo}", "Cleo is executed by what is written"},
	} {
		if !strings.Contains(made, tt.old) {
			t.Fatalf("no %q to replace", tt.old)
		}
		_, err := Parse("made", []byte(strings.Replace(made, tt.old, tt.new, 1)))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s for %s: %v, want %q", tt.new, tt.old, err, tt.want)
		}
	}
}

// TestDifferences: other words for the same are no difference, another vote is one, and so is another thing said.
func TestDifferences(t *testing.T) {
	s := with(t)
	report := func(answers ...string) *Report {
		run, err := s.Try(t.Context(), &said{answers: answers})
		if err != nil {
			t.Fatal(err)
		}
		return &Report{Results: []Result{{Name: "made", Holds: len(run.Broken) == 0, Runs: []Run{*run}}, {Name: answers[0]}}}
	}
	a := report("I suspect Cleo.", "Over", "Cleo", "Ada")
	for want, b := range []*Report{report("I think Cleo is a werewolf.", "Over", "Cleo", "Ada"), report("I suspect Cleo.", "Over", "Dora", "Ada")} {
		if all, common := Differences(a, b); len(all) != want || common < 1 {
			t.Errorf("%d differences of %d, want %d: %+v", len(all), common, want, all)
		}
	}
}

// TestTime: whoever is asked has the time that was set, and is told of it.
func TestTime(t *testing.T) {
	s := with(t)
	s.Time(func(r *werewolf.Rules) { r.Timeout.Action = 250 })
	p := &said{answers: []string{"Hello.", "Over", "Cleo", "Dora"}}
	if _, err := s.Try(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	if p.limit <= 0 || p.limit > 10*time.Second || p.told[0].Rules.Timeout.Action != 250 {
		t.Errorf("%s; told of %d ms", p.limit, p.told[0].Rules.Timeout.Action)
	}
}
