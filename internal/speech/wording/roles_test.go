package wording

import (
	"testing"

	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// TestClaimsOfEveryRoleRoundTrip: who claims a role, of the standard table or of one's own, is understood by whoever sits at
// the same table, also where the role and the one most like it are both in play.
func TestClaimsOfEveryRoleRoundTrip(t *testing.T) {
	table, err := werewolf.NewRoleTable(
		werewolf.RoleSpec{Name: "SHERIFF", Letter: "X", Team: werewolf.VillagerTeam, Species: werewolf.Human, Power: werewolf.Guards},
		werewolf.RoleSpec{Name: "NIGHT_WATCH", Letter: "Y", Team: werewolf.VillagerTeam, Species: werewolf.Human, Power: werewolf.Divines},
		werewolf.RoleSpec{Name: "MOLE", Letter: "Z", Team: werewolf.WerewolfTeam, Species: werewolf.Human})
	if err != nil {
		t.Fatal(err)
	}
	counts := werewolf.RoleCounts{}
	for _, r := range table.Roles() {
		counts[r] = 1
	}
	for lang, names := range tables {
		for _, role := range table.Roles() {
			if spec := table.Spec(role); spec.Ordinary() || spec.IsWolf() || spec.Traitor() && role == werewolf.Possessed {
				continue // they have intents of their own
			}
			right, all, last := 0, 0, ""
			for style := range bookOf(t, lang).styles {
				for seed := range uint64(4) {
					s := speakerIn(bookOf(t, lang), style, seed)
					s.seating.Roles = table
					text, ok := s.Say(ClaimRole, Slots{Role: role}, nil)
					if !ok {
						t.Fatalf("%s: no words for the claim of %s", lang, table.Name(role))
					}
					l := understand.New(understand.Table{Names: names, Roles: counts, Specs: table})
					r := l.Hear(werewolf.Utterance{Day: 1, Seat: seatMe, Text: text}, false)
					if all++; r.Claimed(seatMe) == role {
						right++
					} else {
						last = text
					}
				}
			}
			if right*20 < all*19 {
				t.Errorf("%s: %d of %d claims of %s are understood, not %q", lang, right, all, table.Name(role), last)
			}
		}
	}
}
