package doubt

import (
	"slices"

	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// prove collects what is certain: victims of the night are human, so are those whom the observer saved from it, so is who was executed
// where the game of a single werewolf goes on, and so is what the observer's own results say.
func (s *Opinion) prove() {
	s.proven[s.observer.Me] = werewolf.Human
	for _, d := range s.o.Deaths {
		if d.Cause == werewolf.ByAttack || s.o.Rules.Wolves() == 1 {
			s.proven[d.Seat] = werewolf.Human
		}
	}
	for id := range (s.observer.Fellows | s.observer.Saved).All() {
		s.proven[id] = werewolf.Human
	}
	for _, f := range slices.Concat(s.observer.Divined, s.observer.Mediumed) {
		s.proven[f.Target] = f.Species
	}
	medium := s.ledger.ClaimantsOf(werewolf.Identifies)
	if s.shown().Power == werewolf.Identifies || medium.Len() != 1 || s.o.Rules.Count(werewolf.Identifies) != 1 {
		return
	}
	for _, r := range s.ledger.Findings() {
		if r.By == medium.First() && r.Verb == speech.Identified && s.proven[r.Target] == werewolf.NoSpecies {
			s.proven[r.Target] = r.Species
		}
	}
}

// testResults finds the results that cannot be true, and the claimants that cannot be honest.
func (s *Opinion) testResults() {
	for i := range s.ledger.Claims() {
		if c := &s.ledger.Claims()[i]; s.proven[c.Seat] == werewolf.Wolf {
			s.fake = s.fake.With(c.Seat)
		}
	}
	for _, result := range s.ledger.Findings() {
		known := s.proven[result.Target]
		if result.By == s.observer.Me || known == werewolf.NoSpecies || known == result.Species {
			continue
		}
		why := Refuted
		switch {
		case result.Target == s.observer.Me:
			why = Lied
		case s.own(result.Target):
			why = Clash
		case known == werewolf.Wolf:
			why = Cleared
		}
		if !s.fake.Has(result.By) {
			s.addReason(Reason{Why: why, Seat: result.By, Other: result.Target}, 1)
		}
		s.fake = s.fake.With(result.By)
	}
}

// own reports whether the observer has a result of its own on a player.
func (s *Opinion) own(id werewolf.SeatID) bool {
	about := func(f werewolf.Finding) bool { return f.Target == id }
	return slices.ContainsFunc(s.observer.Divined, about) || slices.ContainsFunc(s.observer.Mediumed, about)
}

// weighClaims: too many for a role, mine among them, or just the one.
func (s *Opinion) weighClaims() {
	for _, power := range [...]werewolf.Power{werewolf.Divines, werewolf.Identifies, werewolf.Guards} {
		all := s.ledger.ClaimantsOf(power)
		places, role := s.o.Rules.Count(power), s.o.Rules.RoleWith(power)
		honest := all &^ s.fake
		for id := range all.All() {
			switch {
			case s.shown().Power == power && places == 1:
				s.addReason(Reason{Why: Rival, Seat: id, Role: role}, 1)
			case s.fake.Has(id):
			case honest.Len() > places:
				other := s.Least(honest.Without(id))
				s.addReason(Reason{Why: Split, Seat: id, Other: other, Role: role}, 1)
				if all.Len()-places > s.o.Rules.Roles.Of(s.o.Rules.Table.Where(werewolf.RoleSpec.Traitor)) {
					s.addReason(Reason{Why: Surplus, Seat: id, Role: role, N: all.Len()}, 1)
				}
			case all.Len() <= places:
				s.addReason(Reason{Why: Sole, Seat: id, Role: role}, 1)
			default: // the others were found out
				s.addReason(Reason{Why: Sole, Seat: id, Role: role}, 0.7)
			}
		}
	}
	for _, c := range s.ledger.Claims() {
		switch spec := s.o.Rules.Table.Spec(c.Role); {
		case !c.Stands() && !spec.Ordinary():
			s.addReason(Reason{Why: Retracted, Seat: c.Seat, Role: c.Role}, 1)
		case spec.Team == werewolf.WerewolfTeam:
			s.addReason(Reason{Why: Said, Seat: c.Seat}, 1)
		}
	}
}

// weighFellows weighs claims to share a role with fellows. Two who name each other are more credible than one alone.
// Where there are more claimants than places somebody lies, and a player of the role knows who.
func (s *Opinion) weighFellows() {
	all := s.ledger.ClaimantsWhere(werewolf.RoleSpec.Mason)
	if all == 0 {
		return
	}
	table, role := s.o.Rules.Table, s.o.Rules.Find(werewolf.RoleSpec.Mason)
	places := s.o.Rules.Roles.Of(table.Where(werewolf.RoleSpec.Mason))
	knows := s.shown().Mason()
	s.fake |= all.Without(s.observer.Me).Where(func(id werewolf.SeatID) bool {
		return s.proven[id] == werewolf.Wolf || knows && !s.observer.Fellows.Has(id)
	})
	honest := all &^ s.fake
	for id := range all.All() {
		fellow := (s.ledger.Paired(id) & honest).First()
		switch {
		case knows && s.fake.Has(id):
			s.addReason(Reason{Why: Rival, Seat: id, Role: role}, 1)
		case s.fake.Has(id):
		case fellow != 0 && honest.Len() <= places:
			s.addReason(Reason{Why: Paired, Seat: id, Other: fellow, Role: role}, 1)
		case fellow != 0:
			s.addReason(Reason{Why: Paired, Seat: id, Other: fellow, Role: role}, contested)
		case honest.Len() > places:
			s.addReason(Reason{Why: Split, Seat: id, Other: s.Least(honest.Without(id)), Role: role}, 1)
		case all.Len() == 1:
			s.addReason(Reason{Why: Sole, Seat: id, Role: role}, unconfirmed)
		}
	}
}

// How credible a pair is beside others who claim the same, and how credible a claim that nobody has confirmed.
const (
	contested   = 0.6
	unconfirmed = 0.5
)

// shown is what the rules say of the role that the observer shows.
func (s *Opinion) shown() werewolf.RoleSpec { return s.o.Rules.Table.Spec(s.observer.Role) }

// credit is how far a claimant's results are believed, from 0 to 1: its share of the faith in all who claim the power.
func (s *Opinion) credit(id werewolf.SeatID, by werewolf.Power) float32 {
	places := s.o.Rules.Count(by)
	if s.fake.Has(id) || places == 0 || s.shown().Power == by && places == 1 {
		return 0
	}
	var all float32
	for other := range s.ledger.ClaimantsOf(by).With(id).All() {
		all += s.faith[other]
	}
	return min(1, float32(places)*s.faith[id]/all)
}

// How events raise the credit of a claimant. The real one was right about me; a liar would have been right in half of
// the cases. Werewolves kill the real claimant rather than the false one.
const (
	faithWhenRight     = 1.8
	faithWhenConfirmed = 4
	faithWhenKilled    = 3
	noFaith            = 0.001
)

// believe sets how far each player would be believed with a claim.
func (s *Opinion) believe() {
	for i := range s.faith {
		s.faith[i] = 1
	}
	for _, r := range s.ledger.Findings() {
		switch {
		case r.Target == s.observer.Me && r.Species == werewolf.Human:
			s.faith[r.By] *= faithWhenRight
		case r.Species == werewolf.Wolf && s.proven[r.Target] == werewolf.Wolf && r.Verb == speech.Divined && !s.own(r.Target):
			s.faith[r.By] *= faithWhenConfirmed
			s.addReason(Reason{Why: Confirmed, Seat: r.By, Other: r.Target}, 1)
		}
	}
	for _, d := range s.o.Deaths {
		if d.Cause == werewolf.ByAttack {
			s.faith[d.Seat] *= faithWhenKilled
		}
	}
	for id := range s.fake.All() {
		s.faith[id] = noFaith
	}
}

// weighResults: own ones, then what others tell.
func (s *Opinion) weighResults() {
	var vouched werewolf.SeatSet
	for _, f := range s.observer.Divined {
		why := SeenHuman
		if f.Species == werewolf.Wolf {
			why = SeenWolf
		}
		s.addReason(Reason{Why: why, Seat: f.Target}, 1)
		vouched = vouched.With(f.Target)
	}
	for id := range s.observer.Saved.All() {
		s.addReason(Reason{Why: Saved, Seat: id}, 1)
		vouched = vouched.With(id)
	}
	for _, r := range s.ledger.Findings() {
		if r.By == s.observer.Me || s.proven[r.Target] != werewolf.NoSpecies && r.Target != s.observer.Me {
			continue
		}
		switch c := s.credit(r.By, r.Power()); {
		case r.Target == s.observer.Me && r.Species == werewolf.Human:
			s.addReason(Reason{Why: ToldTruth, Seat: r.By}, 1)
		case r.Species == werewolf.Wolf:
			s.addReason(Reason{Why: Black, Seat: r.Target, Other: r.By}, c)
		default:
			s.addReason(Reason{Why: FoundBy, Seat: r.Target, Other: r.By}, c)
			vouched = vouched.With(r.Target)
		}
	}
	if len(s.ledger.Findings())+len(s.observer.Divined) == 0 {
		return
	}
	unknown := Unknown(s.o, s.ledger)
	for id := range (s.o.Living &^ vouched).All() {
		if r := (Reason{Why: Open, Seat: id}); s.ledger.ClaimOf(id) == werewolf.NoRole || s.ledger.ClaimSpec(id).Ordinary() {
			if unknown.Has(id) && len(s.ledger.Findings()) > 0 {
				r.N = unknown.Len()
			}
			s.addReason(r, 1)
		}
	}
}

// Unknown are the living of whom the table knows nothing: they claim no power, and nobody has told a result on them.
func Unknown(o *werewolf.Observation, heard *ledger.Ledger) werewolf.SeatSet {
	list := o.Living &^ heard.ClaimantsWhere(func(role werewolf.RoleSpec) bool { return !role.Ordinary() })
	for _, r := range heard.Findings() {
		list = list.Without(r.Target)
	}
	return list
}

// A crowd larger than this says nothing more.
const crowdLimit = 4

// weighVotes compares announced with cast votes and weighs their targets.
func (s *Opinion) weighVotes() {
	for _, vote := range s.o.Votes {
		if !s.o.Living.Has(vote.Seat) {
			continue
		}
		s.weighBallot(vote)
		switch s.proven[vote.Target] {
		case werewolf.Wolf:
			s.addReason(Reason{Why: VotedWell, Seat: vote.Seat, Other: vote.Target}, 1)
		case werewolf.Human:
			if vote.Target != s.observer.Me && !s.o.Living.Has(vote.Target) && s.ownVote(vote.Day) != vote.Target {
				s.addReason(Reason{Why: Pushed, Seat: vote.Seat, Other: vote.Target}, 1)
			}
		default: // nobody knows
		}
		p := s.ledger.PlanOf(vote.Seat, vote.Day)
		if vote.Day == s.o.Day-1 && p.Target != 0 && p.Target != vote.Target {
			s.addReason(Reason{Why: Broke, Seat: vote.Seat, Other: p.Target, Third: vote.Target}, 1)
		}
	}
	for _, p := range s.ledger.Plans() {
		if p.Day != s.o.Day {
			continue
		}
		if p.Changes > 1 {
			s.addReason(Reason{Why: Changed, Seat: p.Seat}, 1)
		}
		if p.Target == s.observer.Me {
			s.addReason(Reason{Why: Against, Seat: p.Seat}, 1)
		}
	}
	for id := range s.o.Living.All() {
		if n := s.ledger.Backing(id, s.o.Day).Without(s.observer.Me).Len(); n > 1 {
			s.addReason(Reason{Why: Crowd, Seat: id}, float32(min(n, crowdLimit)))
		}
	}
}

// weighBallot weighs the vote of a living player beside what became of its day: another vote than for the werewolf that was executed, or
// one together with a werewolf that is known by now. Nobody is blamed for what the observer itself did that day.
func (s *Opinion) weighBallot(vote werewolf.Choice) {
	if vote.Seat == s.observer.Me || s.proven[vote.Target] == werewolf.Wolf || s.proven[vote.Seat] != werewolf.NoSpecies {
		return
	}
	own := s.ownVote(vote.Day)
	for _, d := range s.o.Deaths {
		missed := d.Day == vote.Day && d.Cause == werewolf.ByExecution && s.proven[d.Seat] == werewolf.Wolf && d.Seat != vote.Seat
		if missed && (own == 0 || own == d.Seat) {
			s.addReason(Reason{Why: Missed, Seat: vote.Seat, Other: d.Seat, Third: vote.Target}, 1)
		}
	}
	if own == vote.Target {
		return
	}
	for _, other := range s.o.Votes {
		if other.Day == vote.Day && other.Target == vote.Target && other.Seat != vote.Seat && s.proven[other.Seat] == werewolf.Wolf && !s.o.Living.Has(other.Seat) {
			s.addReason(Reason{Why: Alike, Seat: vote.Seat, Other: other.Seat, Third: vote.Target}, 1)
			return
		}
	}
}

// ownVote is whom the observer itself voted for on a day; 0 for nobody.
func (s *Opinion) ownVote(day int) werewolf.SeatID {
	for _, mine := range s.o.Votes {
		if mine.Seat == s.observer.Me && mine.Day == day {
			return mine.Target
		}
	}
	return 0
}

// weighManner: silence, defence of the accused, the werewolves' wish.
func (s *Opinion) weighManner() {
	living, total := s.o.Living.Len(), 0
	for id := range s.o.Living.All() {
		total += s.ledger.WordsTotal(id)
	}
	for id := range s.o.Living.All() {
		if s.o.Day > 0 && 2*s.ledger.WordsTotal(id)*living < total && total > 2*living {
			s.addReason(Reason{Why: Quiet, Seat: id}, 1)
		}
	}
	var shields werewolf.SeatSet
	for _, l := range s.ledger.Lines() {
		accuses := func(r ledger.Result) bool { // believably
			return r.Target == l.Target && r.Species == werewolf.Wolf && r.By != s.observer.Me && s.credit(r.By, r.Power()) > 0.9
		}
		if l.Trusts() && l.Day == s.o.Day && !shields.Has(l.Seat) && s.o.Living.Has(l.Target) && l.Target != s.observer.Me && slices.ContainsFunc(s.ledger.Findings(), accuses) {
			shields = shields.With(l.Seat)
			s.addReason(Reason{Why: Shield, Seat: l.Seat, Other: l.Target}, 1)
		}
	}
	s.weighWords()
	if s.observer.Scapegoat != 0 {
		s.addReason(Reason{Why: AlliesWish, Seat: s.observer.Scapegoat}, 1)
	}
}

// talkative is how many utterances of a day are enough to have named somebody.
const talkative = 3

// weighWords: for whom somebody speaks who cannot be what it claims, and who names nobody in many words.
func (s *Opinion) weighWords() {
	var sided, named werewolf.SeatSet
	for _, l := range s.ledger.Lines() {
		if l.Trusts() && l.Seat != l.Target && s.fake.Has(l.Target) && !sided.Has(l.Seat) && !s.fake.Has(l.Seat) {
			sided = sided.With(l.Seat)
			s.addReason(Reason{Why: Sides, Seat: l.Seat, Other: l.Target}, 1)
		}
		if l.Day == s.o.Day && (l.Against() || l.Finds(werewolf.Wolf)) {
			named = named.With(l.Seat)
		}
	}
	for id := range (s.o.Living &^ named).All() {
		if s.o.Day > 0 && s.ledger.Words(id, s.o.Day) >= talkative {
			s.addReason(Reason{Why: Aloof, Seat: id}, 1)
		}
	}
}

// gut is a feeling between 0 and 1 that stays the same all game.
func gut(seed uint64, id werewolf.SeatID) float32 {
	x := (seed + uint64(id)) * 0x9e3779b97f4a7c15
	x = (x ^ x>>31) * 0xbf58476d1ce4e5b9
	return float32(x>>40) / (1 << 24)
}
