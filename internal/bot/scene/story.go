package scene

import "slices"

// Day is what a player saw happen on one day and in its night, in this order.
type Day struct {
	Talks    []Line
	Votes    []Vote
	Executed []Death
	Whispers []Line
	Attacked []Death
	Results  []Result // of this night, which the player learns in the morning
}

// Tally is who voted for one player.
type Tally struct {
	Target string
	Voters []string
}

// Tally returns the day's votes by target, in the order in which the targets were first voted for.
func (d Day) Tally() (list []Tally) {
	for _, v := range d.Votes {
		at := slices.IndexFunc(list, func(t Tally) bool { return t.Target == v.Target })
		if at < 0 {
			at, list = len(list), append(list, Tally{Target: v.Target})
		}
		list[at].Voters = append(list[at].Voters, v.Voter)
	}
	return list
}

// Days returns what happened, day by day. What happens later is added at the end, so that a text made of it begins as
// one made earlier; only whispers before the talk of a day are an exception.
func (s *Scene) Days() []Day {
	days := make([]Day, s.Day+1)
	at := func(day int) *Day { return &days[min(max(day, 0), s.Day)] }
	for _, l := range s.Talks {
		at(l.Day).Talks = append(at(l.Day).Talks, l)
	}
	for _, v := range s.Votes {
		at(v.Day).Votes = append(at(v.Day).Votes, v)
	}
	for _, l := range s.Whispers {
		at(l.Day).Whispers = append(at(l.Day).Whispers, l)
	}
	for _, d := range s.Deaths {
		if d.Cause == "EXECUTED" {
			at(d.Day).Executed = append(at(d.Day).Executed, d)
		} else {
			at(d.Day).Attacked = append(at(d.Day).Attacked, d)
		}
	}
	for _, r := range s.Results {
		at(r.Day).Results = append(at(r.Day).Results, r)
	}
	return days
}
