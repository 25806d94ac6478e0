package spectate

import (
	"maps"
	"slices"

	"wolfden/gamelog"
	"wolfden/internal/contest/archive"
	"wolfden/werewolf"
)

// fold follows where a game stands, entry by entry.
type fold struct {
	summary *archive.Summary
	public  *werewolf.Watcher
}

func newFold(h *gamelog.Header) fold {
	return fold{archive.Summarize(h, nil), werewolf.NewWatcher(&h.Rules, 0)}
}

func (f *fold) see(e gamelog.Entry) {
	f.summary.See(e)
	if e.Event == nil {
		return
	}
	f.public.See(e.Event, 0)
	if e.Event.Kind == werewolf.DayBegan {
		f.public.Forget()
	}
}

// standing is where a game stands: its seats as they are, and what the village knows of them.
type standing struct {
	seats  []archive.SeatSummary
	public werewolf.Observation
}

func (f *fold) now() standing {
	s := standing{slices.Clone(f.summary.Seats), f.public.Observation(werewolf.Request{})}
	for i := range s.seats {
		s.seats[i].Faults = maps.Clone(s.seats[i].Faults)
	}
	return s
}
