package balance

import (
	"errors"
	"strings"
	"testing"

	"wolfden/werewolf"
)

func TestSpan(t *testing.T) {
	for want, s := range map[string]Span{"0": {}, "3": {3, 3}, "3-4": {3, 4}} {
		if s.String() != want {
			t.Errorf("%#v is %q", s, s)
		}
	}
	if SpanOf(nil) != (Span{}) || SpanOf([]int{4, 2, 9}) != (Span{2, 9}) {
		t.Error("spans of counts")
	}
}

// A seat that somebody fills tells what its place is played as, and counts for nobody.
func TestFilledSeats(t *testing.T) {
	same := func(a, b werewolf.Role) bool { return a == b }
	v, w := werewolf.Villager, werewolf.Werewolf
	b := Of(2, 3, [][]Seat{{{Entry: 0, Role: v}, {Entry: 1, Role: w}, {Entry: 1, Role: v, Filled: true}}, {{Entry: 1, Role: v}, {Entry: 0, Role: v}, {Role: w, Filled: true}}}, same)
	if one := b.Shares[1]; one.Seats != 2 || one.Roles[v] != 1 || one.Roles[w] != 1 || one.At != (Span{0, 1}) || one.Mates != (Span{1, 1}) || one.Opponents != (Span{1, 1}) || one.Met != (Span{2, 2}) {
		t.Errorf("%+v", one)
	}
	if b.Told[v] != (Span{1, 2}) || b.Roles[w] != (Span{0, 1}) || b.Seats != (Span{2, 2}) {
		t.Errorf("%+v", b)
	}
	var out strings.Builder
	if err := b.Write(&out, []string{"ann", "b\x1b[2J"}, werewolf.StandardRoles()); err != nil || strings.Contains(out.String(), "\x1b") || strings.Contains(out.String(), "SEER") {
		t.Errorf("%v:\n%s", err, &out)
	}
	if err := b.Write(full{}, []string{"ann", "bob"}, werewolf.StandardRoles()); err == nil {
		t.Error("a full disk goes unnoticed")
	}
}

// full is a writer with no room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }
