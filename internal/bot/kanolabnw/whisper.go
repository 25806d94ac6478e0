package kanolabnw

import (
	"strings"
	"unicode"

	"wolfden/internal/bot/task"
	"wolfden/internal/speech/roletext"
	"wolfden/werewolf"
)

// claimant is somebody with the role it claims, by their names.
type claimant struct{ name, role string }

// alone notes that a werewolf without allies has nobody to whisper to.
func (s *system) alone(o *werewolf.Observation) {
	if s.a.On("whisper") && o.Spec().IsWolf() && o.Allies() == 0 {
		s.a.Note("whisper", s.words.Say("alone"))
	}
}

// share adds to a whisper who claimed to be the seer or the medium, in the claimant's words, once each (section 6.2.2). A
// claim that finds no room waits.
func (s *system) share(o *werewolf.Observation, text string) string {
	for i := range s.claims {
		c := &s.claims[i]
		if !s.isNews(o, c) {
			continue
		}
		for _, sentence := range s.sharing(o, c) {
			if whole := s.join(text, sentence); fits(o, whole) {
				s.passed(c, sentence)
				return whole
			}
		}
	}
	return text
}

// pass shares a claim in an answer of the rules. A model has been told the news; it is passed on where the model says so.
func (s *system) pass(o *werewolf.Observation, text string) string {
	if !s.a.ByModel() {
		return s.share(o, text)
	}
	for i := range s.claims {
		if c := &s.claims[i]; s.isNews(o, c) && strings.Contains(text, c.Speaker) && strings.Contains(text, s.role(c.Role)) {
			s.passed(c, text)
		}
	}
	return text
}

func (s *system) passed(c *task.Claim, text string) {
	s.shared[claimant{c.Speaker, c.Role}] = true
	s.a.Note("whisper", text)
}

// news is the first claim that the allies have not been told of, in a sentence; "" if there is none.
func (s *system) news(o *werewolf.Observation) string {
	for i := range s.claims {
		if c := &s.claims[i]; s.isNews(o, c) {
			return s.sharing(o, c)[0]
		}
	}
	return ""
}

// isNews reports whether a claim is one to tell the allies of.
func (s *system) isNews(o *werewolf.Observation, c *task.Claim) bool {
	if !s.a.On("whisper") || o.Allies()&o.Living == 0 || !wantsShared(o, c.Role) {
		return false
	}
	id, news := o.SeatOf(c.Speaker), claimant{c.Speaker, c.Role}
	return o.Living.Has(id) && id != o.Seat && !o.Allies().Has(id) && !s.shared[news] && !s.knows(o, &news)
}

// wantsShared reports whether the role of a claim learns what others are.
func wantsShared(o *werewolf.Observation, role string) bool {
	r, err := o.Rules.Table.Parse(role)
	power := o.Rules.Table.Power(r)
	return err == nil && (power == werewolf.Divines || power == werewolf.Identifies)
}

// knows reports whether an ally has whispered of the claim already.
func (s *system) knows(o *werewolf.Observation, c *claimant) bool {
	for i := range o.Whispers {
		u := &o.Whispers[i]
		if u.Seat != o.Seat && strings.Contains(u.Text, c.name) && strings.Contains(u.Text, s.role(c.role)) {
			return true
		}
	}
	return false
}

// sharing are ways to tell of a claim, the fullest first.
func (s *system) sharing(o *werewolf.Observation, c *task.Claim) (ways []string) {
	gaps := []string{"t", c.Speaker, "r", s.role(c.Role), "q", quote(c.Quote)}
	warning := ""
	if o.Rules.Count(werewolf.Guards) > 0 {
		warning = s.words.Say("guarded", gaps...)
	}
	quoted, bare := s.words.Say("shared", gaps...), s.words.Say("shared-bare", gaps...)
	return []string{s.join(quoted, warning), s.join(bare, warning), bare}
}

func (s *system) role(name string) string {
	roles := s.a.Observation().Rules.Table
	if r, err := roles.Parse(name); err == nil && r != werewolf.NoRole {
		return roletext.In(s.a.Lang()).Name(roles, r)
	}
	return name
}

// join puts a sentence behind another; silence gives way to it.
func (s *system) join(text, sentence string) string {
	switch {
	case text == "" || text == werewolf.SkipText || text == werewolf.OverText:
		return sentence
	case sentence == "":
		return text
	case s.a.Lang() == "ja":
		return text + sentence
	}
	return text + " " + sentence
}

// quote makes the words of somebody fit to stand in a sentence: one line without marks that would end the quotation, address
// anybody or cut the whisper.
func quote(text string) string {
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
	return strings.TrimSpace(string(words[:min(len(words), quoteLength)]))
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
