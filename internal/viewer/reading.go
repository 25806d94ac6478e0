package viewer

import (
	"cmp"
	"html/template"
	"slices"

	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/internal/viewer/story"
	"wolfden/werewolf"
)

// storyReading is what the utterances of a story say, as far as a program understands them. It hears what the reader hears
// and judges by what the reader knows, so it cannot be read from the chronicle, which holds all secrets.
type storyReading struct {
	listener *understand.Listener
	rows     map[int]speech.Rows // by the number of the item
	talk     []*story.Item       // as the ledger counts it
	upTo     int                 // entries of the story that were heard
}

// dayOf is a player on one day.
type dayOf struct {
	day  int
	seat werewolf.SeatID
}

func readStory(s *story.Story) *storyReading {
	t := understand.Table{Roles: s.Rules.Roles, Specs: s.Rules.Table}
	for i := range s.Players {
		t.Names = append(t.Names, s.Players[i].Name)
	}
	h := &storyReading{listener: understand.New(t), rows: map[int]speech.Rows{}}
	h.readOn(s)
	return h
}

// readOn takes what was said in the story since it was last heard.
func (h *storyReading) readOn(s *story.Story) {
	for _, it := range s.After(h.upTo) {
		switch it.Kind {
		case story.Talk, story.Whisper:
			u := werewolf.Utterance{Day: it.Day, Idx: it.Idx, Turn: it.Turn, Seat: it.Seat, Text: it.Text(), Skip: it.Skip, Over: it.Over}
			h.rows[it.N] = h.listener.Hear(u, it.Kind == story.Whisper)
			if it.Kind == story.Talk {
				h.talk = append(h.talk, &it)
			}
		case story.Executed, story.Dead:
			h.listener.Died(it.Seat)
		default:
		}
	}
	h.upTo = s.Seen
}

// vote is whom a player last said that it would vote for on the day, 0 for nobody.
func (h *storyReading) vote(id werewolf.SeatID, day int) werewolf.SeatID {
	return h.listener.Ledger().PlanOf(id, day).Target
}

// truth is whether something is so, as far as the reader knows.
type truth int8

const (
	unknown truth = iota
	isTrue
	isFalse
)

func truthOf(known, same bool) truth {
	switch {
	case !known:
		return unknown
	case same:
		return isTrue
	default:
		return isFalse
	}
}

// roleTruth is whether the player has the role.
func roleTruth(s *story.Story, id werewolf.SeatID, role werewolf.Role) truth {
	p := s.Player(id)
	return truthOf(p != nil && p.Role != werewolf.NoRole, p != nil && p.Role == role)
}

// resultTruth is whether what a player tells is so: the species it names. A result without one is as true as the role
// that it takes.
func resultTruth(s *story.Story, teller werewolf.SeatID, r speech.Act) truth {
	if r.Species == werewolf.NoSpecies {
		p := s.Player(teller)
		return truthOf(p != nil && p.Role != werewolf.NoRole, p != nil && s.Rules.Table.Power(p.Role) == r.Verb.Power())
	}
	p := s.Player(r.Target)
	return truthOf(p != nil && p.Role != werewolf.NoRole, p != nil && s.Rules.Table.Species(p.Role) == r.Species)
}

// act is one thing that an utterance says, ready to be shown.
type act struct {
	Text template.HTML
	truth
}

// True reports whether it is known to be so.
func (t truth) True() bool { return t == isTrue }

// False reports whether it is known not to be so.
func (t truth) False() bool { return t == isFalse }

// Acts is what the utterance says, as far as it was understood.
func (v itemView) Acts() (acts []act) {
	if v.heard == nil {
		return nil
	}
	r, ok := v.heard.rows[v.N]
	if !ok {
		return nil
	}
	add := func(t truth, key string, fill ...any) { acts = append(acts, act{v.H(key, fill...), t}) }
	if r.Retracts(v.Seat) {
		add(unknown, "act.retract")
	}
	if role := r.Claimed(v.Seat); role != werewolf.NoRole {
		add(roleTruth(v.table, v.Seat, role), "act.claim", v.RoleName(role))
	}
	for x := range r.Results(v.Seat) {
		add(resultTruth(v.table, v.Seat, x), resultKey(x), v.Name(x.Target), v.T("species."+speciesKey(x.Species)))
	}
	for x := range r.Reports(v.Seat) {
		add(resultTruth(v.table, x.Subject, x), "act.other", v.Name(x.Subject), v.Name(x.Target), v.T("species."+speciesKey(x.Species)))
	}
	for _, x := range []struct {
		key  string
		seat werewolf.SeatID
	}{{"act.vote", r.Announced(speech.Vote)}, {"act.request", r.Requested(speech.Vote)}, {"act.attack", r.Announced(speech.Attack)}} {
		if x.seat != 0 {
			add(unknown, x.key, v.Name(x.seat))
		}
	}
	for id := range r.Suspected().All() {
		add(unknown, "act.accuse", v.Name(id))
	}
	for id := range r.Trusted().All() {
		add(unknown, "act.support", v.Name(id))
	}
	return acts
}

func resultKey(r speech.Act) string {
	switch {
	case r.Verb == speech.Guarded:
		return "act.guarded"
	case r.Species == werewolf.NoSpecies:
		return "act.divined"
	case r.Verb == speech.Identified:
		return "act.identified"
	default:
		return "act.result"
	}
}

func speciesKey(s werewolf.Species) string {
	if s == werewolf.Wolf {
		return "werewolf"
	}
	return "human"
}

// Name is the name of a player, without its face.
func (v itemView) Name(id werewolf.SeatID) string {
	if p := v.table.Player(id); p != nil {
		return p.Name
	}
	return v.T("nobody")
}

// broken is a vote that is not what its voter said last.
type broken struct{ Seat, Said, Did werewolf.SeatID }

// Broken are the votes that are not what the voters had said.
func (v itemView) Broken() (all []broken) {
	if v.heard == nil || v.Kind != story.Votes {
		return nil
	}
	for _, b := range v.Ballots {
		if said := v.heard.vote(b.Seat, v.VotedOn); said != 0 && said != b.Target {
			all = append(all, broken{b.Seat, said, b.Target})
		}
	}
	return all
}

// claimView is a line of the table of claims.
type claimView struct {
	truth
	Seat werewolf.SeatID
	Day  int
	Item string
	Text template.HTML
	at   int
}

// Claims is who said what of itself, when, and whether it is so. A role may be claimed by telling a result of it.
func (p *gamePage) Claims() (all []claimView) {
	if p.heard == nil {
		return nil
	}
	heard := p.heard.listener.Ledger()
	add := func(at int, t truth, text template.HTML) {
		it := p.heard.talk[at]
		all = append(all, claimView{t, it.Seat, it.Day, it.ID(), text, at})
	}
	for _, c := range heard.Claims() {
		add(c.At, roleTruth(p.Story, c.Seat, c.Role), p.H("act.claim", p.RoleName(c.Role)))
		if !c.Stands() && heard.Rows(c.Until).Retracts(c.Seat) {
			add(c.Until, unknown, p.H("act.retract"))
		}
	}
	for _, r := range heard.Results() {
		act := speech.Act{Verb: r.Verb, Target: r.Target, Species: r.Species}
		add(r.At, resultTruth(p.Story, r.By, act), p.H(resultKey(act), p.Who(r.Target), p.T("species."+speciesKey(r.Species))))
	}
	slices.SortStableFunc(all, func(a, b claimView) int { return cmp.Compare(a.at, b.at) })
	return all
}
