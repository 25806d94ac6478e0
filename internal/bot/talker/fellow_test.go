package talker

import (
	"slices"
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/doubt"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// Seats 1 and 2 know each other. Each line of the table is a situation and what seat 1 does in it.
func TestFellowsComeOut(t *testing.T) {
	say := func(day int, seat werewolf.SeatID, text string) werewolf.Utterance {
		return werewolf.Utterance{Day: day, Seat: seat, Text: text}
	}
	for name, c := range map[string]struct {
		day   int
		talk  []werewolf.Utterance
		names werewolf.SeatID // 0: keeps silent about it
	}{
		"nothing happened":      {1, []werewolf.Utterance{say(1, 3, "Good morning.")}, 0},
		"one suspects":          {1, []werewolf.Utterance{say(1, 3, "I suspect Bela.")}, 0},
		"fellow is out":         {1, []werewolf.Utterance{say(1, 2, "I am a freemason and Ada is my fellow.")}, 2},
		"impostor":              {1, []werewolf.Utterance{say(1, 4, "I am a freemason.")}, 2},
		"fellow called a wolf":  {1, []werewolf.Utterance{say(1, 4, "I am the seer. I divined Bela and Bela is a werewolf.")}, 2},
		"called a wolf itself":  {1, []werewolf.Utterance{say(1, 4, "I am the seer. I divined Ada and Ada is a werewolf.")}, 2},
		"several on the fellow": {1, []werewolf.Utterance{say(1, 3, "I will vote for Bela."), say(1, 4, "I suspect Bela.")}, 2},
		"second day":            {2, nil, 2},
		"told before":           {2, []werewolf.Utterance{say(1, 1, "I am a freemason and Bela is my fellow.")}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			o := masons(c.day, c.talk)
			for seed := range bottest.Few(*long, uint64(8)) {
				p := newPlayer(t, seed)
				text, err := p.Answer(t.Context(), o)
				if err != nil {
					t.Fatal(err)
				}
				rows, _ := p.Meant(text)
				named := slices.Contains(rows, speech.Act{Verb: speech.ComingOut, Subject: 1, Target: 2, Role: werewolf.Freemason})
				if claims := rows.Claimed(1) == werewolf.Freemason; claims != (c.names != 0) || claims != named {
					t.Errorf("seed %d: %q says %v", seed, text, rows)
				}
			}
		})
	}
}

// masons is what seat 1 sees of nine, of whom 1 and 2 are freemasons.
func masons(day int, talk []werewolf.Utterance) werewolf.Observation {
	rules := werewolf.With(werewolf.RoleCounts{
		werewolf.Werewolf: 2, werewolf.Possessed: 1, werewolf.Seer: 1, werewolf.Freemason: 2, werewolf.Villager: 3,
	})
	return werewolf.Observation{
		Rules: &rules, Seat: 1, Day: day, Living: werewolf.SeatsUpTo(9), Talks: talk,
		Names:   []string{"Ada", "Bela", "Cleo", "Dov", "Emil", "Fritz", "Gil", "Hana", "Ivo"},
		Roles:   []werewolf.Role{0, werewolf.Freemason, werewolf.Freemason, 0, 0, 0, 0, 0, 0, 0},
		Request: werewolf.Request{Seat: 1, Kind: werewolf.Talk, Left: werewolf.Left{Count: 2, Length: werewolf.NoLimit}},
	}
}

// A freemason votes for its fellow only where nobody else is left, whatever is said of it.
func TestFellowsDoNotVoteForEachOther(t *testing.T) {
	var talk []werewolf.Utterance
	for seat := werewolf.SeatID(3); seat < 9; seat++ {
		talk = append(talk, werewolf.Utterance{Day: 1, Seat: seat, Text: "I suspect Bela. I will vote for Bela."})
	}
	o := masons(1, talk)
	o.Request.Kind, o.Request.Targets = werewolf.Vote, o.Others()
	for seed := range bottest.Few(*long, uint64(20)) {
		p := newPlayer(t, seed)
		if got, err := p.Answer(t.Context(), o); err != nil || got == "Bela" {
			t.Errorf("seed %d: votes for %s, %v", seed, got, err)
		}
		if p.opinion.Proven(2) != werewolf.Human || p.opinion.Against(2).Why != doubt.NoReason {
			t.Errorf("seed %d: %v against a fellow", seed, p.opinion.Against(2))
		}
	}
}
