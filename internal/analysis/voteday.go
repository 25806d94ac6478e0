package analysis

import (
	"slices"
	"strings"

	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
	"wolfden/internal/opinion"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// VoteDay is what one player did on one day with a vote to have somebody executed, and how the others voted.
type VoteDay struct {
	Game *Game
	Day  int
	Seat werewolf.SeatID
	// Deal tells games apart that have others of the same deal beside them; CompareDays compares those of one deal.
	Deal int

	// Target is whom the player tried to have executed, 0 for nobody. Asserted is a request to vote for it (speech.Rows.Asserts), else
	// it was only spoken against.
	Target   werewolf.SeatID
	Asserted bool
	Ground   string // why it was this target, where the player has noted it; "" otherwise
	Executed bool
	Others   int // living players besides this one, of whom chance would pick one
	Margin   int // first ballots by which the target was short of the most that anybody had
	Votes    int // first ballots of others for the target
	Village  int // of these, those of the village's side
	Won      int // of these, those of players who had not been against the target that day before the attempt
	Pushers  int // players who tried to have the target executed that day, this one included

	// Ballot is whom the player voted for first, 0 for nobody.
	Ballot werewolf.SeatID
	Free   int // first ballots of the others, but that of Ballot, who cannot vote for itself
	Joined int // of these, those for Ballot
}

// VoteDays returns a line for every player that lived to a day with a vote, day by day in the order of the seats.
func (g *Game) VoteDays() []VoteDay {
	if g.voteDays != nil {
		return g.voteDays
	}
	noted := g.notedAttempts()
	for _, d := range daysOf(g.Game) {
		if !d.voted() {
			continue
		}
		attempts := g.attempts(&d, noted)
		for seat := range d.living.All() {
			a := attempts[seat]
			v := VoteDay{
				Game: g, Day: d.number(), Seat: seat, Others: d.living.Without(seat).Len(), Target: a.target, Asserted: a.asserted, Ground: a.ground,
			}
			v.followed(&d)
			if v.Target != 0 {
				v.attempted(&d, attempts, a.at)
			}
			g.voteDays = append(g.voteDays, v)
		}
	}
	return g.voteDays
}

// number is the number of a day with lines.
func (d *day) number() int { return d.lines[0].Day }

// followed counts the ballots that could have been, and were, for the same player as this one's.
func (v *VoteDay) followed(d *day) {
	for _, b := range d.ballots {
		if b.Seat == v.Seat {
			v.Ballot = b.Target
		}
	}
	for _, b := range d.ballots {
		if v.Ballot == 0 || b.Seat == v.Seat || b.Seat == v.Ballot {
			continue
		}
		v.Free++
		if b.Target == v.Ballot {
			v.Joined++
		}
	}
}

// attempted counts what came of an attempt that was made at a place of the day's words.
func (v *VoteDay) attempted(d *day, attempts map[werewolf.SeatID]attempt, at int) {
	v.Executed = v.Target == d.executed
	ballots := map[werewolf.SeatID]int{}
	for _, b := range d.ballots {
		if ballots[b.Target]++; b.Target != v.Target || b.Seat == v.Seat {
			continue
		}
		v.Votes++
		if v.Game.Side(v.Game.Player(b.Seat)) != werewolf.VillagerTeam {
			continue
		}
		v.Village++
		if !slices.ContainsFunc(d.words[:at], func(l *chronicle.Line) bool { return l.Seat == b.Seat && against(l).Has(v.Target) }) {
			v.Won++
		}
	}
	for _, n := range ballots {
		v.Margin = max(v.Margin, n-ballots[v.Target])
	}
	for _, a := range attempts {
		if a.target == v.Target {
			v.Pushers++
		}
	}
}

// attempt is what a player did on a day to have somebody executed.
type attempt struct {
	target   werewolf.SeatID // 0 for nobody
	asserted bool            // the vote was asked for
	ground   string          // as the player has noted it
	at       int             // place among the day's words of what makes it one
}

// attempts finds what every player did on a day to have somebody executed: whom others were asked to vote for last, else the only one
// whom the player's last words were against. Players of a kind that notes its attempts have made those that were noted, see
// notedAttempts, and no others.
func (g *Game) attempts(d *day, noted map[string][]notedAttempt) map[werewolf.SeatID]attempt {
	all := map[werewolf.SeatID]attempt{}
	for at, l := range d.words {
		to := l.Says().Requested(speech.Vote)
		asked := to != l.Seat && d.living.Has(to)
		switch last := against(l).Without(l.Seat) & d.living; {
		case asked && l.Asserts(to):
			all[l.Seat] = attempt{target: to, asserted: true, at: at}
		case all[l.Seat].asserted:
		case asked: // whether they should, by the words of another, or on a condition
			all[l.Seat] = attempt{target: to, at: at}
		case last.Len() == 1:
			all[l.Seat] = attempt{target: last.First(), at: at}
		default:
			all[l.Seat] = attempt{at: at}
		}
	}
	for seat := range d.living.All() {
		if kind := g.Player(seat).Affiliation; g.Recorded && (noted[kind] != nil || notesAttempts(kind)) {
			all[seat] = d.noted(seat, noted[kind])
		}
	}
	return all
}

// inducer is the player that notes its attempts.
const inducer = "kanolab-nw"

// notesAttempts reports whether players of a kind note their attempts, so that one without a note has made none.
func notesAttempts(kind string) bool {
	name, params, _ := strings.Cut(kind, ":")
	return name == inducer && !strings.Contains(params, "inducement")
}

// notedAttempt is an attempt as the player has noted it with the utterance that made it.
type notedAttempt struct {
	opinion.Opinion
	seat werewolf.SeatID
	line *chronicle.Line
}

// notedAttempts are those of a game, by the kind of their players.
func (g *Game) notedAttempts() map[string][]notedAttempt {
	all := map[string][]notedAttempt{}
	names := g.called()
	for i := range g.Notes {
		n := &g.Notes[i]
		kind, line := g.Player(n.Seat).Affiliation, g.saidAt(n)
		if n.Topic == opinion.TopicInducement && line != nil && kind != "" {
			all[kind] = append(all[kind], notedAttempt{names.Read(n.Topic, n.Text, false), n.Seat, line})
		}
	}
	return all
}

// saidAt is the utterance that a note came with, nil if it came with none. Where all speak at once others' lines may come before it.
func (g *Game) saidAt(n *chronicle.Note) *chronicle.Line {
	for i := n.Line; i < len(g.Lines) && g.Lines[i].Day == n.Day; i++ {
		if l := &g.Lines[i]; l.Seat == n.Seat && l.Kind == contestlog.TalkLine {
			return l
		}
	}
	return nil
}

// noted is the last attempt of a day that a player noted against another, the zero attempt if there is none.
func (d *day) noted(seat werewolf.SeatID, all []notedAttempt) (a attempt) {
	for at, l := range d.words {
		for _, n := range all {
			if n.seat == seat && n.line == l && n.Target != seat && d.living.Has(n.Target) {
				a = attempt{n.Target, l.Asserts(n.Target), n.Ground, at}
			}
		}
	}
	return a
}
