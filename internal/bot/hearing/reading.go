package hearing

import (
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// ReadingOf is the reading that the acts come from: what a player knows it meant, for whoever works with readings.
func ReadingOf(acts []Act) (r speech.Reading) {
	for _, a := range acts {
		switch a.Kind {
		case Claim:
			r.Claim = a.Role
		case Retract:
			r.Retract = true
		case Found:
			verb := speech.Divined
			if a.Role == werewolf.Medium {
				verb = speech.Identified
			}
			r.Results = append(r.Results, speech.Result{Verb: verb, Target: a.Target, Species: a.Species})
		case Guarded:
			r.Results = append(r.Results, speech.Result{Verb: speech.Guarded, Target: a.Target})
		case Vote:
			r.Vote = a.Target
		case Urge:
			r.RequestVote = a.Target
		case Accuse:
			r.Accuse = r.Accuse.With(a.Target)
		case Trust:
			r.Support = r.Support.With(a.Target)
		case Ask:
			r.Questions = append(r.Questions, speech.Question{To: a.Target, About: a.About, Topic: a.Topic})
			if r.AskedAll = r.AskedAll || a.Target == 0; a.Target != 0 {
				r.Asked = r.Asked.With(a.Target)
			}
		case Strike:
			r.Attack = a.Target
		default: // says nothing that a reading holds
		}
	}
	return r
}
