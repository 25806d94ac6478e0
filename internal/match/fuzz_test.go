package match

import (
	"strings"
	"testing"
	"unicode/utf8"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// FuzzAnswer reads whatever comes from a socket as the answer to every kind of
// request.
func FuzzAnswer(f *testing.F) {
	for _, text := range []string{
		"", "Anna", " Anna\r\n", "anna", "\xff\xfe", "Over", "Skip", "a\x00b", "\x1b[31mred", "@Anna hello",
		strings.Repeat("x", maxAnswer+1), `{"request":"NAME"}`, "私は占い師です", "\u202eevil",
	} {
		f.Add(text)
	}
	names := []string{"Anna", "Bert", "Cleo", "太郎", "Emil"}
	f.Fuzz(func(t *testing.T, text string) {
		for _, kind := range []werewolf.RequestKind{
			werewolf.Talk, werewolf.Whisper, werewolf.Vote, werewolf.Divine, werewolf.Guard, werewolf.Attack,
		} {
			q := werewolf.Request{Seat: 1, Kind: kind, Targets: werewolf.SeatsUpTo(5).Without(1)}
			in := read(q, names, text, nil)
			switch {
			case !utf8.ValidString(in.Raw) || !utf8.ValidString(in.Action.Text):
				t.Fatalf("%s: raw %q", kind, in.Raw)
			case len(in.Raw) > 3*maxAnswer:
				t.Fatalf("%s: %d bytes are kept", kind, len(in.Raw))
			case in.Fault == gamelog.NoFault && kind.Chooses() && (in.Action.Target == 0 || names[in.Action.Target-1] != strings.TrimSpace(text)):
				t.Fatalf("%s: %q is taken for seat %d", kind, text, in.Action.Target)
			case in.Fault == gamelog.NoFault && !kind.Chooses() && in.Action.Text != text:
				t.Fatalf("%s: %q became %q", kind, text, in.Action.Text)
			case (in.Fault == gamelog.Unparsable) != in.Action.Missing:
				t.Fatalf("%s: %+v", kind, in)
			}
		}
	})
}
