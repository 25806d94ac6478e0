package secret

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/oklog/ulid/v2"
)

func TestSeedsOfOccasionsDiffer(t *testing.T) {
	k, other := NewKey(), NewKey()
	seen := map[uint64]string{}
	for name, seed := range map[string]uint64{
		"game 1": k.Seed("game", 1), "game 2": k.Seed("game", 2), "game 1 1": k.Seed("game", 1, 1), "game": k.Seed("game"),
		"roles 1": k.Seed("roles", 1), "other key": other.Seed("game", 1), "zero key": Key{}.Seed("game", 1),
		"of no key": Seed(), "of no key again": Seed(),
	} {
		if first, twice := seen[seed]; twice {
			t.Errorf("%s and %s have the same seed %d", first, name, seed)
		}
		seen[seed] = name
	}
	again := k
	if k.Seed("game", 1) != again.Seed("game", 1) || k.Stream("plan", 3).Uint64() != again.Stream("plan", 3).Uint64() {
		t.Error("one occasion has two seeds")
	}
	one, same, eight := KeyOf(7), KeyOf(7), KeyOf(8)
	if one != same || one == eight {
		t.Error("a key does not follow from its seed")
	}
}

// A seed must change in about half of its bits, whichever bit of the key does.
func TestSeedHangsOnEveryBitOfTheKey(t *testing.T) {
	k := NewKey()
	for bit := range 8 * len(k) {
		flipped := k
		flipped[bit/8] ^= 1 << (bit % 8)
		if flipped.Seed("game", 1) == k.Seed("game", 1) {
			t.Errorf("bit %d of the key does not matter", bit)
		}
	}
}

func TestKeyAsText(t *testing.T) {
	k := NewKey()
	text, err := json.Marshal(map[string]*Key{"key": &k})
	if err != nil {
		t.Fatal(err)
	}
	var back map[string]*Key
	if err := json.Unmarshal(text, &back); err != nil || *back["key"] != k {
		t.Errorf("%s came back as %v: %v", text, back, err)
	}
	for _, bad := range []string{"", "00", "zz", "00112233445566778899aabbccddeeff00", "0011223344556677 899aabbccddeef"} {
		if err := new(Key).UnmarshalText([]byte(bad)); err == nil {
			t.Errorf("%q is a key", bad)
		}
	}
}

func TestIDs(t *testing.T) {
	var all []string
	for range 100 {
		id := ID()
		if parsed, err := ulid.ParseStrict(id); err != nil || parsed.String() != id {
			t.Fatalf("%q is no id: %v", id, err)
		}
		all = append(all, id[10:]) // behind the time
	}
	slices.Sort(all)
	if len(slices.Compact(all)) != 100 {
		t.Error("two ids share their chance")
	}
}
