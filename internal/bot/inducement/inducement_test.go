package inducement

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

var people = []string{"Ada", "Bela", "Cleo", "Dov", "Emil", "Fay", "Gil"}

// game is what Ada sees in a role, before her last utterance of day 1; Gil is dead. As a werewolf she has the ally
// Bela.
func game(role werewolf.Role) *werewolf.Observation {
	rules := werewolf.With(werewolf.RoleCounts{werewolf.Villager: 2, werewolf.Seer: 1, werewolf.Medium: 1, werewolf.Possessed: 1, werewolf.Werewolf: 2})
	o := &werewolf.Observation{
		Rules: &rules, Seat: 1, Day: 1, Names: people, Living: werewolf.SeatsUpTo(6), Roles: make([]werewolf.Role, 8),
		Request: werewolf.Request{Seat: 1, Kind: werewolf.Talk},
	}
	o.Roles[1] = role
	if role == werewolf.Werewolf {
		o.Roles[2] = role
	}
	return o
}

func claims(roles map[werewolf.SeatID]werewolf.Role) *ledger.Ledger {
	var b ledger.Writer
	for id := werewolf.SeatID(1); id <= 7; id++ {
		if r := roles[id]; r != werewolf.NoRole {
			b.Hear(&werewolf.Utterance{Seat: id}, speech.Claim(id, r))
		}
	}
	return b.Reader()
}

// targets are whom many inducers choose, each of another seed, and on which ground.
func targets(t *testing.T, o *werewolf.Observation, b *ledger.Ledger, g Guess) (werewolf.SeatSet, Ground) {
	t.Helper()
	var all werewolf.SeatSet
	ground := NoGround
	for seed := range uint64(100) {
		i, err := New("en", seed, true)
		if err != nil {
			t.Fatal(err)
		}
		target, why := i.Target(o, b, g, Word{})
		again, whyAgain := i.Target(o, b, g, Word{})
		if again != target || whyAgain != why {
			t.Errorf("seat %d, then %d", target, again)
		}
		if target != 0 {
			all = all.With(target)
		}
		if ground = why; (why == NoGround) != (target == 0) {
			t.Errorf("seat %d by %q", target, why)
		}
	}
	return all, ground
}

// The rules of section 7.1, a line a case.
func TestTarget(t *testing.T) {
	const wolf, human = werewolf.Wolf, werewolf.Human
	seer, medium, guard := werewolf.Seer, werewolf.Medium, werewolf.Bodyguard
	tests := []struct {
		name    string
		role    werewolf.Role
		divined []werewolf.Finding
		claims  map[werewolf.SeatID]werewolf.Role
		guess   Guess
		want    werewolf.SeatSet
		ground  Ground
	}{
		{"a wolf found before a rival", seer, []werewolf.Finding{{Target: 3, Species: wolf}}, map[werewolf.SeatID]werewolf.Role{1: seer, 4: seer}, Guess{}, werewolf.SetOf(3), FoundWolf},
		{"one of two wolves found", seer, []werewolf.Finding{{Target: 3, Species: wolf}, {Target: 5, Species: wolf}}, nil, Guess{}, werewolf.SetOf(3, 5), FoundWolf},
		{"a wolf found is dead", seer, []werewolf.Finding{{Target: 7, Species: wolf}}, map[werewolf.SeatID]werewolf.Role{1: seer, 4: seer}, Guess{}, werewolf.SetOf(4), RivalSeer},
		{"a human found", seer, []werewolf.Finding{{Target: 3, Species: human}}, map[werewolf.SeatID]werewolf.Role{4: medium}, Guess{}, 0, NoGround},
		{"two rivals, one dead", seer, nil, map[werewolf.SeatID]werewolf.Role{4: seer, 6: seer, 7: seer}, Guess{}, werewolf.SetOf(4, 6), RivalSeer},
		{"a seer taken for one", werewolf.Possessed, nil, map[werewolf.SeatID]werewolf.Role{4: seer}, Guess{Seer: 3, Werewolf: 5}, werewolf.SetOf(3), SeenSeer},
		{"only the werewolf found", werewolf.Possessed, nil, map[werewolf.SeatID]werewolf.Role{4: seer}, Guess{Werewolf: 5}, 0, NoGround},
		{"nobody found", werewolf.Possessed, nil, nil, Guess{}, werewolf.SetOf(2, 3, 4, 5, 6), AnyLiving},
		{"those found are dead", werewolf.Possessed, nil, nil, Guess{Seer: 7, Werewolf: 7}, werewolf.SetOf(2, 3, 4, 5, 6), AnyLiving},
		{"claimants but the ally", werewolf.Werewolf, nil, map[werewolf.SeatID]werewolf.Role{2: seer, 3: seer, 4: medium, 5: guard, 6: werewolf.Villager, 7: seer}, Guess{}, werewolf.SetOf(3, 4, 5), PowerClaim},
		{"only the ally claims", werewolf.Werewolf, nil, map[werewolf.SeatID]werewolf.Role{2: seer}, Guess{}, werewolf.SetOf(3, 4, 5, 6), AnyNonAlly},
		{"a villager", werewolf.Villager, nil, map[werewolf.SeatID]werewolf.Role{4: seer}, Guess{Seer: 3}, 0, NoGround},
		{"a medium", medium, nil, map[werewolf.SeatID]werewolf.Role{4: medium}, Guess{}, 0, NoGround},
	}
	for _, tt := range tests {
		o := game(tt.role)
		o.Divined = tt.divined
		if got, ground := targets(t, o, claims(tt.claims), tt.guess); got != tt.want || ground != tt.ground {
			t.Errorf("%s: seats %s by %q, want %s by %q", tt.name, got, ground, tt.want, tt.ground)
		}
	}
}

// voiced are calls against Dov, who may have announced Cleo, in every voice.
func voiced(t *testing.T, lang string, calls []string) []string {
	t.Helper()
	return bottest.Voiced(t, lang, calls, wording.Seating{Me: 1, Names: people}, wording.Slots{T: 4, O: 3})
}

// Every sentence is heard, in every voice, as a request to vote for the target, claims nothing but the ground, fits the contest's
// limits, and there are four for each ground.
func TestSentencesAssertTheVote(t *testing.T) {
	for _, lang := range []string{"en", "ja"} {
		for g := FoundWolf; g <= AnyNonAlly; g++ {
			i, err := New(lang, 1, true)
			if err != nil {
				t.Fatal(err)
			}
			o := game(werewolf.Seer)
			calls := i.Calls(4, g, Word{})
			for _, text := range voiced(t, lang, calls) {
				table, u := understand.Table{Names: people, Roles: o.Rules.Roles, Specs: o.Rules.Table}, werewolf.Utterance{Day: 1, Seat: 1, Text: text}
				r := understand.New(table).Hear(u, false)
				if !understand.Asserts(table, u, r, 4) || len(slices.Collect(r.Reports(1))) > 0 {
					t.Errorf("%s, %s: %q is heard as %+v", lang, g, text, r)
				}
				result := speech.Act{Verb: speech.Divined, Target: 4, Species: werewolf.Wolf}
				results := slices.Collect(r.Results(1))
				if told := slices.Equal(results, []speech.Act{result}); told != (g == FoundWolf) || !told && len(results) > 0 {
					t.Errorf("%s, %s: %q tells %v", lang, g, text, results)
				}
				if role := r.Claimed(1); role != werewolf.NoRole && g != FoundWolf && g != RivalSeer {
					t.Errorf("%s, %s: %q claims %s", lang, g, text, role)
				}
				if kept, _ := o.Rules.Talk.MaxLength.Fit(text, people[1:], 0); kept != text {
					t.Errorf("%s, %s: %q does not fit", lang, g, text)
				}
			}
			if len(calls) != 4 {
				t.Errorf("%s: %d sentences for %s", lang, len(calls), g)
			}
			if c := i.Command(o, 4); !strings.Contains(c, "Dov") {
				t.Errorf("%s: the command is %q", lang, c)
			}
		}
	}
}

// A hint is heard as suspicion of the target, or a question about it, and never as a request; it claims nothing but the ground.
func TestHintsAssertNothing(t *testing.T) {
	for _, lang := range []string{"en", "ja"} {
		i, err := New(lang, 1, false)
		if err != nil {
			t.Fatal(err)
		}
		for g := FoundWolf; g <= AnyNonAlly; g++ {
			o := game(werewolf.Seer)
			calls := i.Calls(4, g, Word{Announced: 3})
			if len(calls) != 2 {
				t.Errorf("%s: %d sentences for %s", lang, len(calls), g)
			}
			for _, text := range voiced(t, lang, calls) {
				r := understand.Alone(o, text)
				results := slices.Collect(r.Results(1))
				doubts := r.Suspected().Has(4) || slices.ContainsFunc(r, func(a speech.Act) bool { return a.Verb == speech.Estimate && a.Target == 4 })
				if r.Calls(4) || r.Announced(speech.Vote) != 0 || !doubts && g != FoundWolf || (len(results) > 0) != (g == FoundWolf) {
					t.Errorf("%s, %s: %q is heard as %+v", lang, g, text, r)
				}
				if role := r.Claimed(1); role != werewolf.NoRole && g != FoundWolf {
					t.Errorf("%s, %s: %q claims %s", lang, g, text, role)
				}
				if kept, _ := o.Rules.Talk.MaxLength.Fit(text, people[1:], 0); kept != text {
					t.Errorf("%s, %s: %q does not fit", lang, g, text)
				}
			}
		}
		o := game(werewolf.Seer)
		told := i.Brief(o, 4, Word{Announced: 3, Human: werewolf.SetOf(4)}) + i.Command(o, 4)
		asserts, _ := New(lang, 1, true)
		for _, extra := range slices.Concat(asserts.told.All("brief-assert", "t", "Dov"), asserts.told.All("brief-change-human", "t", "Dov", "o", "Cleo"), asserts.told.All("command", "t", "Dov")) {
			if strings.Contains(told, extra) {
				t.Errorf("%s: a hint is told %q", lang, extra)
			}
		}
	}
}

// What analysis counts: one note for each attempt.
func TestRecord(t *testing.T) {
	i, err := New("en", 1, true)
	if err != nil {
		t.Fatal(err)
	}
	o := game(werewolf.Possessed)
	for _, text := range []string{"Cleo lies. Vote for Cleo.", "Cleo lies."} {
		i.Record(o, 3, SeenSeer, text, understand.Alone(o, text))
	}
	var notes []Hint
	for text := i.Note(); text != ""; text = i.Note() {
		var h Hint
		if err := json.Unmarshal([]byte(text), &h); err != nil {
			t.Fatal(err)
		}
		notes = append(notes, h)
	}
	want := Hint{Day: 1, Role: "POSSESSED", Target: "Cleo", Ground: "seen-seer", Asserts: true, Text: "Cleo lies. Vote for Cleo."}
	if len(notes) != 2 || notes[0] != want || notes[1].Asserts || len(i.Hints()) != 2 {
		t.Errorf("notes %+v", notes)
	}
}

// words are what a speaker may have said against which an attempt on Dov (seat 4) must hold.
var words = map[string]Word{
	"": {}, "change": {Announced: 3}, "human": {Human: werewolf.SetOf(4)}, "change-human": {Announced: 3, Human: werewolf.SetOf(4)},
}

// Among players whom a rule leaves, the one announced is chosen, else one who was not told to be human.
func TestTargetKeepsTheWord(t *testing.T) {
	o := game(werewolf.Werewolf)
	for seed := range uint64(50) {
		i, err := New("en", seed, true)
		if err != nil {
			t.Fatal(err)
		}
		if target, _ := i.Target(o, claims(nil), Guess{}, Word{Announced: 5}); target != 5 {
			t.Errorf("seed %d: seat %d, not the one announced", seed, target)
		}
		if target, _ := i.Target(o, claims(nil), Guess{}, Word{Human: werewolf.SetOf(3, 4, 6)}); target != 5 {
			t.Errorf("seed %d: seat %d was told to be human", seed, target)
		}
		if target, _ := i.Target(o, claims(nil), Guess{}, Word{Human: o.Others()}); target == 0 {
			t.Errorf("seed %d: nobody is left", seed)
		}
	}
}

// A liar keeps its story: whom it called a werewolf comes first, whom it called human last, and what the paper says for the possessed
// holds for the rest (sections 7.1.2 and 9.1).
func TestALiarKeepsItsStory(t *testing.T) {
	o := game(werewolf.Possessed)
	for name, tt := range map[string]struct {
		guess  Guess
		word   Word
		want   werewolf.SeatSet
		ground Ground
	}{
		"its black before the seer":               {Guess{Seer: 3}, Word{Wolf: werewolf.SetOf(5)}, werewolf.SetOf(5), FoundWolf},
		"its black, though a wolf is known":       {Guess{Werewolf: 4}, Word{Wolf: werewolf.SetOf(5)}, werewolf.SetOf(5), FoundWolf},
		"its black before its vote":               {Guess{Seer: 3}, Word{Wolf: werewolf.SetOf(5), Announced: 3}, werewolf.SetOf(5), FoundWolf},
		"its black is dead":                       {Guess{Seer: 3}, Word{Wolf: werewolf.SetOf(7)}, werewolf.SetOf(3), SeenSeer},
		"the seer was called human":               {Guess{Seer: 3}, Word{Human: werewolf.SetOf(3)}, o.Others().Without(3), AnyLiving},
		"the seer was called human, a wolf":       {Guess{Seer: 3, Werewolf: 4}, Word{Human: werewolf.SetOf(3)}, 0, NoGround},
		"called human and announced all the same": {Guess{Seer: 3}, Word{Human: werewolf.SetOf(3), Announced: 3}, werewolf.SetOf(3), SeenSeer},
		"everybody was called human":              {Guess{Seer: 3}, Word{Human: o.Others()}, werewolf.SetOf(3), SeenSeer},
	} {
		for seed := range uint64(20) {
			i, err := New("en", seed, true)
			if err != nil {
				t.Fatal(err)
			}
			if target, ground := i.Target(o, claims(nil), tt.guess, tt.word); ground != tt.ground || !tt.want.Has(target) && tt.want != 0 {
				t.Errorf("%s, seed %d: seat %d by %q, want one of %s by %q", name, seed, target, ground, tt.want, tt.ground)
			}
		}
	}
}

// An attempt against the speaker's own word says so, and is heard as a request to vote for the target and for nobody else.
func TestSentencesAgainstOnesWord(t *testing.T) {
	o := game(werewolf.Seer)
	for _, lang := range []string{"en", "ja"} {
		i, err := New(lang, 1, true)
		if err != nil {
			t.Fatal(err)
		}
		for name, word := range words {
			for _, g := range []Ground{FoundWolf, RivalSeer} {
				calls := i.Calls(4, g, word)
				if g == FoundWolf && word.Human != 0 {
					continue // nobody told to be human is found to be a wolf
				}
				if len(calls) < 2 {
					t.Errorf("%s, %s: %d sentences for %q", lang, g, len(calls), name)
				}
				for _, text := range voiced(t, lang, calls) {
					rows := understand.Alone(o, text)
					if rows.Requested(speech.Vote) != 4 || rows.Announced(speech.Vote) != 0 && rows.Announced(speech.Vote) != 4 {
						t.Errorf("%s, %q: %q is heard as %v", lang, name, text, rows)
					}
					for a := range rows.Results(1) {
						if (a.Target != 4 || a.Species != werewolf.Wolf) != (g != FoundWolf) && (word.Human == 0 || a.Species != werewolf.Human) {
							t.Errorf("%s, %q: %q tells %v", lang, name, text, a)
						}
					}
					if word.Announced != 0 && !strings.Contains(text, "Cleo") {
						t.Errorf("%s, %q: %q says nothing of Cleo", lang, name, text)
					}
					if kept, _ := o.Rules.Talk.MaxLength.Fit(text, people[1:], 0); kept != text {
						t.Errorf("%s: %q does not fit", lang, text)
					}
				}
			}
		}
	}
}

// The brief has the three parts of the paper: the target, what casts doubt with two examples, and thirteen ways.
func TestBrief(t *testing.T) {
	for lang, parts := range map[string][]string{
		"en": {"everybody should vote for Dov", "all participants", "do not spoil the atmosphere", "Unless we vote for (name) we lose!", "Then is (name) the werewolf?", "the village is doomed"},
		"ja": {"全員がDovさんに投票すべき", "参加者全員", "場の雰囲気を壊しません", "(名前)に投票しなければ負けますよ", "では(名前)が人狼なんですか", "Dovさんに投票しなければ村は終わりです"},
	} {
		i, err := New(lang, 1, true)
		if err != nil {
			t.Fatal(err)
		}
		for name, word := range words {
			text, ways := i.Brief(game(werewolf.Seer), 4, word), 0
			for line := range strings.Lines(text) {
				if strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "・") {
					if ways++; !strings.Contains(line, "Dov") {
						t.Errorf("%s: %q is about nobody", lang, line)
					}
				}
			}
			if ways != 13 {
				t.Errorf("%s: %d ways", lang, ways)
			}
			for _, part := range parts {
				if !strings.Contains(text, part) {
					t.Errorf("%s: there is no %q in:\n%s", lang, part, text)
				}
			}
			if strings.Contains(text, "Cleo") != (word.Announced != 0) || strings.Contains(text, "{") {
				t.Errorf("%s, %q: the brief is\n%s", lang, name, text)
			}
		}
	}
}
