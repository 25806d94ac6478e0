package analysis

import (
	"slices"
	"strings"
	"testing"

	"wolfden/werewolf"
)

// open is a log of five standard players that comes to a second day.
func open(executed, killed string, lines ...string) string {
	return strings.Replace(table, "BODYGUARD", "POSSESSED", 1) + strings.Join(lines, "\n") +
		"\n1,execute," + executed + ",VILLAGER\n1,attack," + killed + ",true\n2,talk,0,0,2,Good morning.\n"
}

// slowDeals counts ways by trying every role on every seat, and looks at words by themselves.
func slowDeals(claims [5]werewolf.Role, black [5]int, dead, killed int) int {
	ways := map[[5]werewolf.Role]bool{}
	roles := []werewolf.Role{werewolf.Villager, werewolf.Seer, werewolf.Possessed, werewolf.Werewolf}
	for n := range 4 * 4 * 4 * 4 * 4 {
		var deal [5]werewolf.Role
		for i := range deal {
			deal[i], n = roles[n%4], n/4
		}
		counted := slices.Sorted(slices.Values(deal[:]))
		if !slices.Equal(counted, slices.Sorted(slices.Values([]werewolf.Role{werewolf.Villager, werewolf.Villager, werewolf.Seer, werewolf.Possessed, werewolf.Werewolf}))) {
			continue
		}
		holds := deal[dead-1] != werewolf.Werewolf && deal[killed-1] != werewolf.Werewolf
		for i, role := range deal {
			village := role == werewolf.Villager || role == werewolf.Seer
			holds = holds && (!village || claims[i] == werewolf.NoRole || claims[i] == role)
			holds = holds && (!village || black[i] == 0 || role == werewolf.Seer && deal[black[i]-1] == werewolf.Werewolf)
		}
		if holds {
			deal[dead-1], deal[killed-1] = 0, 0
			ways[deal] = true
		}
	}
	return len(ways)
}

func TestOpenDeals(t *testing.T) {
	const seer = werewolf.Seer
	for _, c := range []struct {
		name   string
		log    string
		claims [5]werewolf.Role
		black  [5]int
		want   int // by hand; -1 where the slow way alone tells
	}{
		// The werewolf is one of three, and the other two are any of seer, possessed, villager, villager: 3 times 7.
		{"nobody says anything", open("4", "5"), [5]werewolf.Role{}, [5]int{}, 21},
		{"four claim to be the seer", open("4", "5", "1,talk,0,0,1,I am the seer.", "1,talk,1,0,2,I am the seer.", "1,talk,2,0,3,I am the seer.", "1,talk,3,0,4,I am the seer."),
			[5]werewolf.Role{seer, seer, seer, seer}, [5]int{}, 0},
		{
			"the dead seer's result is held against a rival",
			open("1", "5", "1,talk,0,0,1,I am the seer. I divined Ben and Ben is a werewolf.", "1,talk,1,0,2,I am the seer.", "1,talk,2,0,3,I am a villager.", "1,talk,3,0,4,I am a villager.", "1,talk,4,0,5,I am a villager."),
			[5]werewolf.Role{seer, seer, werewolf.Villager, werewolf.Villager, werewolf.Villager}, [5]int{2}, -1,
		},
		{
			"what is taken back does not count", open("4", "5", "1,talk,0,0,1,I am the seer. I divined Ben and Ben is a werewolf.", "1,talk,1,0,1,I take it back. I am not the seer."),
			[5]werewolf.Role{}, [5]int{}, 21,
		},
		{
			"two say that they are of the werewolves' side", open("4", "5", "1,talk,0,0,1,I am the possessed.", "1,talk,1,0,2,I am the werewolf.", "1,talk,2,0,3,I am the seer."),
			[5]werewolf.Role{werewolf.Possessed, werewolf.Werewolf, seer}, [5]int{}, 2,
		},
	} {
		dead, killed := 4, 5
		if strings.Contains(c.log, "1,execute,1,") {
			dead = 1
		}
		got, known := Analyze(listen(t, c.log)).OpenDeals()
		if want := slowDeals(c.claims, c.black, dead, killed); !known || got != want || c.want >= 0 && got != c.want {
			t.Errorf("%s: %d ways, %v; the slow way %d, by hand %d", c.name, got, known, want, c.want)
		}
	}
	if _, known := Analyze(listen(t, table)).OpenDeals(); known {
		t.Error("a game that did not come to day 2 has deals")
	}
	if _, known := Analyze(listen(t, logFile(t, "pack.log"))).OpenDeals(); known && len(listen(t, logFile(t, "pack.log")).Players) > mostOpen {
		t.Error("the deals of a large game are counted")
	}
}

func TestSeerClaimants(t *testing.T) {
	g := Analyze(listen(t, open("4", "5", "1,talk,0,0,1,I am the seer.", "1,talk,1,0,4,I am the seer.", "1,talk,2,0,4,I am the seer.", "2,talk,1,0,3,I am the seer.")))
	if got := g.SeerClaimants(); got != (Claimants{All: 3, FirstDays: 2, Ordinary: 1}) {
		t.Errorf("%+v", got)
	}
}
