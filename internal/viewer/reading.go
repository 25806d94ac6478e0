package viewer

import (
	"html/template"
	"slices"

	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/internal/viewer/story"
	"wolfden/werewolf"
)

// storyReading is what the utterances of a story say, as far as a program understands them. It hears what the reader hears
// and judges by what the reader knows.
type storyReading struct {
	listener *understand.Listener
	rows     map[int]speech.Rows // by the number of the item
	upTo     int                 // entries of the story that were heard
	claims   []claim
	// votes is whom a player last said it would vote for, by day.
	votes map[pledge]werewolf.SeatID
}

// pledge is a day on which a player says whom it votes for.
type pledge struct {
	day  int
	seat werewolf.SeatID
}

// claim is something that a player said of itself: a role, or what it learned or did by it.
type claim struct {
	Seat    werewolf.SeatID
	Day     int
	Item    string
	Role    werewolf.Role // what it claims to be, NoRole where it tells a result
	Retract bool
	Result  speech.Act
}

func readStory(s *story.Story) *storyReading {
	t := understand.Table{Roles: s.Rules.Roles, Specs: s.Rules.Table}
	for i := range s.Players {
		t.Names = append(t.Names, s.Players[i].Name)
	}
	h := &storyReading{listener: understand.New(t), rows: map[int]speech.Rows{}, votes: map[pledge]werewolf.SeatID{}}
	h.readOn(s)
	return h
}

// readOn takes what was said in the story since it was last heard.
func (h *storyReading) readOn(s *story.Story) {
	for _, it := range s.After(h.upTo) {
		switch it.Kind {
		case story.Talk, story.Whisper:
			u := werewolf.Utterance{Day: it.Day, Idx: it.Idx, Turn: it.Turn, Seat: it.Seat, Text: it.Text(), Skip: it.Skip, Over: it.Over}
			r := h.listener.Hear(u, it.Kind == story.Whisper)
			h.rows[it.N] = r
			if it.Kind == story.Talk {
				h.keepClaims(&it, r)
			}
		case story.Executed, story.Dead:
			h.listener.Died(it.Seat)
		default:
		}
	}
	h.upTo = s.Seen
}

// keepClaims keeps what is claimed and pledged.
func (h *storyReading) keepClaims(it *story.Item, r speech.Rows) {
	c := claim{Seat: it.Seat, Day: it.Day, Item: it.ID()}
	if r.Retracts(it.Seat) {
		c.Retract = true
		h.claims = append(h.claims, c)
		c.Retract = false
	}
	if role := r.Claimed(it.Seat); role != werewolf.NoRole && !h.claimed(it.Seat, role) {
		c.Role = role
		h.claims = append(h.claims, c)
		c.Role = werewolf.NoRole
	}
	for result := range r.Results(it.Seat) {
		told := slices.ContainsFunc(h.claims, func(o claim) bool { return o.Seat == it.Seat && o.Result == result })
		if c.Result = result; !told {
			h.claims = append(h.claims, c)
		}
	}
	if vote := r.Announced(speech.Vote); vote != 0 {
		h.votes[pledge{it.Day, it.Seat}] = vote
	}
}

// claimed reports whether that is what the player claims to be already.
func (h *storyReading) claimed(id werewolf.SeatID, role werewolf.Role) bool {
	for _, c := range slices.Backward(h.claims) {
		if c.Seat == id && (c.Role != werewolf.NoRole || c.Retract) {
			return c.Role == role
		}
	}
	return false
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
		power := map[speech.Verb]werewolf.Power{
			speech.Divined: werewolf.Divines, speech.Identified: werewolf.Identifies, speech.Guarded: werewolf.Guards,
		}[r.Verb]
		p := s.Player(teller)
		return truthOf(p != nil && p.Role != werewolf.NoRole, p != nil && s.Rules.Table.Power(p.Role) == power)
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
		if said := v.heard.votes[pledge{v.VotedOn, b.Seat}]; said != 0 && said != b.Target {
			all = append(all, broken{b.Seat, said, b.Target})
		}
	}
	return all
}

// claimView is a line of the table of claims.
type claimView struct {
	claim
	truth
	Text template.HTML
}

// Claims is who said what of itself, when, and whether it is so.
func (p *gamePage) Claims() (all []claimView) {
	if p.heard == nil {
		return nil
	}
	for _, c := range p.heard.claims {
		v := claimView{claim: c}
		switch {
		case c.Retract:
			v.Text = p.H("act.retract")
		case c.Role != werewolf.NoRole:
			v.truth, v.Text = roleTruth(p.Story, c.Seat, c.Role), p.H("act.claim", p.RoleName(c.Role))
		default:
			v.truth = resultTruth(p.Story, c.Seat, c.Result)
			v.Text = p.H(resultKey(c.Result), p.Who(c.Result.Target), p.T("species."+speciesKey(c.Result.Species)))
		}
		all = append(all, v)
	}
	return all
}
