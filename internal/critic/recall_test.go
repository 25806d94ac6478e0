package critic

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/chronicle"
	"wolfden/internal/speech/wording"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

// rest replaces what a player says after the place on that day by what has nothing to do with anything, its next words by answer
// where that is given. It reports whether there were such words.
func (p *planter) rest(id werewolf.SeatID, answer string) (found bool) {
	day := p.g.entries[p.at].day
	for i := p.at + 1; i < len(p.g.entries); i++ {
		e := &p.g.entries[i]
		if e.kind != werewolf.Talked || e.seat != id || e.day != day {
			continue
		}
		switch {
		case e.text == "Over" || e.text == "Skip":
			continue
		case !found && answer != "":
			e.text = answer
		default:
			e.text = p.pick(0, 0, []string{"What a lovely evening this is.", "The tea has gone cold.", "We should all keep calm."},
				[]string{"今夜は静かですね。", "お茶が冷めてしまいました。", "落ち着いて話しましょう。"})
		}
		found = true
	}
	return found
}

func (p *planter) passesOver() bool {
	t := p.other(0, nil)
	if t == 0 || !p.rest(t, "") {
		return false
	}
	p.asked = p.at
	if p.rng.IntN(2) == 0 {
		return p.put(p.say(wording.AskSuspect, wording.Slots{T: t}))
	}
	return p.put(p.pick(t, 0, []string{"@{t} whom will you vote for today?", "{t} who is the werewolf in your opinion?", "@{t} who do you think is lying?"},
		[]string{"@{t} 誰に投票しますか？", "{t}さん、誰が人狼だと思いますか？", "@{t} 一番怪しいのは誰ですか？"}))
}

// namesTheAsker has an answer that names who asked and is about nothing that was asked.
func (p *planter) namesTheAsker() bool {
	t := p.other(0, nil)
	answer := p.pick(p.me, 0, []string{"I agree with {t}.", "thank you for asking, {t}.", "that is kind of you, {t}.", "I hear you, {t}."},
		[]string{"{t}さんに賛成です。", "{t}さん、ありがとうございます。", "{t}さんの話は聞きました。"})
	kind := []wording.SentenceKind{wording.AskVote, wording.AskSuspect, wording.AskQuiet}[p.rng.IntN(3)]
	return p.asks(t, p.say(kind, wording.Slots{T: t}), answer)
}

// speaksOfAnother has a view of somebody else in place of the one asked for.
func (p *planter) speaksOfAnother() bool {
	t := p.other(0, nil)
	o := p.other(werewolf.SetOf(t), nil)
	x := p.other(werewolf.SetOf(t, o), nil)
	if x == 0 || p.claimants(werewolf.Seer).Has(o) {
		return false
	}
	return p.asks(t, p.say(wording.AskView, wording.Slots{T: t, O: o}), p.say(wording.SuspectLead, wording.Slots{T: x}))
}

// votesForAResult has a vote in place of the result of a claimant.
func (p *planter) votesForAResult() bool {
	t := (p.claimants(werewolf.Seer) & p.living()).Without(p.me).First()
	o := p.other(werewolf.SetOf(t), nil)
	if o == 0 {
		return false
	}
	return p.asks(t, p.say(wording.AskResult, wording.Slots{T: t}), p.say(wording.VoteFor, wording.Slots{T: o}))
}

// givesNoReason has the suspicion once more, or the reason for another, where a reason was asked for.
func (p *planter) givesNoReason() bool {
	t := p.other(0, nil)
	answer := p.pick(p.me, 0, []string{"I suspect {t}.", "I will vote for {t}.", "{t} is suspicious."}, []string{"{t}さんが怪しいです。", "{t}さんに投票します。"})
	if o := p.other(werewolf.SetOf(t), nil); o != 0 && p.rng.IntN(2) == 0 {
		answer = p.say(wording.WhyAgainst, wording.Slots{T: o})
	}
	return p.asks(t, p.say(wording.AskWhy, wording.Slots{T: t}), answer)
}

// asks puts a question to a player, and an answer to it into the player's mouth.
func (p *planter) asks(t werewolf.SeatID, question, answer string) bool {
	if t == 0 || answer == "" || !p.rest(t, "@"+p.name(p.me)+" "+answer) {
		return false
	}
	p.asked = p.at
	return p.put(question)
}

func (p *planter) answersAnother() bool {
	t := p.other(0, nil)
	o := p.other(werewolf.SetOf(t), nil)
	answer := p.say(wording.HideRole, wording.Slots{})
	if p.rng.IntN(2) == 0 {
		answer = p.pick(0, 0, []string{"I have no results to give.", "I will not tell you my role.", "I am not the seer so I have no result."},
			[]string{"私には占い結果はありません。", "役職はまだ言いません。", "私に能力はありません。"})
	}
	if t == 0 || o == 0 || p.claimants(werewolf.Seer).Has(t) || !p.rest(t, "@"+p.name(p.me)+" "+answer) {
		return false
	}
	p.asked = p.at
	if p.rng.IntN(2) == 0 {
		return p.put(p.say(wording.AskView, wording.Slots{T: t, O: o}))
	}
	return p.put(p.pick(t, o, []string{"@{t} what do you think of {o}?", "@{t} do you trust {o}?"}, []string{"@{t} {o}さんについてどう考えていますか？", "@{t} {o}さんを信じますか？"}))
}

// copies says what another has just said, of somebody else.
func (p *planter) copies() bool {
	day, back := p.g.entries[p.at].day, 0
	for i := p.at - 1; i >= 0 && back < templateTurns-1; i-- {
		e := &p.g.entries[i]
		if e.kind != werewolf.Talked || e.text == "Over" || e.text == "Skip" {
			continue
		}
		back++
		for _, s := range cut(e.text) {
			if e.day != day || e.seat == p.me || len(strings.Fields(s)) < 8 && len([]rune(s)) < 16 || p.g.lang == "en" && len(strings.Fields(s)) < 8 {
				continue
			}
			if plainly(s) {
				p.g.entries[p.at].text = s
				return true
			}
		}
	}
	return false
}

// plainly reports whether a sentence is no claim, result or greeting, which all say alike.
func plainly(s string) bool {
	for _, word := range []string{"divin", "result", "seer", "medium", "human", "wolf", "villager", "Hello", "占", "結果", "霊媒", "人間", "狼", "村人", "白", "黒", "よろしく", "CO"} {
		if strings.Contains(s, word) {
			return false
		}
	}
	return true
}

func (p *planter) breaksRegister() bool {
	if p.g.lang == "en" {
		return p.put(
			p.pick(0, 0, []string{"With all due respect I must disagree.", "Permit me to say that I have my doubts.", "I beg your pardon for the interruption.", "Moreover we ought to deliberate."}, nil),
			p.pick(0, 0, []string{"Yeah that is kinda weird.", "Nah no way dude.", "Come on guys.", "Lol that is so sus."}, nil))
	}
	polite := []string{"私はまだ考えています。", "今日は慎重に進めたいです。", "皆さんの意見を伺いました。"}
	plain := []string{"こんなの時間の無駄だぜ。", "どう見ても変だろ。", "早く決めようぜ。", "まったく分からないぞ。", "俺の勘がそう言っている。"}
	if p.rng.IntN(2) == 0 {
		return p.put(p.pick(0, 0, nil, polite), p.pick(0, 0, nil, plain))
	}
	return p.put(p.pick(0, 0, nil, plain), p.pick(0, 0, nil, polite))
}

// hasATic opens two sentences of one turn with the same words.
func (p *planter) hasATic() bool {
	say := func(words string) string {
		return words + p.pick(0, 0, []string{"this is going nowhere.", "I have heard nothing new today.", "we should take our time.", "somebody here is playing with us."},
			[]string{"話が進んでいません。", "今日は新しい話がありません。", "ゆっくり考えたいです。", "誰かが遊んでいるようです。"})
	}
	words := p.pick(0, 0, []string{"Honestly ", "To be honest, ", "If you ask me ", "You know what, "}, []string{"正直、", "率直に言って、", "冷静に考えて、", "何しろ、"})
	return p.put(say(words), say(words))
}

// plant puts one fault of a kind into the game at a place drawn at random, and returns the line where it is to be found.
func plant(tb testing.TB, g *tableTalk, how func(*planter) bool, rng *rand.Rand) (p *planter) {
	tb.Helper()
	book, err := wording.In(g.lang)
	if err != nil {
		tb.Fatal(err)
	}
	var places []int
	for i, e := range g.entries {
		if e.kind == werewolf.Talked && e.text != "Over" && e.text != "Skip" {
			places = append(places, i)
		}
	}
	rng.Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
	for _, at := range places {
		changed := *g
		changed.entries = slices.Clone(g.entries)
		p := &planter{g: &changed, c: g.heard, rng: rng, at: at, me: g.entries[at].seat, asked: -1}
		p.voice = wording.NewSpeaker(book, "", wording.Seating{Me: p.me, Names: g.names}, rng)
		if how(p) {
			return p
		}
	}
	return nil
}

// lineOf is the place of an entry among the lines of the game.
func lineOf(c *chronicle.Game, g *tableTalk, entry int) int {
	n, line := -1, -1
	for i := range c.Lines {
		if !c.Lines[i].Speaks() {
			continue
		}
		for n++; g.entries[n].kind != werewolf.Talked; n++ {
		}
		if n == entry {
			line = i
			break
		}
	}
	return line
}

// planted plants a fault and reports whether it is found, and the words of the fault.
func planted(tb testing.TB, k Kind, how func(*planter) bool, g *tableTalk, rng *rand.Rand) (found, could bool, words string) {
	tb.Helper()
	p := plant(tb, g, how, rng)
	if p == nil {
		return false, false, ""
	}
	day := p.g.entries[p.at].day
	p.g.entries = slices.DeleteFunc(p.g.entries, func(e entry) bool { return e.day > day }) // what comes later tells nothing of it
	c := p.g.chronicle(tb)
	line := lineOf(c, p.g, p.at)
	for _, f := range Read(c).Findings {
		at := f.Line
		if p.asked >= 0 {
			at = f.With
		}
		found = found || f.Kind == k && at == line
	}
	return found, true, p.name(p.me) + ": " + p.g.entries[p.at].text
}

var (
	long     = flag.Bool("long", false, "three times as many faults are planted, and games played")
	faults   = flag.Int("faults", 70, "faults that are planted")
	sowing   = flag.Uint64("sowing", 16, "seed of where and how they are planted")
	perFault = flag.Bool("each", false, "print how many are found, way by way")
)

// some is how many of something a test makes: few, or with -long many.
func some(few, many int) int {
	if *long {
		return many
	}
	return few
}

// The critic finds most of what is planted into games of our own by rules: of all kinds, in both languages.
func TestRecall(t *testing.T) {
	if testing.Short() {
		t.Skip("whole games")
	}
	rng := rand.New(rand.NewPCG(*sowing, 0))
	var games []*tableTalk
	for seed := range uint64(some(2, 6)) {
		for _, lang := range []string{"en", "ja"} {
			games = append(games, played(t, "lycaon", lang, 5, 1600+seed), played(t, "plain", lang, 5, 1700+seed))
		}
	}
	for _, lang := range []string{"en", "ja"} { // with a medium
		games = append(games, played(t, "lycaon", lang, 9, 1800), played(t, "lycaon", lang, 9, 1801))
	}
	all, hits, wanted := 0, 0, some(*faults, 3**faults)
	ofWay, ofKind := map[string][2]int{}, map[Kind][2]int{}
	for n := 0; all < wanted; n++ {
		k := Kinds()[n%len(Kinds())]
		ways := plantings[k]
		way := (n / len(Kinds())) % len(ways)
		for range games {
			found, could, words := planted(t, k, ways[way], games[rng.IntN(len(games))], rng)
			if !could {
				continue
			}
			name := fmt.Sprintf("%s %d", k, way)
			way, kind := ofWay[name], ofKind[k]
			way[1], kind[1] = way[1]+1, kind[1]+1
			if all++; found {
				hits, way[0], kind[0] = hits+1, way[0]+1, kind[0]+1
			} else {
				t.Logf("not found: %s: %s", name, words)
			}
			ofWay[name], ofKind[k] = way, kind
			break
		}
		if n > 4*wanted {
			t.Fatal("too few faults can be planted")
		}
	}
	t.Logf("%d of %d found", hits, all)
	for _, name := range slices.Sorted(maps.Keys(ofWay)) {
		if *perFault {
			t.Logf("%s: %d of %d", name, ofWay[name][0], ofWay[name][1])
		}
	}
	for _, k := range Kinds() {
		if count := ofKind[k]; stats.Wilson(count[0], count[1]).High < .75 {
			t.Errorf("%s: %d of %d planted faults are found, surely fewer than three of four", k, count[0], count[1])
		}
	}
	if hits*5 < all*4 {
		t.Errorf("%d of %d planted faults are found, fewer than four of five", hits, all)
	}
}
