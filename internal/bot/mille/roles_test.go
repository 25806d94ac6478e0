package mille

import (
	"slices"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// Roles that the files have no line for are claimed and recognised at tables that have them, and nobody hears of them elsewhere.
func TestRolesWithoutLines(t *testing.T) {
	roles, err := werewolf.NewRoleTable(werewolf.RoleSpec{
		Name: "SHERIFF", Letter: "H", Team: werewolf.VillagerTeam, Species: werewolf.Human, Power: werewolf.Guards,
	})
	if err != nil {
		t.Fatal(err)
	}
	const sheriff = werewolf.FirstAdded
	rules := roles.Rules(werewolf.RoleCounts{werewolf.Villager: 4, werewolf.Freemason: 2, sheriff: 1, werewolf.Werewolf: 2})
	plain, err := werewolf.Standard(9)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"Ann", "Bert", "Cleo", "Dan", "Emi", "Fay", "Gus", "Hal", "Ida"}
	for _, lang := range []string{"en", "ja"} {
		for _, role := range []werewolf.Role{werewolf.Freemason, sheriff} {
			a, err := New(agent.Config{Seed: 1, Lang: lang})
			if err != nil {
				t.Fatal(err)
			}
			p := a.State()
			if p.phrases.forRoles(&plain) != p.phrases {
				t.Errorf("%s: the contest's roles need phrases of their own", lang)
			}
			o := &werewolf.Observation{Rules: &rules, Seat: 3, Day: 1, Names: names, Living: werewolf.SeatsUpTo(9), Roles: make([]werewolf.Role, 10)}
			o.Roles[3], p.o = role, o
			o.Request.Kind = werewolf.Talk
			o.Request.Left.Length = werewolf.NoLimit
			p.begin()
			p.recogniser.slow = patience
			for _, by := range []werewolf.SeatID{1, 2} { // two have announced that they will vote for it
				p.estimate.update(&werewolf.Utterance{Day: 1, Seat: by}, []speech.Rows{speech.Do(speech.Vote, 3)}, 3)
			}
			thoughts := p.thoughts()
			i := slices.IndexFunc(thoughts, func(r speech.Rows) bool { return slices.Equal(r, speech.Claim(3, role)) })
			if i < 0 {
				t.Errorf("%s: %s does not come out when it would be executed", lang, roles.Name(role))
				continue
			}
			text, ok := p.word(thoughts[i])
			if got := p.recogniser.recognise(3, text); !ok || len(got) != 1 || !slices.Equal(got[0], thoughts[i]) {
				t.Errorf("%s: %q is recognised as %v", lang, text, got)
			}
		}
	}
}
