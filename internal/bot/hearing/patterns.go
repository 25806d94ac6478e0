package hearing

import "sync"

// A pattern is a row of token letters (en.lex lists them) and what a clause that contains it does. In the row stand
//
//	^ $    the begin and the end of the clause
//	-      up to six tokens, none of which negates, supposes, asks or reports
//	Z      W or H
//	x?     a letter that may be missing
//
// The last N of the match is the target, the last R the role, the last W or H the species.
type pattern struct {
	row      string
	means    Kind
	opposite bool   // the species is the other one
	needs    uint64 // letters that must be in the clause at all
}

// table is how one language is understood.
type table struct {
	patterns []pattern
	// hindmost tells languages that negate, suppose and report after the fact, as Japanese does, from those that do
	// so before.
	hindmost bool
}

var english = sync.OnceValue(func() *table {
	return compile(false, []pattern{
		{row: "IbR", means: Claim}, {row: "IcR", means: Claim}, {row: "IwcR", means: Claim}, {row: "MrbR", means: Claim},
		{row: "McbR", means: Claim}, {row: "^RC", means: Claim}, {row: "^Rh", means: Claim}, {row: "^CR", means: Claim},
		{row: "IbNRC", means: Claim}, {row: "IbW$", means: Claim}, {row: "Ibx?R$", means: Claim}, {row: "IRC", means: Claim},
		{row: "RbI$", means: Claim}, {row: "^NR$", means: Nothing},

		{row: "IbnR", means: Retract}, {row: "Iw?ux?M", means: Retract}, {row: "IuR", means: Retract},

		{row: "IG-N", means: Guarded}, {row: "IbG-N", means: Guarded}, {row: "^GN", means: Guarded},

		{row: "ID-N-Z", means: Found}, {row: "Md-N-Z", means: Found}, {row: "^d-N-Z", means: Found}, {row: "m-N-Z", means: Found},
		{row: "Il-N-Z", means: Found}, {row: "^D-N-Z", means: Found}, {row: "ID-NZ", means: Found}, {row: "Ml-N-Z", means: Found},
		{row: "NbjZ", means: Accuse}, {row: "NjZ", means: Accuse},
		{row: "NbZ", means: Call}, {row: "^NZ", means: Call}, {row: "NlbZ", means: Call}, {row: "NbnZ", means: Call, opposite: true},

		{row: "Iwv-N", means: Vote}, {row: "Ivv?N", means: Vote}, {row: "IbvN", means: Vote}, {row: "Mvb?wN", means: Vote},
		{row: "Mvb?N", means: Vote}, {row: "MvxN", means: Vote}, {row: "MvbvN", means: Vote}, {row: "^v-N$", means: Vote},
		{row: "^vN", means: Vote}, {row: "IwyN", means: Vote}, {row: "IyN", means: Vote}, {row: "IbyN", means: Vote},
		{row: "Nbx?Mv", means: Vote}, {row: "NvMv", means: Vote}, {row: "Mvy-N", means: Vote}, {row: "IwxMv-N", means: Vote},
		{row: "LvN", means: Urge}, {row: "LxvN", means: Urge}, {row: "Lv-N$", means: Urge}, {row: "UwvN", means: Urge}, {row: "vNx?M", means: Urge},

		{row: "IntN", means: Accuse}, {row: "IaN", means: Accuse}, {row: "IbaN", means: Accuse}, {row: "Ixa-N", means: Accuse},
		{row: "Ma-N", means: Accuse}, {row: "MxabN", means: Accuse}, {row: "Nba", means: Accuse}, {row: "Nbxa", means: Accuse}, {row: "Na", means: Accuse},
		{row: "Nxa", means: Accuse}, {row: "NbjR", means: Nothing}, {row: "MaN", means: Accuse}, {row: "Nbrba", means: Accuse},
		{row: "NbRba", means: Accuse}, {row: "Nbcba", means: Accuse}, {row: "NbxM?a", means: Accuse}, {row: "ajN", means: Accuse},

		{row: "ItN", means: Trust}, {row: "IbtN", means: Trust}, {row: "Nbt", means: Trust}, {row: "Nbxt", means: Trust},
		{row: "Iwt-N", means: Trust}, {row: "IxtN", means: Trust}, {row: "Nbna", means: Trust}, {row: "Njt", means: Trust},

		{row: "kN", means: Strike}, {row: "Nbx?k", means: Strike}, {row: "kxN", means: Strike},
	})
})

var japanese = sync.OnceValue(func() *table {
	return compile(true, []pattern{
		{row: "^Rb", means: Claim}, {row: "IgRb", means: Claim}, {row: "^IRb", means: Claim}, {row: "IgR$", means: Claim},
		{row: "RgIb", means: Claim}, {row: "RgIgC", means: Claim}, {row: "RgIC", means: Claim}, {row: "^RC$", means: Claim}, {row: "IgRC", means: Claim}, {row: "RgI$", means: Claim},
		{row: "IxRb", means: Claim}, {row: "IgRxC", means: Claim}, {row: "^IRC", means: Claim}, {row: "IgWb", means: Claim},
		{row: "IgxRb", means: Claim}, {row: "IgxRC", means: Claim},

		{row: "IgRn", means: Retract}, {row: "^Rnb", means: Retract}, {row: "Rcu", means: Retract}, {row: "Cu", means: Retract},
		{row: "RCu", means: Retract},

		{row: "Ng?G", means: Guarded}, {row: "GN", means: Guarded},

		{row: "ND-Z", means: Found}, {row: "NgD-Z", means: Found}, {row: "d-Ng?-Z", means: Found}, {row: "DNb?-Z", means: Found},
		{row: "NodgZ", means: Found}, {row: "NgdZ", means: Found}, {row: "m-Ng?-Z", means: Found}, {row: "Ngm-Z", means: Found},
		{row: "NodZ", means: Found}, {row: "NomgZ", means: Found},
		{row: "Ng?ZbZ", means: Call}, {row: "NgZ", means: Call}, {row: "^NZ", means: Call}, {row: "NbZ", means: Call}, {row: "IgNZ", means: Call},
		{row: "NoxZ", means: Nothing}, {row: "NgxZ", means: Call},

		{row: "Nv", means: Vote}, {row: "vgN$", means: Vote}, {row: "vgNb", means: Vote}, {row: "Nxv", means: Vote},
		{row: "NLv", means: Urge}, {row: "NxLv", means: Urge}, {row: "NILv", means: Urge},

		{row: "Ng?a", means: Accuse}, {row: "Ng?x?a", means: Accuse}, {row: "agN", means: Accuse}, {row: "aogN", means: Accuse}, {row: "NbZj", means: Accuse},
		{row: "Nox?x?g?a", means: Accuse}, {row: "NoxgaN", means: Nothing}, {row: "aN", means: Nothing}, {row: "NgRba", means: Accuse},
		{row: "NoRga", means: Accuse}, {row: "Noxg?xa", means: Accuse}, {row: "NgxRa", means: Accuse},

		{row: "Nt", means: Trust}, {row: "Ngt", means: Trust}, {row: "Nxt", means: Trust}, {row: "Noxt", means: Trust}, {row: "Ngan", means: Trust},
		{row: "Ngxt", means: Trust},

		{row: "Nk", means: Strike}, {row: "kgN", means: Strike}, {row: "Ngk", means: Strike}, {row: "kN", means: Strike}, {row: "Nxk", means: Strike},
	})
})

// compile works out which letters each pattern needs.
func compile(hindmost bool, patterns []pattern) *table {
	for i := range patterns {
		row := patterns[i].row
		for j := 0; j < len(row); j++ {
			if letter := row[j]; letter >= 'A' && letter != 'Z' && letter != '^' && (j+1 == len(row) || row[j+1] != '?') {
				patterns[i].needs |= bit(letter)
			}
		}
	}
	return &table{patterns: patterns, hindmost: hindmost}
}

// bit is the letter's place in a set of letters.
func bit(letter byte) uint64 {
	if letter < 'A' {
		return 0
	}
	return 1 << (letter - 'A')
}

// capture is what a match has picked up.
type capture struct{ target, role, species int8 }

// match tries the row at place i of the clause and returns where the match ends.
func match(row string, c clause, i int, got *capture) (int, bool) {
	for ; row != ""; row = row[1:] {
		switch letter := row[0]; {
		case letter == '^':
			if i != 0 {
				return 0, false
			}
		case letter == '$':
			if i != len(c.letters) {
				return 0, false
			}
		case letter == '-':
			return matchGap(row[1:], c, i, got)
		case len(row) > 1 && row[1] == '?':
			if kept := *got; i < len(c.letters) && got.take(letter, c, i) {
				if end, ok := match(row[2:], c, i+1, got); ok {
					return end, true
				}
				*got = kept
			}
			return match(row[2:], c, i, got)
		default:
			if i == len(c.letters) || !got.take(letter, c, i) {
				return 0, false
			}
			i++
		}
	}
	return i, true
}

// matchGap lets up to six harmless tokens pass before the rest of the row.
func matchGap(row string, c clause, i int, got *capture) (int, bool) {
	const most = 6
	for skipped := 0; skipped <= most; skipped++ {
		kept := *got
		if end, ok := match(row, c, i, got); ok {
			return end, true
		}
		*got = kept
		if i == len(c.letters) || isBlocker(c.letters[i]) {
			return 0, false
		}
		if c.letters[i] == 'N' {
			got.target = c.args[i]
		}
		i++
	}
	return 0, false
}

// take compares one letter and keeps what it stands for.
func (got *capture) take(letter byte, c clause, i int) bool {
	has := c.letters[i]
	if letter != has && (letter != 'Z' || has != 'W' && has != 'H') {
		return false
	}
	switch has {
	case 'N':
		got.target = c.args[i]
	case 'R':
		got.role = c.args[i]
	case 'W', 'H':
		got.species = int8(has)
	}
	return true
}

// isBlocker reports whether a token takes the force out of what is said around it.
func isBlocker(letter byte) bool {
	return letter == 'n' || letter == 'f' || letter == 's' || letter == '?' || letter == 'q'
}
