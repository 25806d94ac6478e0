package utterance

import (
	"wolfden/internal/bot/doubt"
	"wolfden/internal/speech/wording"
)

// whyKinds is the kind of sentence for each reason.
var whyKinds = map[doubt.Why]wording.SentenceKind{
	doubt.SeenWolf: wording.SeenMyself, doubt.Lied: wording.WhyLied, doubt.Rival: wording.WhyRival, doubt.Refuted: wording.WhyRefuted,
	doubt.Cleared: wording.WhyCleared, doubt.Clash: wording.WhyClash, doubt.Said: wording.WhySaid, doubt.Black: wording.WhyBlack,
	doubt.Retracted: wording.WhyRetract, doubt.Split: wording.WhySplit, doubt.Broke: wording.WhyBroke, doubt.Shield: wording.WhyShield,
	doubt.Changed: wording.WhyChanged, doubt.Pushed: wording.WhyPushed, doubt.Against: wording.WhyAgainst, doubt.Quiet: wording.WhyQuiet,
	doubt.Open: wording.WhyOpen, doubt.Crowd: wording.WhyCrowd, doubt.Gut: wording.WhyGut, doubt.Surplus: wording.WhySurplus,
	doubt.Missed: wording.WhyMissed, doubt.Alike: wording.WhyAlike, doubt.Sides: wording.WhySides, doubt.Aloof: wording.WhyAloof,
	doubt.SeenHuman: wording.TrustMine, doubt.Saved: wording.TrustSaved, doubt.FoundBy: wording.TrustFound, doubt.Sole: wording.TrustSole, doubt.ToldTruth: wording.TrustMe,
	doubt.VotedWell: wording.TrustRight, doubt.Paired: wording.TrustPair, doubt.Confirmed: wording.TrustProof,
}

// WordReason returns the kind of sentence and the slots that say a reason. open tells whether the table knows the role that
// the speaker shows: listeners cannot follow a reason that rests on a hidden role. It reports false for reasons the speaker
// cannot give, such as those about itself.
func (d *Draft) WordReason(r doubt.Reason, open bool) (wording.SentenceKind, wording.Slots, bool) {
	k, ok := whyKinds[r.Why]
	switch r.Why {
	case doubt.SeenWolf, doubt.SeenHuman, doubt.Saved, doubt.Rival, doubt.Clash:
		ok = ok && open
	case doubt.Open:
		ok = ok && r.N > 1
	default: // everybody can check it
	}
	if !ok || r.Other == d.observation.Seat || r.Third == d.observation.Seat {
		return "", wording.Slots{}, false
	}
	if r.Why == doubt.VotedWell {
		return k, wording.Slots{T: r.Seat, X: r.Other}, true
	}
	return k, wording.Slots{T: r.Seat, O: r.Other, X: r.Third, Role: r.Role, N: r.N}, true
}
