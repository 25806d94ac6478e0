package wire

import (
	"fmt"

	"wolfden/werewolf"
)

// seatNames turns the names in a packet into seats and remembers the first unknown name.
type seatNames struct {
	seats map[string]werewolf.SeatID
	err   error
}

func (f *seatNames) seat(path, name string) werewolf.SeatID {
	id := f.seats[name]
	if id == 0 && f.err == nil {
		f.err = fmt.Errorf("%s: nobody is called %q", path, name)
	}
	return id
}

func (f *seatNames) utterance(path string, t *Talk) werewolf.Utterance {
	return werewolf.Utterance{
		Day: t.Day, Idx: t.Idx, Turn: t.Turn, Seat: f.seat(path+".agent", t.Agent),
		Text: t.Text, Skip: t.Skip, Over: t.Over, Time: t.Time,
	}
}

// votes adds a day's votes once; they come with every packet of the next day.
func (f *seatNames) votes(path string, known []werewolf.Choice, list []Vote) []werewolf.Choice {
	last := werewolf.NoLimit
	if len(known) > 0 {
		last = known[len(known)-1].Day
	}
	for i, v := range list {
		if v.Day <= last {
			continue
		}
		where := fmt.Sprintf("%s[%d]", path, i)
		known = append(known, werewolf.Choice{
			Day: v.Day, Seat: f.seat(where+".agent", v.Agent), Target: f.seat(where+".target", v.Target),
		})
	}
	return known
}

// finding adds a day's result once; it comes with every packet of the next day.
func (f *seatNames) finding(path string, known []werewolf.Finding, j *Judge) []werewolf.Finding {
	if j == nil || len(known) > 0 && known[len(known)-1].Day >= j.Day {
		return known
	}
	return append(known, werewolf.Finding{Day: j.Day, Target: f.seat(path+".target", j.Target), Species: j.Result})
}
