package situation

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// expectFile is the YAML form of an expectation: what is held of the answers, and why the game asks for it.
type expectFile struct {
	Vote      []string `yaml:"vote"` // whom it chooses: one of these
	NotVote   []string `yaml:"not_vote"`
	Divine    []string `yaml:"divine"`
	NotDivine []string `yaml:"not_divine"`
	Guard     []string `yaml:"guard"`
	NotGuard  []string `yaml:"not_guard"`
	Attack    []string `yaml:"attack"`
	NotAttack []string `yaml:"not_attack"`
	Says      []string `yaml:"says"`  // sentences of the protocol: one of these
	Never     []string `yaml:"never"` // none of these
	Law       string   `yaml:"law"`
	Why       string   `yaml:"why"`
}

// expectation is what is held of the answers.
type expectation struct {
	text string // for people
	why  string
	// kinds are the questions whose answers it is about: without one of them it cannot be tried.
	kinds []werewolf.RequestKind
	// broken says how the answers do not do it, "" where they do.
	broken func(*trial) string
}

// talking are the questions that are answered with words.
var talking = []werewolf.RequestKind{werewolf.Talk, werewolf.Whisper}

// fits refuses an expectation about answers that nobody is asked for.
func (e *expectation) fits(asked []moment) error {
	if slices.ContainsFunc(asked, func(m moment) bool { return slices.Contains(e.kinds, m.kind) }) {
		return nil
	}
	return fmt.Errorf("%s: the player is not asked for it; write %s there", e.text, ask)
}

// expectationOf reads one.
func (s *Situation) expectationOf(f *expectFile) (e expectation, err error) {
	found := 0
	add := func(next expectation, fault error) {
		found++
		e, err = next, errors.Join(err, fault)
	}
	for _, c := range []struct {
		kind     werewolf.RequestKind
		one, not []string
	}{
		{werewolf.Vote, f.Vote, f.NotVote}, {werewolf.Divine, f.Divine, f.NotDivine},
		{werewolf.Guard, f.Guard, f.NotGuard}, {werewolf.Attack, f.Attack, f.NotAttack},
	} {
		if len(c.one) > 0 {
			add(s.chooses(c.kind, c.one, true))
		}
		if len(c.not) > 0 {
			add(s.chooses(c.kind, c.not, false))
		}
	}
	if len(f.Says) > 0 {
		add(s.says(f.Says, true))
	}
	if len(f.Never) > 0 {
		add(s.says(f.Never, false))
	}
	if f.Law != "" {
		add(lawOf(f.Law))
	}
	switch e.why = strings.TrimSpace(f.Why); {
	case found != 1:
		err = errors.Join(err, fmt.Errorf("holds %d expectations; write one in each entry", found))
	case e.why == "":
		err = errors.Join(err, errors.New("why: say why the game asks for it"))
	}
	return e, err
}

// chooses holds that one of the players is chosen, or none of them.
func (s *Situation) chooses(kind werewolf.RequestKind, names []string, one bool) (expectation, error) {
	verb := strings.ToLower(kind.String())
	e := expectation{text: verb + " " + strings.Join(names, " or "), kinds: []werewolf.RequestKind{kind}}
	if !one {
		e.text = verb + " neither " + strings.Join(names, " nor ")
	}
	var set werewolf.SeatSet
	for _, name := range names {
		id := s.seatOf(name)
		if id == 0 {
			return e, fmt.Errorf("%s: nobody is called %q", verb, name)
		}
		set = set.With(id)
	}
	e.broken = func(t *trial) string {
		for _, a := range t.answers {
			if a.Kind == kind && set.Has(a.Target) != one {
				return verb + " " + s.name(a.Target)
			}
		}
		return ""
	}
	return e, nil
}

// says holds that one of the sentences is said, or none of them.
func (s *Situation) says(sentences []string, one bool) (expectation, error) {
	e := expectation{text: "say " + strings.Join(sentences, " or "), kinds: talking}
	if !one {
		e.text = "never say " + strings.Join(sentences, " or ")
	}
	var patterns []pattern
	for _, text := range sentences {
		p, err := s.patterns(text)
		if err != nil {
			return e, err
		}
		patterns = append(patterns, p...)
	}
	e.broken = func(t *trial) string {
		for _, a := range t.answers {
			for frame, said := range a.Rows.Said() {
				for _, p := range patterns {
					if !p.matches(frame, said, s.Seat) {
						continue
					}
					if one {
						return ""
					}
					return "said " + p.text
				}
			}
		}
		if one {
			return "said none of it"
		}
		return ""
	}
	return e, nil
}

// pattern is a sentence that may be said, with ANY for whatever is left open.
type pattern struct {
	text        string
	frame, said speech.Act
}

// against are the ways to speak against a player.
var against = [...]string{"ESTIMATE %s WEREWOLF", "VOTE %s", "REQUEST ANY (VOTE %s)", "DIVINED %s WEREWOLF", "IDENTIFIED %s WEREWOLF"}

// patterns reads a sentence of the protocol with names of players. AGAINST NAME stands for all ways to speak against one.
func (s *Situation) patterns(text string) (all []pattern, err error) {
	if name, short := strings.CutPrefix(text, "AGAINST "); short {
		for _, way := range against {
			one, err := s.patterns(fmt.Sprintf(way, name))
			if err != nil {
				return nil, err
			}
			all = append(all, one...)
		}
		return all, nil
	}
	rows, err := speech.Parse(s.numbered(text))
	if err != nil {
		return nil, fmt.Errorf("%q: %w; players are called by name", text, err)
	}
	for frame, said := range rows.Said() {
		all = append(all, pattern{text, frame, said})
	}
	if len(all) != 1 {
		return nil, fmt.Errorf("%q: write one sentence, alone or in REQUEST, INQUIRE or NOT", text)
	}
	return all, nil
}

// numbered is a sentence with the protocol's names of the players.
func (s *Situation) numbered(text string) string {
	words := strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(text))
	for i, word := range words {
		if id := s.seatOf(word); id != 0 {
			words[i] = fmt.Sprintf("Agent[%02d]", int(id))
		}
	}
	return strings.Join(words, " ")
}

// matches reports whether it was said. What the pattern leaves open may be anything.
func (p *pattern) matches(frame, said speech.Act, speaker werewolf.SeatID) bool {
	return covers(&p.frame, &frame, speaker) && covers(&p.said, &said, speaker)
}

func covers(want, got *speech.Act, speaker werewolf.SeatID) bool {
	subject := func(id werewolf.SeatID) werewolf.SeatID {
		if id == speaker {
			return 0
		}
		return id
	}
	return want.Verb == got.Verb && subject(want.Subject) == subject(got.Subject) &&
		(want.Target == 0 || want.Target == speech.Any || want.Target == got.Target) &&
		(want.Role == werewolf.NoRole || want.Role == got.Role) && (want.Species == werewolf.NoSpecies || want.Species == got.Species)
}

// fault says what is wrong with an answer as such, "" for nothing.
func (a *Answer) fault() string {
	kind := strings.ToLower(a.Kind.String())
	switch {
	case a.Fault != gamelog.NoFault:
		return fmt.Sprintf("%s: the answer is %s", kind, a.Fault)
	case a.Kind.Chooses() && a.Target == 0:
		return kind + ": nobody is chosen"
	}
	return ""
}
