package kanolabnw

import (
	"strings"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/task"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// news is something that the allies are told of once: who, and as what kind of enemy.
type news struct{ name, kind string }

// The kinds of enemies: who reported a werewolf as one, who claims to divine, who claims to identify.
const (
	blackener = "black"
	seer      = "seer"
	medium    = "medium"
)

// enemy is a player who is likely to learn what others are, by something that it said.
type enemy struct {
	news
	claim *task.Claim
	said  string // the whole utterance
}

// enemies are those whom the allies have not been told of, and those whom they have. A player stands among them once for each kind.
func (s *state) enemies(t *agent.Table) (fresh, old []enemy) {
	o, known := t.O, map[news]bool{}
	if o.Allies()&o.Living == 0 {
		return nil, nil
	}
	for i := range s.Claims {
		c := &s.Claims[i]
		id, kind := o.SeatOf(c.Speaker), kindOf(o, c)
		n := news{c.Speaker, kind}
		if kind == "" || !o.Living.Has(id) || id == o.Seat || o.Allies().Has(id) || known[n] {
			continue
		}
		known[n] = true
		e := enemy{n, c, wholeOf(o, c)}
		if s.shared[n] || e.known(t) {
			old = append(old, e)
		} else {
			fresh = append(fresh, e)
		}
	}
	return fresh, old
}

// kindOf is the kind of enemy that a claim makes its speaker, "" for none.
func kindOf(o *werewolf.Observation, c *task.Claim) string {
	if target := o.SeatOf(c.Target); c.Species == werewolf.Wolf.String() && (target == o.Seat || o.Allies().Has(target)) {
		return blackener
	}
	r, err := o.Rules.Table.Parse(c.Role)
	switch power := o.Rules.Table.Power(r); {
	case err != nil:
		return ""
	case power == werewolf.Divines:
		return seer
	case power == werewolf.Identifies:
		return medium
	}
	return ""
}

// wholeOf is the utterance of a claim, the quoted words where it is not found.
func wholeOf(o *werewolf.Observation, c *task.Claim) string {
	for i := range o.Talks {
		if u := &o.Talks[i]; u.Day == c.Day && u.Idx == c.Idx && o.Name(u.Seat) == c.Speaker {
			return u.Text
		}
	}
	return c.Quote
}

// in reports whether a whisper tells of the enemy: by name, with the role or with the player it reported.
func (e *enemy) in(t *agent.Table, text string) bool {
	tells := e.claim.Role != "" && strings.Contains(text, roleText(t, e.claim.Role)) || e.kind == blackener && strings.Contains(text, e.claim.Target)
	return tells && strings.Contains(text, e.name)
}

// known reports whether an ally has whispered of the enemy already.
func (e *enemy) known(t *agent.Table) bool {
	for i := range t.O.Whispers {
		if u := &t.O.Whispers[i]; u.Seat != t.O.Seat && e.in(t, u.Text) {
			return true
		}
	}
	return false
}

// section lists enemies by kind for a model, each with the whole utterance; "" where there are none.
func (s *state) section(heading string, list []enemy) string {
	if len(list) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(s.words.Say(heading) + "\n")
	for _, kind := range []string{blackener, seer, medium} {
		first := true
		for i := range list {
			if e := &list[i]; e.kind == kind {
				if first {
					b.WriteString(s.words.Say("share-" + kind))
					b.WriteString("\n")
				}
				first = false
				b.WriteString(e.name + ": " + e.said + "\n")
			}
		}
	}
	return b.String()
}

// mustWarn reports whether nobody has whispered yet that an enemy may be guarded, in a game in which somebody guards.
func (s *state) mustWarn(t *agent.Table) bool {
	for i := range t.O.Whispers {
		for _, word := range s.words.All("guard-word") {
			if strings.Contains(strings.ToLower(t.O.Whispers[i].Text), word) {
				return false
			}
		}
	}
	return t.O.Rules.Count(werewolf.Guards) > 0
}

// sharing are ways to tell of an enemy with its words, the fullest first, and one without them. The warning goes with them until
// somebody has given it.
func (s *state) sharing(t *agent.Table, e *enemy) (quoted []string, bare string) {
	kind := "shared"
	if e.kind == blackener {
		kind = "shared-black"
	}
	warning := ""
	if s.mustWarn(t) {
		warning = s.worded(t, "guarded", e, "")
	}
	words := []string{quote(e.said, len(e.said)), quote(e.claim.Quote, s.quoteLength)}
	for most := s.quoteLength / 2; most >= s.quoteLength/8 && most > 0; most /= 2 {
		words = append(words, quote(e.claim.Quote, most))
	}
	for _, with := range []string{warning, ""} {
		for _, q := range words {
			if q != "" && (with != "" || warning == "") {
				quoted = append(quoted, join(t, s.worded(t, kind, e, q), with))
			}
		}
	}
	return quoted, join(t, s.worded(t, kind+"-bare", e, ""), warning)
}

// worded is what is said of an enemy, with its words where they are quoted, in the player's voice.
func (s *state) worded(t *agent.Table, kind string, e *enemy, quoted string) string {
	const place = "\x00" // of the quotation, which is nobody's voice but its own
	text := strings.NewReplacer("{r}", roleText(t, e.claim.Role), "{q}", place).Replace(s.words.Say(kind))
	said := t.Self.Worded(text, wording.Slots{T: t.O.SeatOf(e.name), O: t.O.SeatOf(e.claim.Target)})
	return strings.Replace(said, place, quoted, 1)
}
