package superil

import (
	"strings"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/phrase"
	"wolfden/internal/llm/llmtest"
	"wolfden/werewolf"
)

// The model that words an utterance is told the text of the player's own role, and for a role without one that of the role it is
// most like.
func TestEveryRoleIsToldItsText(t *testing.T) {
	const sheriff = werewolf.FirstAdded
	table, err := werewolf.NewRoleTable(werewolf.RoleSpec{
		Name: "SHERIFF", Letter: "H", Team: werewolf.VillagerTeam, Species: werewolf.Human, Power: werewolf.Guards,
	})
	if err != nil {
		t.Fatal(err)
	}
	rules := table.Rules(werewolf.RoleCounts{
		werewolf.Villager: 1, werewolf.Seer: 1, werewolf.Medium: 1, werewolf.Freemason: 2, werewolf.Possessed: 1, sheriff: 1, werewolf.Werewolf: 2,
	})
	texts, err := phrase.Read(files, ".", "en")
	if err != nil {
		t.Fatal(err)
	}
	for _, role := range []werewolf.Role{
		werewolf.Villager, werewolf.Seer, werewolf.Medium, werewolf.Freemason, werewolf.Possessed, werewolf.Werewolf, sheriff,
	} {
		var asked []string
		a, err := System.Player(agent.Config{Seed: 1, Lang: "en", Model: llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
			if p.Task == "word" {
				asked = append(asked, p.Text())
			}
			return silent(p)
		})})
		if err != nil {
			t.Fatal(err)
		}
		o := werewolf.Observation{
			Rules: &rules, Seat: 1, Day: 1, Names: rosters["en"][:9], Living: werewolf.SeatsUpTo(9), Roles: make([]werewolf.Role, 10),
			Talks:   []werewolf.Utterance{{Day: 1, Seat: 2, Text: "Good morning."}},
			Request: werewolf.Request{Seat: 1, Kind: werewolf.Talk, Left: werewolf.Left{Count: 4, Length: werewolf.NoLimit}},
		}
		switch o.Roles[1] = role; role {
		case werewolf.Freemason:
			o.Roles[2] = role
		case werewolf.Seer:
			o.Divined = []werewolf.Finding{{Target: 2, Species: werewolf.Human}}
		case werewolf.Medium:
			o.Medium = []werewolf.Finding{{Target: 9, Species: werewolf.Human}}
		default: // has no results, or makes them up
		}
		if _, err := a.Answer(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		own := rules.Table.Name(role)
		if role == sheriff {
			own = "BODYGUARD"
		}
		if len(asked) == 0 {
			t.Errorf("%s: no model words its utterance", own)
		}
		for _, text := range asked {
			for _, name := range texts.Kinds() {
				if has := strings.Contains(text, texts.Say(name)); name == strings.ToUpper(name) && has != (name == own) {
					t.Errorf("the %s is told the text of the %s: %v", rules.Table.Name(role), name, has)
				}
			}
		}
	}
}
