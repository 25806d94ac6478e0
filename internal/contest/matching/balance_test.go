package matching

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"wolfden/internal/balance"
	"wolfden/werewolf"
)

// TestBalanceOf counts again, the slow way.
func TestBalanceOf(t *testing.T) {
	p := mustPlan(t, specOf(7, 5, 9, 3))
	b := balanceOf(p.spec, p.Matches)
	count := func(is func(m plannedMatch) bool) (n int) {
		for _, m := range p.Matches {
			if is(m) {
				n++
			}
		}
		return n
	}
	find := func(m plannedMatch, s slot) (chair, int) {
		for i, c := range m.Chairs {
			if c.slot == s {
				return c, i
			}
		}
		return chair{}, -1
	}
	for s := range slot(7) {
		share := b.Shares[s]
		if n := count(func(m plannedMatch) bool { _, at := find(m, s); return at >= 0 }); n != share.Seats {
			t.Errorf("team %d: %d games, not %d", s, share.Seats, n)
		}
		for _, r := range werewolf.StandardRoles().Roles() {
			if n := count(func(m plannedMatch) bool { c, _ := find(m, s); return c.Role == r }); n != share.Roles[r] {
				t.Errorf("team %d: %d times %v, not %d", s, share.Roles[r], r, n)
			}
		}
		var at, met, with []int
		for seat := range 5 {
			at = append(at, count(func(m plannedMatch) bool { return m.Chairs[seat].slot == s }))
		}
		for x := range slot(7) {
			if x == s {
				continue
			}
			both := func(m plannedMatch) (a, b chair, ok bool) {
				a, i := find(m, s)
				b, j := find(m, x)
				return a, b, i >= 0 && j >= 0
			}
			met = append(met, count(func(m plannedMatch) bool { _, _, ok := both(m); return ok }))
			with = append(with, count(func(m plannedMatch) bool {
				a, b, ok := both(m)
				return ok && werewolf.StandardRoles().Team(a.Role) == werewolf.StandardRoles().Team(b.Role)
			}))
		}
		if share.At != balance.SpanOf(at) || share.Met != balance.SpanOf(met) || share.Mates != balance.SpanOf(with) {
			t.Errorf("team %d: %+v, not seats %v, met %v, with %v", s, share, balance.SpanOf(at), balance.SpanOf(met), balance.SpanOf(with))
		}
	}
}

func TestWriteBalance(t *testing.T) {
	s := specOf(5, 5, 10, 1)
	s.Names = []string{"wolf", "人狼", "a\x1b[2J", "d", "e"}
	var out bytes.Buffer
	if err := mustPlan(t, s).WriteBalance(&out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 8 || !strings.HasPrefix(lines[6], "all") {
		t.Fatalf("%d lines:\n%s", len(lines), &out)
	}
	want := "wolf 10 4 2 2 2 2 10 4 6"
	if got := strings.Join(strings.Fields(lines[1]), " "); !strings.HasPrefix(got, want[:16]) {
		t.Errorf("the first team's row is %q, not like %q", got, want)
	}
	if strings.Contains(out.String(), "\x1b") || !strings.Contains(out.String(), `"a\x1b[2J"`) {
		t.Errorf("a name steers the terminal: %q", out.String())
	}
	if strings.Contains(lines[0], "MEDIUM") {
		t.Errorf("a role nobody plays is shown: %s", lines[0])
	}
	if err := mustPlan(t, s).WriteBalance(full{}); err == nil {
		t.Error("a full disk goes unnoticed")
	}
}

// full is a writer with no room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestBalanceOfOneTeam(t *testing.T) {
	if got := balanceOf(specOf(1, 1, 1, 1), nil); got.Met != (balance.Span{}) {
		t.Errorf("one team met %v", got.Met)
	}
}

func balanceOfPlan(p *Plan) *balance.Table { return balanceOf(p.spec, p.Matches) }

// width is by how much counts differ.
func width(s balance.Span) int { return s.Max - s.Min }
