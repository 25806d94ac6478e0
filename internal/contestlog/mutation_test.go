package contestlog

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"wolfden/werewolf"
)

// forger changes one line of a log. Fields are those of a line, cut at commas
// as far as they are columns.
type forger struct {
	kind   string // the word of the lines it changes
	forge  func(rng *rand.Rand, f []string, players int) bool
	column int // columns of the line
}

// another is a number from 1 to n but the one given.
func another(rng *rand.Rand, not string, n int) string {
	for {
		if s := fmt.Sprint(1 + rng.IntN(n)); s != not {
			return s
		}
	}
}

// otherOf is one of the words but the one given, which it gives back when there
// is no other.
func otherOf(rng *rand.Rand, not string, of ...string) string {
	if of = slices.DeleteFunc(slices.Clone(of), func(s string) bool { return s == not }); len(of) == 0 {
		return not
	}
	return of[rng.IntN(len(of))]
}

func forgers() map[string]forger {
	roles := []string{"VILLAGER", "SEER", "MEDIUM", "BODYGUARD", "POSSESSED", "WEREWOLF"}
	target := func(i int) func(*rand.Rand, []string, int) bool {
		return func(rng *rand.Rand, f []string, n int) bool { f[i] = another(rng, f[i], n); return true }
	}
	word := func(i int, words ...string) func(*rand.Rand, []string, int) bool {
		return func(rng *rand.Rand, f []string, _ int) bool { f[i] = otherOf(rng, f[i], words...); return true }
	}
	flip := func(i int) func(*rand.Rand, []string, int) bool {
		return func(_ *rand.Rand, f []string, _ int) bool {
			if f[2] == "-1" {
				f[2] = "1"
			} else {
				f[i] = map[string]string{"true": "false", "false": "true"}[f[i]]
			}
			return true
		}
	}
	return map[string]forger{
		"vote target":         {"vote", target(3), 4},
		"vote voter":          {"vote", target(2), 4},
		"attack vote target":  {"attackVote", target(3), 4},
		"attack vote voter":   {"attackVote", target(2), 4},
		"executed":            {"execute", target(2), 4},
		"executed role":       {"execute", word(3, roles...), 4},
		"attack target":       {"attack", target(2), 4},
		"attack flag":         {"attack", flip(3), 4},
		"attack on nobody":    {"attack", word(2, "-1"), 4},
		"divine result":       {"divine", word(4, "HUMAN", "WEREWOLF"), 5},
		"divine target":       {"divine", target(3), 5},
		"divine seer":         {"divine", target(2), 5},
		"guard role":          {"guard", word(4, roles...), 5},
		"guard target":        {"guard", target(3), 5},
		"guard bodyguard":     {"guard", target(2), 5},
		"status":              {"status", word(4, "ALIVE", "DEAD"), 7},
		"status blank":        {"status", word(4, ""), 7},
		"status role":         {"status", word(3, roles...), 7},
		"status player":       {"status", target(2), 7},
		"status client":       {"status", word(5, "nobody"), 7},
		"status name":         {"status", word(6, "nobody"), 7},
		"winner":              {"result", word(4, "VILLAGER", "WEREWOLF", "NONE"), 5},
		"living humans":       {"result", target(2), 5},
		"living werewolves":   {"result", target(3), 5},
		"talk idx":            {"talk", target(2), 6},
		"talk turn":           {"talk", target(3), 6},
		"talk speaker":        {"talk", target(4), 6},
		"whisper speaker":     {"whisper", target(4), 6},
		"day of a status":     {"status", target(0), 7},
		"day of a vote":       {"vote", target(0), 4},
		"day of an execution": {"execute", target(0), 4},
		"day of the result":   {"result", target(0), 5},
	}
}

// mutant is a changed log.
type mutant struct {
	kind string
	line int // from 1
	log  []string
}

// mutants are changes of one line of a log, at most most of each kind.
func mutants(rng *rand.Rand, log []string, players, most int) (all []mutant) {
	forgers := forgers()
	for _, name := range slices.Sorted(maps.Keys(forgers)) {
		f := forgers[name]
		for _, i := range pickLines(rng, log, f.kind, most) {
			fields := strings.SplitN(log[i], ",", f.column)
			if f.forge(rng, fields, players); strings.Join(fields, ",") != log[i] {
				m := slices.Clone(log)
				m[i] = strings.Join(fields, ",")
				all = append(all, mutant{name, i + 1, m})
			}
		}
	}
	for _, kind := range lineKinds[1:] {
		for _, i := range pickLines(rng, log, kind, most) {
			all = append(all, mutant{"removed " + kind, i + 1, slices.Delete(slices.Clone(log), i, i+1)},
				mutant{"doubled " + kind, i + 2, slices.Insert(slices.Clone(log), i, log[i])})
			if i+1 < len(log) {
				m := slices.Clone(log)
				m[i], m[i+1] = m[i+1], m[i]
				all = append(all, mutant{"swapped " + kind, i + 1, m})
			}
		}
	}
	return all
}

// pickLines are the places of some lines of a kind.
func pickLines(rng *rand.Rand, log []string, kind string, most int) (at []int) {
	for i, l := range log {
		if strings.SplitN(l, ",", 3)[1] == kind {
			at = append(at, i)
		}
	}
	rng.Shuffle(len(at), func(i, j int) { at[i], at[j] = at[j], at[i] })
	return at[:min(most, len(at))]
}

// mutationRates counts what is found of each kind of change.
type mutationRates map[string]*mutationRate

type mutationRate struct {
	made, mismatch, warning, near int
	silent                        []mutant
}

func (r mutationRates) try(tb testing.TB, m mutant) {
	tb.Helper()
	if r[m.kind] == nil {
		r[m.kind] = &mutationRate{}
	}
	rate := r[m.kind]
	rate.made++
	c, err := Read(strings.NewReader(strings.Join(m.log, "\n")))
	if err != nil {
		rate.mismatch++
		rate.near++
		return
	}
	findings := Verify(c)
	near := slices.ContainsFunc(findings, func(f Finding) bool { return f.Line >= m.line-1 && f.Line <= m.line+1 })
	if near {
		rate.near++
	}
	switch {
	case len(mismatches(findings)) > 0:
		rate.mismatch++
	case len(findings) > 0:
		rate.warning++
	default:
		rate.silent = append(rate.silent, m)
	}
}

func (r mutationRates) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-22s %7s %9s %8s %7s %9s\n", "change", "made", "mismatch", "warning", "silent", "its line")
	for _, kind := range slices.Sorted(maps.Keys(r)) {
		m := r[kind]
		fmt.Fprintf(&b, "%-22s %7d %9d %8d %7d %8.1f%%\n", kind, m.made, m.mismatch, m.warning, len(m.silent), 100*float64(m.near)/float64(m.made))
	}
	return b.String()
}

// possible judges a change that nothing was found of, by slow and obvious means
// and from the changed log alone: whether the game can have gone like that.
func (m *mutant) possible() bool {
	line := strings.Split(m.log[min(m.line, len(m.log))-1], ",")
	switch kind := m.kind; {
	case strings.HasSuffix(kind, "talk") && strings.HasPrefix(kind, "removed"), strings.HasSuffix(kind, "removed whisper"):
		return line[1] != strings.TrimPrefix(kind, "removed ") || line[2] == "0" // the last of its phase
	case kind == "talk speaker", kind == "whisper speaker":
		return true // who said something follows from nothing
	case kind == "divine target", kind == "removed divine":
		return true // and neither does who is divined
	case kind == "vote target", kind == "vote voter", kind == "removed vote":
		return m.decided("vote", "execute")
	case kind == "attack vote target", kind == "attack vote voter", kind == "removed attackVote":
		return m.decided("attackVote", "attack")
	case kind == "guard target", kind == "removed guard":
		return m.guarded()
	default:
		return false
	}
}

// day are the lines of the mutant's day, cut at commas.
func (m *mutant) day() (lines [][]string) {
	day, _, _ := strings.Cut(m.log[min(m.line, len(m.log))-1], ",")
	for _, l := range m.log {
		if f := strings.Split(l, ","); f[0] == day {
			lines = append(lines, f)
		}
	}
	return lines
}

// decided counts the day's votes of a kind: the victim must be one of those
// with the most.
func (m *mutant) decided(vote, outcome string) bool {
	count, victim := map[string]int{}, ""
	for _, f := range m.day() {
		switch f[1] {
		case vote:
			if vote == "vote" || !slices.ContainsFunc(m.log, func(l string) bool { return strings.HasPrefix(l, "0,status,"+f[3]+",WEREWOLF") }) {
				count[f[3]]++
			}
		case outcome:
			victim = f[2]
		}
	}
	most := 0
	for _, n := range count {
		most = max(most, n)
	}
	return victim == "-1" && most == 0 || victim != "" && count[victim] == most
}

// guarded compares the day's guard with the outcome of the attack.
func (m *mutant) guarded() bool {
	guard, target, unguarded := "", "", true
	for _, f := range m.day() {
		switch f[1] {
		case "guard":
			guard = f[3]
		case "attack":
			target, unguarded = f[2], f[3] == "true"
		}
	}
	return unguarded == (guard != target)
}

// One line changed: what cannot happen under the rules is found, mostly on that
// line; what can may pass.
func TestMutations(t *testing.T) {
	games := some(15)
	rates := mutationRates{}
	for i := range games {
		c := playedGame{players: []int{5, 9, 13}[i%3], seed: uint64(i), mode: werewolf.TalkMode(i / 3 % 2), rounds: 1, maxDay: -1}
		log := strings.Split(string(c.log(t, c.play(t))), "\n")
		for _, m := range mutants(rand.New(rand.NewPCG(uint64(i), 9)), log, c.players, 2) {
			rates.try(t, m)
		}
	}
	t.Log("\n" + rates.String())
	for _, kind := range slices.Sorted(maps.Keys(rates)) {
		for _, m := range rates[kind].silent {
			if !m.possible() {
				t.Errorf("%s, line %d, was not found:\n%s", m.kind, m.line, strings.Join(m.log, "\n"))
				break
			}
		}
	}
	for _, kind := range []string{
		"executed", "executed role", "attack target", "attack flag", "attack on nobody", "divine result", "divine seer", "guard role", "guard bodyguard",
		"status", "status role", "status client", "status name", "status player", "winner", "living humans", "living werewolves", "talk idx",
		"removed status", "removed execute", "removed attack", "removed result", "doubled status", "doubled execute", "doubled divine", "doubled guard",
		"doubled attack", "doubled result", "doubled talk", "doubled whisper", "swapped status", "swapped execute", "swapped attack", "swapped talk", "swapped whisper",
	} {
		if r := rates[kind]; r == nil || r.mismatch != r.made {
			t.Errorf("%s: not every change is a mismatch: %+v", kind, r)
		}
	}
}
