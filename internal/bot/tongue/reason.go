package tongue

import (
	"wolfden/internal/bot/doubt"
	"wolfden/internal/speech/wording"
)

// whyKinds words each reason.
var whyKinds = map[doubt.Why]wording.Kind{
	doubt.SeenWolf: wording.SeenMyself, doubt.Lied: wording.WhyLied, doubt.Rival: wording.WhyRival, doubt.Refuted: wording.WhyRefuted,
	doubt.Cleared: wording.WhyCleared, doubt.Clash: wording.WhyClash, doubt.Said: wording.WhySaid, doubt.Black: wording.WhyBlack,
	doubt.Retracted: wording.WhyRetract, doubt.Split: wording.WhySplit, doubt.Broke: wording.WhyBroke, doubt.Shield: wording.WhyShield,
	doubt.Changed: wording.WhyChanged, doubt.Pushed: wording.WhyPushed, doubt.Against: wording.WhyAgainst, doubt.Quiet: wording.WhyQuiet,
	doubt.Open: wording.WhyOpen, doubt.Crowd: wording.WhyCrowd, doubt.Gut: wording.WhyGut,
	doubt.SeenHuman: wording.TrustMine, doubt.FoundBy: wording.TrustFound, doubt.Sole: wording.TrustSole, doubt.ToldTruth: wording.TrustMe,
	doubt.VotedWell: wording.TrustRight, doubt.Paired: wording.TrustPair, doubt.Confirmed: wording.TrustProof,
}

// Wording is the kind of sentence and the slots that say a reason. open tells whether the table knows the role that the speaker
// shows: where a reason rests on that, nobody could follow it otherwise. It reports false for what the speaker cannot
// say, as of what concerns itself.
func (u *Turn) Wording(r doubt.Reason, open bool) (wording.Kind, wording.Slots, bool) {
	in, ok := whyKinds[r.Why]
	switch r.Why {
	case doubt.SeenWolf, doubt.SeenHuman, doubt.Rival, doubt.Clash:
		ok = ok && open
	default: // everybody can check it
	}
	if !ok || r.Other == u.o.Seat || r.Third == u.o.Seat {
		return "", wording.Slots{}, false
	}
	if r.Why == doubt.VotedWell {
		return in, wording.Slots{T: r.Seat, X: r.Other}, true
	}
	return in, wording.Slots{T: r.Seat, O: r.Other, X: r.Third, Role: r.Role}, true
}
