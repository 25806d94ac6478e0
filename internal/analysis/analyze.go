package analysis

import (
	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
	"wolfden/werewolf"
)

// figures are the counts of a player in a game, by Count.
type figures [numCounts]float64

// Game is what was counted in a game.
type Game struct {
	*chronicle.Game
	// figures are by place at the table: the first is seat 1.
	figures []figures
	// Chains is how many agreement chains there were, of three or more utterances; Longest is the longest.
	Chains, Longest int

	voteDays []VoteDay // nil before they are asked for
}

// Forget drops what was said and done, most of what a game takes of memory. What was counted stays, and what VoteDays was asked for.
func (g *Game) Forget() { g.Game = &chronicle.Game{Summary: g.Summary} }

// Analyze counts what was done in a game. The game is kept.
func Analyze(g *chronicle.Game) *Game {
	t := &tally{Game: &Game{Game: g, figures: make([]figures, len(g.Players))}, days: daysOf(g)}
	t.volume()
	t.repetition()
	t.addresses()
	t.silence()
	t.presses()
	t.voices()
	t.chains()
	t.claims()
	t.results()
	t.votes()
	t.inducement()
	t.powerPlays()
	t.whispers()
	t.attacks()
	return t.Game
}

// known reports whether the game tells of a count at all. Contest logs do not tell of all.
func (g *Game) known(c Count) bool { return g.Recorded || c != forced && c != cut && c != faults }

// tally is a game that is being counted.
type tally struct {
	*Game
	days []day
}

// add counts; what nobody did is not counted.
func (t *tally) add(id werewolf.SeatID, c Count, n float64) {
	if t.Player(id) != nil {
		t.figures[id-1][c] += n
	}
}

// day is what happened on a day and in the night after it, in the order of the lines.
type day struct {
	lines       []*chronicle.Line
	talks       []*chronicle.Line // all turns at the table
	words       []*chronicle.Line // those with words
	whispers    []*chronicle.Line // with words
	ballots     []*chronicle.Line // the first of every voter
	attackVotes []*chronicle.Line // the first of every voter
	executed    werewolf.SeatID
	living      werewolf.SeatSet // when the day began
}

// daysOf parts the lines of a game. Status lines tell nothing that others do not.
func daysOf(g *chronicle.Game) (days []day) {
	living, last := werewolf.SeatsUpTo(len(g.Players)), 0
	for i := range g.Lines {
		l := &g.Lines[i]
		if l.Kind == contestlog.StatusLine {
			continue
		}
		if len(days) == 0 || l.Day != last {
			days, last = append(days, day{living: living}), l.Day
		}
		d := &days[len(days)-1]
		d.addLine(l)
		if l.Kind == contestlog.ExecuteLine || l.Killed() {
			living = living.Without(l.Target)
		}
	}
	return days
}

func (d *day) addLine(l *chronicle.Line) {
	d.lines = append(d.lines, l)
	switch {
	case l.Kind == contestlog.TalkLine:
		d.talks = append(d.talks, l)
		if l.Worded() {
			d.words = append(d.words, l)
		}
	case l.Kind == contestlog.WhisperLine && l.Worded():
		d.whispers = append(d.whispers, l)
	case l.Kind == contestlog.VoteLine && l.Round == 0 && l.Target != 0:
		d.ballots = append(d.ballots, l)
	case l.Kind == contestlog.AttackVoteLine && l.Round == 0 && l.Target != 0:
		d.attackVotes = append(d.attackVotes, l)
	case l.Kind == contestlog.ExecuteLine:
		d.executed = l.Target
	default:
	}
}

// voted reports whether the day had a vote on whom to execute.
func (d *day) voted() bool { return len(d.ballots) > 0 || d.executed != 0 }
