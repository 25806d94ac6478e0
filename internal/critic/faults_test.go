package critic

import (
	"slices"
	"strings"

	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// plantings are the faults that can be put into a game, by kind; each puts one at the planter's place, and reports false where it
// cannot. Half of them speak in our own wordings, half in words that nobody of ours has.
var plantings = map[Kind][]func(p *planter) bool{
	Claim:      {(*planter).otherRole, (*planter).noPower, (*planter).servesBothSides},
	Result:     {(*planter).otherResult, (*planter).oneNightTwice, (*planter).hearsTheLiving},
	Suspicion:  {(*planter).suspectsOwnWhite, (*planter).trustsOwnBlack, (*planter).trustsBoth, (*planter).praisesItsRival},
	Vote:       {(*planter).twoVotes, (*planter).votesOwnWhite, (*planter).votesForNothing, (*planter).votesAside},
	Praise:     {(*planter).praisesAndBlames, (*planter).thanksAndVotes, (*planter).sidesAndVotes, (*planter).turnsUnmoved},
	NoClaim:    {(*planter).wrongCount, (*planter).noneClaimed, (*planter).soleOfTwo, (*planter).claimantsOfNone},
	NoVote:     {(*planter).joinsNobody, (*planter).crowdOfNone, (*planter).keepsNothing},
	NoWord:     {(*planter).answersNoAccusation, (*planter).thanksForNothing, (*planter).reportsNothing, (*planter).secondsNothing},
	NoEvent:    {(*planter).votesForTheDead, (*planter).buriesTheLiving, (*planter).sleptWell, (*planter).miscounts},
	Unanswered: {(*planter).passesOver, (*planter).namesTheAsker, (*planter).speaksOfAnother, (*planter).votesForAResult, (*planter).givesNoReason},
	Evaded:     {(*planter).answersAnother},
	Template:   {(*planter).copies},
	Register:   {(*planter).breaksRegister},
	Tic:        {(*planter).hasATic},
}

func (p *planter) otherRole() bool {
	switch {
	case p.claimants(werewolf.Seer).Has(p.me):
		if p.rng.IntN(2) == 0 {
			return p.put(p.say(wording.ClaimPlain, wording.Slots{Role: werewolf.Villager}))
		}
		return p.put(p.pick(0, 0, []string{
			"I come to you as the medium of this village.", "You should know that I am the medium.", "As the medium I can tell you about the dead.",
		}, []string{"霊媒師COします。", "実を言えば霊媒師は私なのです。", "私、霊媒師です。"}))
	case p.claimants(werewolf.Medium).Has(p.me) || p.claimants(werewolf.Villager).Has(p.me):
		return p.put(p.say(wording.ClaimRole, wording.Slots{Role: werewolf.Seer}))
	}
	return false
}

func (p *planter) noPower() bool {
	if !p.claimants(werewolf.Seer).Has(p.me) {
		return false
	}
	if p.rng.IntN(2) == 0 {
		return p.put(p.say(wording.NotMyRole, wording.Slots{}))
	}
	return p.put(p.pick(0, 0, []string{"I have no special power at all.", "I am only a villager after all."},
		[]string{"私には何の能力もありません。", "私は村人なので、役職はありません。"}))
}

func (p *planter) otherResult() bool {
	if white := p.results(p.me, werewolf.Human); len(white) > 0 {
		if p.rng.IntN(2) == 0 {
			return p.put(p.say(wording.SeenWolf, wording.Slots{T: white[0]}))
		}
		return p.put(p.pick(white[0], 0, []string{"My divination showed that {t} is a werewolf.", "I checked {t} and the result was werewolf."},
			[]string{"{t}さんの占い結果は人狼でした。", "占ったところ、{t}さんは黒でした。"}))
	}
	if black := p.results(p.me, werewolf.Wolf); len(black) > 0 {
		return p.put(p.say(wording.SeenHuman, wording.Slots{T: black[0]}))
	}
	return false
}

func (p *planter) oneNightTwice() bool {
	had := append(p.results(p.me, werewolf.Human), p.results(p.me, werewolf.Wolf)...)
	if len(had) == 0 || len(had) < p.g.entries[p.at].day {
		return false
	}
	t := p.other(werewolf.SetOf(had...), nil)
	if t == 0 {
		return false
	}
	return p.put(p.say(wording.SeenHuman, wording.Slots{T: t}))
}

// servesBothSides has somebody who has come out as the possessed speak for the village.
func (p *planter) servesBothSides() bool {
	if !p.claimants(werewolf.Possessed).Has(p.me) {
		return false
	}
	if p.rng.IntN(2) == 0 {
		return p.put(p.pick(0, 0, []string{"I am innocent and I have nothing to hide.", "I play for the village and nothing else."},
			[]string{"私は潔白です。", "私は村のために話しています。"}))
	}
	return p.put(p.pick(0, 0, []string{"We must find the wolf while we still can.", "All I want is to save the village.", "I am a villager at heart."},
		[]string{"村の勝利のために頑張ります。", "一緒に人狼を見つけましょう。", "村を守りたいです。"}))
}

// hearsTheLiving has somebody tell as the medium what a living player was.
func (p *planter) hearsTheLiving() bool {
	t := p.other(0, nil)
	if t == 0 || !slices.Contains(p.g.roles, werewolf.Medium) || p.claimants(werewolf.Seer).Has(p.me) || p.claimants(werewolf.Possessed).Has(p.me) || p.claimants(werewolf.Werewolf).Has(p.me) {
		return false
	}
	if p.rng.IntN(2) == 0 {
		return p.put(p.say(wording.ClaimRole, wording.Slots{Role: werewolf.Medium}), p.say(wording.MediumHuman, wording.Slots{T: t}))
	}
	return p.put(p.pick(t, 0, []string{"As medium I can tell you {t} was human.", "I am the medium and the spirits say that {t} was a werewolf."},
		[]string{"霊媒師として申し上げます。{t}さんは人間でした。", "私は霊媒師です。霊媒結果、{t}さんは人狼でした。"}))
}

// votesAside suspects one player and votes for another without a word why.
func (p *planter) votesAside() bool {
	t := p.other(0, nil)
	o := p.other(werewolf.SetOf(t), nil)
	if o == 0 || p.g.entries[p.at].day == 0 || p.claimants(werewolf.Seer).Has(p.me) {
		return false
	}
	if p.rng.IntN(2) == 0 {
		return p.put(p.say(wording.SuspectLead, wording.Slots{T: t}), p.pick(o, 0, []string{"My vote goes to {t}."}, []string{"{t}さんに投票します。"}))
	}
	return p.put(p.pick(t, o, []string{"I suspect {t}. I vote for {o}.", "{t} is suspicious. I will vote for {o} today."},
		[]string{"{t}さんが怪しいです。{o}さんに投票します。", "{t}さんを疑っています。今日は{o}さんに入れます。"}))
}

// rival reports whether somebody claims what the speaker claims, or is said to lie by it.
func (p *planter) rivals(id werewolf.SeatID) bool {
	for l := range p.before {
		for a := range l.Says().Results(l.Seat) {
			if l.Seat == id && a.Target == p.me && a.Species == werewolf.Wolf {
				return true
			}
		}
	}
	return p.claimants(werewolf.Seer).Has(id)
}

func (p *planter) suspectsOwnWhite() bool {
	white := p.results(p.me, werewolf.Human)
	if len(white) == 0 || p.rivals(white[0]) || p.claimants(werewolf.Possessed).Has(p.me) {
		return false
	}
	if p.rng.IntN(2) == 0 {
		return p.put(p.say(wording.SuspectLead, wording.Slots{T: white[0]}), p.say(wording.WhyGut, wording.Slots{T: white[0]}))
	}
	return p.put(p.pick(white[0], 0, []string{"I think {t} is the werewolf.", "To me {t} is the most suspicious of all.", "{t} must be the wolf."},
		[]string{"{t}さんが人狼だと思います。", "一番怪しいのは{t}さんです。", "{t}さんを疑っています。"}))
}

func (p *planter) trustsOwnBlack() bool {
	black := p.results(p.me, werewolf.Wolf)
	if len(black) == 0 || p.claimants(werewolf.Possessed).Has(p.me) {
		return false
	}
	if p.rng.IntN(2) == 0 {
		return p.put(p.say(wording.TrustLean, wording.Slots{T: black[0]}))
	}
	return p.put(p.pick(black[0], 0, []string{"I believe {t} is innocent.", "I trust {t}."}, []string{"{t}さんは信じられます。", "{t}さんは村人だと思います。"}))
}

func (p *planter) trustsBoth() bool {
	both := (p.claimants(werewolf.Seer) & p.living()).Without(p.me)
	if both.Len() < 2 || p.claimants(werewolf.Seer).Has(p.me) {
		return false
	}
	a, b := both.First(), both.Without(both.First()).First()
	if p.rng.IntN(2) == 0 {
		return p.put(p.say(wording.TrustLean, wording.Slots{T: a}), p.say(wording.Defend, wording.Slots{T: b}))
	}
	return p.put(p.pick(a, b, []string{"{t} seems honest to me. I trust {o} as well.", "I believe {t}. {o} looks genuine too."},
		[]string{"{t}さんは本物だと思います。{o}さんも信用しています。", "{t}さんを信じます。{o}さんのことも信じます。"}))
}

func (p *planter) twoVotes() bool {
	t := p.other(0, nil)
	o := p.other(werewolf.SetOf(t), nil)
	if t == 0 || o == 0 || p.g.entries[p.at].day == 0 {
		return false
	}
	if p.rng.IntN(2) == 0 {
		return p.put(p.say(wording.VoteFor, wording.Slots{T: t}), p.say(wording.VoteAll, wording.Slots{T: o}))
	}
	return p.put(p.pick(t, o, []string{"I am going to vote for {t} today. {o} gets my vote.", "My vote is on {t}. I vote {o}."},
		[]string{"{t}さんに投票します。今日は{o}さんに入れます。", "投票先は{t}さんです。{o}さんに投票します。"}))
}

func (p *planter) votesOwnWhite() bool {
	white := p.results(p.me, werewolf.Human)
	if len(white) == 0 || p.rivals(white[0]) || p.claimants(werewolf.Possessed).Has(p.me) {
		return false
	}
	if p.rng.IntN(2) == 0 {
		return p.put(p.say(wording.VoteFor, wording.Slots{T: white[0]}))
	}
	return p.put(p.pick(white[0], 0, []string{"{t} has my vote.", "I vote {t}."}, []string{"今日は{t}さんに入れます。", "{t}さんを吊りましょう。"}))
}

func (p *planter) praisesAndBlames() bool {
	t := p.other(0, nil)
	if t == 0 || p.g.entries[p.at].day == 0 {
		return false
	}
	if p.rng.IntN(2) == 0 {
		return p.put(p.say(wording.TrustLean, wording.Slots{T: t}), p.say(wording.SuspectLead, wording.Slots{T: t}))
	}
	return p.put(p.pick(t, 0, []string{"I trust {t}. {t} is very suspicious.", "{t} is clearly innocent. I will vote for {t}.", "I suspect {t}. I believe {t} is on our side."},
		[]string{"{t}さんは信用できます。{t}さんに投票します。", "{t}さんは村人だと思います。{t}さんが一番怪しいです。"}))
}

func (p *planter) thanksAndVotes() bool {
	t := p.other(0, nil)
	if t == 0 || p.g.entries[p.at].day == 0 {
		return false
	}
	if p.rng.IntN(2) == 0 {
		return p.put(p.say(wording.VoteFor, wording.Slots{T: t}), p.say(wording.Thank, wording.Slots{O: t}))
	}
	return p.put(p.pick(t, 0, []string{"Thank you {t}. I will vote for {t}.", "I agree with {t}. I suspect {t}."},
		[]string{"{t}さんに賛成です。{t}さんに投票します。", "{t}さんの意見に同意します。{t}さんが怪しいです。"}))
}

// praisesItsRival has a claimant speak up for somebody who claims the same.
func (p *planter) praisesItsRival() bool {
	rivals := (p.claimants(werewolf.Seer) & p.living()).Without(p.me)
	if rivals == 0 || !p.claimants(werewolf.Seer).Has(p.me) {
		return false
	}
	t := rivals.First()
	if p.rng.IntN(2) == 0 {
		return p.put(p.say(wording.TrustLean, wording.Slots{T: t}))
	}
	return p.put(p.pick(t, 0, []string{"My heart is with {t}.", "I hope {t} lives through the night.", "I stand by {t} today.", "I support {t}."},
		[]string{"{t}さんが夜を越せるよう祈ります。", "{t}さんを信じます。", "私は{t}さんの味方です。", "{t}さんは誠実に話しています。"}))
}

// sidesAndVotes takes a player's side and votes for it.
func (p *planter) sidesAndVotes() bool {
	t := p.other(0, nil)
	if t == 0 || p.g.entries[p.at].day == 0 {
		return false
	}
	side := p.pick(t, 0, []string{"{t}, you will find that I am on your side.", "{t}, I am with you.", "I stand by {t}.", "{t} has my trust."},
		[]string{"私は{t}さんの味方です。", "{t}さんと同じ側です。", "{t}さんを頼りにしています。", "今日は{t}さんを取ります。"})
	return p.put(side, p.say(wording.VoteFor, wording.Slots{T: t}))
}

// turnsUnmoved votes for whom its last turn spoke for, and nobody has said anything since.
func (p *planter) turnsUnmoved() bool {
	t := p.other(0, nil)
	from := p.lastOwn()
	if t == 0 || from < 0 {
		return false
	}
	p.g.entries[from].text = p.say(wording.TrustLean, wording.Slots{T: t})
	for i := from + 1; i < p.at; i++ {
		if e := &p.g.entries[i]; e.kind == werewolf.Talked && e.text != "Over" && e.text != "Skip" {
			e.text = p.pick(0, 0, []string{"The tea has gone cold."}, []string{"お茶が冷めてしまいました。"})
		}
	}
	return p.put(p.say(wording.VoteFor, wording.Slots{T: t}))
}

// lastOwn is the speaker's turn before the place on that day, -1 where there is none.
func (p *planter) lastOwn() int {
	at := &p.g.entries[p.at]
	for i := p.at - 1; i >= 0 && at.day > 0 && p.g.entries[i].day == at.day; i-- {
		if e := &p.g.entries[i]; e.kind == werewolf.Talked && e.seat == p.me && e.text != "Over" && e.text != "Skip" {
			return i
		}
	}
	return -1
}

// votesForNothing votes for a player of whom it holds nothing.
func (p *planter) votesForNothing() bool {
	t := p.other(0, nil)
	if t == 0 || p.g.entries[p.at].day == 0 {
		return false
	}
	if p.rng.IntN(2) == 0 {
		return p.put(p.say(wording.ViewNeutral, wording.Slots{T: t}), p.say(wording.VoteFor, wording.Slots{T: t}))
	}
	return p.put(p.pick(t, 0, []string{"I have nothing against {t}. I vote {t}.", "I am neutral on {t}. {t} gets my vote."},
		[]string{"{t}さんについては中立です。{t}さんに投票します。", "{t}さんは保留です。{t}さんに投票します。"}))
}

func (p *planter) wrongCount() bool {
	n := p.claimants(werewolf.Seer).Len()
	if n == 0 || n == 3 {
		return false
	}
	if p.rng.IntN(2) == 0 {
		return p.put(p.say(wording.ManyClaim, wording.Slots{Role: werewolf.Seer, N: 3}))
	}
	return p.put(p.pick(0, 0, []string{"There are three seers at this table.", "Three people claim to be the seer."},
		[]string{"占い師が三人もいます。", "三人が占い師を名乗っています。"}))
}

func (p *planter) noneClaimed() bool {
	if p.claimants(werewolf.Seer)&p.living() == 0 || p.claimants(werewolf.Seer).Has(p.me) {
		return false
	}
	return p.put(p.pick(0, 0, []string{
		"Nobody has come forward as the seer so far.", "No seer has spoken up yet.", "We still have no seer.", "None of us has claimed the seer role.",
	}, []string{"まだ誰も占い師だと名乗り出ていません。", "占い師はまだ出てきていません。", "占い師のCOがまだありません。"}))
}

func (p *planter) soleOfTwo() bool {
	both := p.claimants(werewolf.Seer) & p.living()
	t := both.Without(p.me).First()
	if both.Len() < 2 || t == 0 {
		return false
	}
	if p.rng.IntN(2) == 0 {
		return p.put(p.say(wording.TrustSole, wording.Slots{T: t, Role: werewolf.Seer}))
	}
	return p.put(p.pick(t, 0, []string{"{t} is our only seer.", "Nobody has countered {t}."}, []string{"占い師は{t}さん一人だけです。", "{t}さんには対抗が出ていません。"}))
}

func (p *planter) claimantsOfNone() bool {
	if p.claimants(werewolf.Seer).Len() > 1 || p.claimants(werewolf.Medium).Len() > 1 || p.g.entries[p.at].day == 0 {
		return false
	}
	t, o := p.other(0, nil), werewolf.SeatID(0)
	if o = p.other(werewolf.SetOf(t), nil); t == 0 || o == 0 {
		return false
	}
	if p.rng.IntN(2) == 0 {
		return p.put(p.say(wording.TwoClaim, wording.Slots{T: t, O: o, Role: werewolf.Seer}))
	}
	return p.put(p.pick(t, o, []string{"Both seers should explain themselves.", "{t} and {o} both call themselves seer."},
		[]string{"占い師の二人は説明してください。", "{t}さんと{o}さんが占い師を名乗っています。"}))
}

// unopposed is a player of whom nobody else has spoken.
func (p *planter) unopposed() werewolf.SeatID {
	return p.other(0, func(id werewolf.SeatID) bool { return !p.spoke(0, id) })
}

func (p *planter) joinsNobody() bool {
	t := p.unopposed()
	if t == 0 || p.g.entries[p.at].day == 0 {
		return false
	}
	if p.rng.IntN(2) == 0 {
		return p.put(p.say(wording.VoteJoin, wording.Slots{T: t, O: p.other(werewolf.SetOf(t), nil)}))
	}
	return p.put(p.pick(t, 0, []string{"Like everybody else I vote for {t}.", "I will follow the majority and vote for {t}."},
		[]string{"皆さんと同じく{t}さんに投票します。", "多数に従って{t}さんに投票します。"}))
}

func (p *planter) crowdOfNone() bool {
	t := p.unopposed()
	if t == 0 || p.g.entries[p.at].day == 0 {
		return false
	}
	if p.rng.IntN(2) == 0 {
		return p.put(p.say(wording.WhyCrowd, wording.Slots{T: t}), p.say(wording.VoteFor, wording.Slots{T: t}))
	}
	return p.put(p.pick(t, 0, []string{"Most of you are voting for {t}.", "{t} has the most votes so far.", "Everyone suspects {t}."},
		[]string{"みんなが{t}さんを疑っています。", "{t}さんに票が集まっています。", "{t}さんが最多票です。"}))
}

func (p *planter) keepsNothing() bool {
	t := p.other(0, func(id werewolf.SeatID) bool { return !p.spoke(p.me, id) })
	if t == 0 || p.g.entries[p.at].day == 0 {
		return false
	}
	if p.rng.IntN(2) == 0 {
		return p.put(p.say(wording.VoteKeep, wording.Slots{T: t}))
	}
	return p.put(p.pick(t, 0, []string{"I have not changed my vote. It is still {t}.", "As I said before I vote for {t}."},
		[]string{"先ほど言った通り、{t}さんに投票します。", "引き続き{t}さんに投票します。"}))
}

// stranger is a player who has not spoken of the speaker.
func (p *planter) stranger() werewolf.SeatID {
	return p.other(0, func(id werewolf.SeatID) bool { return !p.spoke(id, p.me) })
}

func (p *planter) answersNoAccusation() bool {
	o := p.stranger()
	if o == 0 || p.spoke(0, p.me) {
		return false
	}
	if p.rng.IntN(2) == 0 {
		return p.put(p.say(wording.DenySuspect, wording.Slots{O: o}))
	}
	return p.put(p.pick(o, 0, []string{"{t} accuses me without any reason.", "Why do you suspect me {t}?", "{t} keeps attacking me for nothing."},
		[]string{"{t}さんは理由もなく私を疑っています。", "{t}さん、私を疑うのはやめてください。", "{t}さんに疑われて困っています。"}))
}

func (p *planter) thanksForNothing() bool {
	o := p.stranger()
	if o == 0 {
		return false
	}
	if p.rng.IntN(2) == 0 {
		return p.put(p.say(wording.Thank, wording.Slots{O: o}))
	}
	return p.put(p.pick(o, 0, []string{"{t} found me human and that is right.", "{t} divined me and told the truth about me."},
		[]string{"{t}さんが私に白を出してくれました。", "{t}さんの占い結果のとおり、私は人間です。"}))
}

func (p *planter) reportsNothing() bool {
	o := p.other(0, nil)
	t := p.other(werewolf.SetOf(o), func(id werewolf.SeatID) bool { return !p.spoke(o, id) })
	if o == 0 || t == 0 {
		return false
	}
	switch p.rng.IntN(4) {
	case 0:
		return p.put(p.say(wording.TrustFound, wording.Slots{T: t, O: o}))
	case 1:
		return p.put(p.say(wording.HeardWolf, wording.Slots{T: t, O: o}))
	}
	return p.put(p.pick(t, o, []string{"{o} divined {t} and found a werewolf.", "{o} said that {t} is human.", "{o} told us that {t} is a werewolf."},
		[]string{"{o}さんは{t}さんを占って人狼だと言いました。", "{o}さんの占いで{t}さんは白でした。", "{o}さんが{t}さんに黒を出しています。"}))
}

func (p *planter) secondsNothing() bool {
	o := p.other(0, nil)
	t := p.other(werewolf.SetOf(o), func(id werewolf.SeatID) bool { return !p.spoke(o, id) })
	if o == 0 || t == 0 {
		return false
	}
	if p.rng.IntN(2) == 0 {
		return p.put(p.say(wording.Agree, wording.Slots{T: t, O: o}))
	}
	return p.put(p.pick(t, o, []string{"As {o} said {t} is suspicious.", "I agree with {o} that {t} is a wolf."},
		[]string{"{o}さんの言うとおり、{t}さんは怪しいです。", "{t}さんについては{o}さんと同意見です。"}))
}

func (p *planter) votesForTheDead() bool {
	t := p.dead().First()
	if t == 0 {
		return false
	}
	if p.rng.IntN(2) == 0 {
		return p.put(p.say(wording.VoteFor, wording.Slots{T: t}))
	}
	return p.put(p.pick(t, 0, []string{"Let us all vote for {t}.", "@{t} whom do you suspect?"}, []string{"{t}さんに投票しましょう。", "@{t} 誰を疑っていますか？"}))
}

func (p *planter) buriesTheLiving() bool {
	t := p.other(0, nil)
	if t == 0 || p.g.entries[p.at].day < 2 {
		return false
	}
	if p.rng.IntN(2) == 0 {
		return p.put(p.say(wording.DawnDeath, wording.Slots{T: t}))
	}
	return p.put(p.pick(t, 0, []string{"{t} was murdered last night.", "The wolves killed {t} last night."}, []string{"昨夜、{t}さんが殺されました。", "{t}さんが襲撃されました。"}))
}

func (p *planter) sleptWell() bool {
	day := p.g.entries[p.at].day
	for i := range p.g.entries[:p.at] {
		if e := &p.g.entries[i]; e.kind == werewolf.AttackMade && e.target != 0 && e.day == day-1 {
			if p.rng.IntN(2) == 0 {
				return p.put(p.say(wording.DawnQuiet, wording.Slots{}))
			}
			return p.put(p.pick(0, 0, []string{"No one was killed last night.", "There was no victim last night."}, []string{"昨夜は誰も死んでいません。", "昨夜の犠牲者はいませんでした。"}))
		}
	}
	return false
}

func (p *planter) miscounts() bool {
	if p.g.entries[p.at].day < 2 {
		return false
	}
	n := p.living().Len() + 1
	if p.rng.IntN(2) == 0 {
		return p.put(p.say(wording.FewLeft, wording.Slots{N: n}))
	}
	number := map[string][]string{"en": strings.Fields("zero one two three four five six seven eight nine ten"), "ja": strings.Fields("零 一 二 三 四 五 六 七 八 九 十")}[p.g.lang][n]
	return p.put(p.pick(0, 0, []string{"Only " + number + " players are left.", "There are " + number + " of us left."}, []string{"残り" + number + "人です。", "もう" + number + "人しかいません。"}))
}
