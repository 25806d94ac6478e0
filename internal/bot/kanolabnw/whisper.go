package kanolabnw

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/task"
	"wolfden/internal/speech/roletext"
	"wolfden/werewolf"
)

// claimant is somebody with the role it claims, by their names.
type claimant struct{ name, role string }

// alone notes that a werewolf without allies has nobody to whisper to.
func (s *state) alone(_ context.Context, t *agent.Table) string {
	if t.O.Spec().IsWolf() && t.O.Allies() == 0 {
		return s.words.Say("alone")
	}
	return ""
}

// tellNews asks for a whisper with the first claim that the allies have not been told of.
func (s *state) tellNews(t *agent.Table, b *agent.Brief) {
	if t.O.Request.Kind == werewolf.Whisper {
		b.Command, b.Topic = s.words.Say("whisper"), s.news(t)
	}
}

// share adds to a whisper who claimed to be the seer or the medium, in the claimant's words, once each (section 6.2.2). A
// claim that finds no room waits.
func (s *state) share(t *agent.Table, text string) string {
	for i := range s.Claims {
		c := &s.Claims[i]
		if !s.isNews(t, c) {
			continue
		}
		for _, sentence := range s.sharing(t, c) {
			if whole := join(t, text, sentence); fits(t.O, whole) {
				s.passed(t, c, sentence)
				return whole
			}
		}
	}
	return text
}

// pass shares a claim in an answer of the rules. A model has been told the news; it is passed on where the model says so.
func (s *state) pass(t *agent.Table, text string) string {
	switch {
	case t.O.Request.Kind != werewolf.Whisper:
		return text
	case !t.ByModel():
		return s.share(t, text)
	}
	for i := range s.Claims {
		if c := &s.Claims[i]; s.isNews(t, c) && strings.Contains(text, c.Speaker) && strings.Contains(text, roleText(t, c.Role)) {
			s.passed(t, c, text)
		}
	}
	return text
}

func (s *state) passed(t *agent.Table, c *task.Claim, text string) {
	s.shared[claimant{c.Speaker, c.Role}] = true
	t.Note(text)
}

// news is the first claim that the allies have not been told of, in a sentence; "" if there is none.
func (s *state) news(t *agent.Table) string {
	for i := range s.Claims {
		if c := &s.Claims[i]; s.isNews(t, c) {
			return s.sharing(t, c)[0]
		}
	}
	return ""
}

// isNews reports whether a claim is one to tell the allies of.
func (s *state) isNews(t *agent.Table, c *task.Claim) bool {
	o := t.O
	if o.Allies()&o.Living == 0 || !wantsShared(o, c.Role) {
		return false
	}
	id, news := o.SeatOf(c.Speaker), claimant{c.Speaker, c.Role}
	return o.Living.Has(id) && id != o.Seat && !o.Allies().Has(id) && !s.shared[news] && !knows(t, &news)
}

// wantsShared reports whether the role of a claim learns what others are.
func wantsShared(o *werewolf.Observation, role string) bool {
	r, err := o.Rules.Table.Parse(role)
	power := o.Rules.Table.Power(r)
	return err == nil && (power == werewolf.Divines || power == werewolf.Identifies)
}

// knows reports whether an ally has whispered of the claim already.
func knows(t *agent.Table, c *claimant) bool {
	return slices.ContainsFunc(t.O.Whispers, func(u werewolf.Utterance) bool {
		return u.Seat != t.O.Seat && strings.Contains(u.Text, c.name) && strings.Contains(u.Text, roleText(t, c.role))
	})
}

// sharing are ways to tell of a claim, the fullest first.
func (s *state) sharing(t *agent.Table, c *task.Claim) (ways []string) {
	gaps := []string{"t", c.Speaker, "r", roleText(t, c.Role), "q", quote(c.Quote, s.quoteLength)}
	warning := ""
	if t.O.Rules.Count(werewolf.Guards) > 0 {
		warning = s.words.Say("guarded", gaps...)
	}
	quoted, bare := s.words.Say("shared", gaps...), s.words.Say("shared-bare", gaps...)
	return []string{join(t, quoted, warning), join(t, bare, warning), bare}
}

// roleText is what a role is called at the table.
func roleText(t *agent.Table, name string) string {
	roles := t.O.Rules.Table
	if r, err := roles.Parse(name); err == nil && r != werewolf.NoRole {
		return roletext.In(t.Desk.Lang()).Name(roles, r)
	}
	return name
}

// join puts a sentence behind another; silence gives way to it.
func join(t *agent.Table, text, sentence string) string {
	switch {
	case text == "" || text == werewolf.SkipText || text == werewolf.OverText:
		return sentence
	case sentence == "":
		return text
	case t.Desk.Lang() == "ja":
		return text + sentence
	}
	return text + " " + sentence
}

// quote makes the words of somebody fit to stand in a sentence: one line without marks that would end the quotation, address
// anybody or cut the whisper.
func quote(text string, most int) string {
	clean := strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune("\"“”„「」『』@,<>", r), unicode.Is(unicode.So, r), unicode.Is(unicode.Cf, r):
			return -1
		case unicode.IsControl(r) || unicode.IsSpace(r):
			return ' '
		}
		return r
	}, text)
	words := []rune(strings.Join(strings.Fields(clean), " "))
	return strings.TrimSpace(string(words[:min(len(words), most)]))
}

// fits reports whether the rules leave a whisper as it is.
func fits(o *werewolf.Observation, text string) bool {
	var others []string
	for i, name := range o.Names {
		if werewolf.SeatID(i+1) != o.Seat {
			others = append(others, name)
		}
	}
	kept, _ := o.Rules.Whisper.MaxLength.Fit(text, others, o.Request.Left.Length)
	return kept == text
}
