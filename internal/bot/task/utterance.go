package task

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wolfden/internal/bot/scene"
	"wolfden/internal/llm"
	"wolfden/werewolf"
)

// loadedText lists the words that a rewording may not bring in.
//
//go:embed loaded.txt
var loadedText string

// mendWording takes out what is not written (line breaks, commas where they may not be, markup, emoji, quotes around the whole), sentences
// that came already, and the @ before what is no player's name. It puts the name that a draft begins with before words without it, and cuts
// what is too long, or goes on from a draft to something else, at its last sentence that holds.
func mendWording(in *WordIn, out *Wording) (repaired string) {
	s := &in.Scene
	out.Utterance = sayable(out.Utterance, s.Commas)
	if silenced(s, out) {
		return ""
	}
	if bare := addressing(s, out.Utterance); bare != out.Utterance {
		out.Utterance, repaired = bare, repairedAddress
	}
	if bare := unlooped(out.Utterance); bare != out.Utterance {
		out.Utterance, repaired = bare, repairedLoop
	}
	if to := addressee(s, in.Draft); in.Keep && to != "" && !strings.Contains(out.Utterance, to) {
		out.Utterance, repaired = "@"+to+" "+out.Utterance, repairedAddress
	}
	holds := func(part string) bool {
		return fits(s, part) == nil && (!in.Keep || in.Guided || keeps(s, in.Draft, part) == nil)
	}
	if !holds(out.Utterance) {
		if part := whole(out.Utterance, holds); part != "" {
			out.Utterance, repaired = part, RepairedCut
		}
	}
	return repaired
}

// addressee is the player whom a text addresses before all else, "" for nobody.
func addressee(s *scene.Scene, text string) string {
	for _, p := range s.Players {
		if p.Name != "" && strings.HasPrefix(text, "@"+p.Name+" ") {
			return p.Name
		}
	}
	return ""
}

// unlooped is a text without the sentences that it has said already, as of a model that goes round in circles. Short ones may be said twice,
// as "No! No!" is, and once more.
func unlooped(text string) string {
	const short, often = 12, 3 // characters, times
	said := map[string]int{}
	return withoutSentences(text, func(sentence string) bool {
		said[sentence]++
		return said[sentence] > 1 && utf8.RuneCountInString(sentence) >= short || said[sentence] > often
	})
}

// withoutSentences is a text without those of its sentences for which drops reports true.
func withoutSentences(text string, drops func(sentence string) bool) string {
	var b strings.Builder
	begins := 0
	for _, end := range append(SentenceEnds(text), len(text)) {
		if !drops(strings.TrimSpace(text[begins:end])) {
			b.WriteString(text[begins:end])
		}
		begins = end
	}
	return strings.TrimSpace(b.String())
}

// checkWording refuses what speaks as somebody else, is too long, or was said before. What is claimed, told and announced is the model's
// to decide, except that with Keep the draft's meaning stays, the whole of it; guided, its reasons may be others.
func checkWording(in *WordIn, out *Wording) error {
	s := &in.Scene
	if out.Over || out.Utterance == werewolf.SkipText {
		if in.Keep || in.Due { // nobody silences a player by telling its model so
			return Breaks(BreachEmpty, "must-speak")
		}
		return nil
	}
	words := out.Utterance
	for to := addressee(s, words); to != ""; to = addressee(s, words) {
		words = words[len("@"+to+" "):]
	}
	if by, _ := voice(s, words); by != "" && by != s.Me {
		return Breaks(BreachStranger, "another-voice", "name", by)
	}
	if out.Utterance == "" {
		return Breaks(BreachEmpty, "utterance-empty")
	}
	if err := fits(s, out.Utterance); err != nil {
		return err
	}
	if slices.Contains(s.Said, out.Utterance) {
		return Breaks(breachRepeated, "said-before")
	}
	if declines.MatchString(out.Utterance) {
		return Breaks(llm.CauseRefused, "speaks-as-model")
	}
	if callsAlone(s, out.Utterance) {
		return Breaks(BreachEmpty, "names-alone")
	}
	if in.Keep && !in.Guided {
		return keeps(s, in.Draft, out.Utterance)
	}
	return nil
}

// declines is what models say that will not answer, or offer their help: nobody's words at the table.
var declines = regexp.MustCompile(`(?i)\bI(?:'m| am) (?:sorry|afraid),? (?:but )?(?:as an? |I (?:can(?:'|no)t|am unable to|won't) (?:help(?: you| with|[.,!]|$)|assist|comply|fulfil|provide|continue|engage|participate|(?:play|take part in)(?: the| this| a| game of)* ?(?:werewolf|mafia|game)(?:[.!]|$)))|` +
	`\bI (?:can(?:'|no)t|am unable to) (?:help|assist)(?: you)? with (?:that|this)\b|\bas an? (?:AI|large)? ?(?:language model|AI assistant|AI model)\b|\bhow (?:can|may) I (?:help|assist) you\b|` +
	`(?:AI|言語)モデルとして|(?:申し訳|すみません|ごめん).{0,12}人狼(?:ゲーム)?[をに](?:プレイする|参加する|プレイ|参加)(?:こと[はが])?できません(?:[。！]|$)|(?:お手伝い|お答え|対応|お応え)(?:は|することは?|することが)?(?:できません|いたしかねます|できかねます)|(?:何か|どのように)お手伝い|お手伝いできることが(?:何か)?(?:(?:ござい|あり)ま|あれば、?何か教えて)`)

// callsAlone reports whether an utterance is a row of names, as of a model that copies the list of the living, or the player's own. The name
// of another may be an answer.
func callsAlone(s *scene.Scene, text string) bool {
	own := s.Me != "" && strings.Trim(text, "@,.、。 ") == s.Me && s.Action != "WHISPER" // there it may be an offer
	return own || onlyNames(s, text) && strings.Count(withoutNames(append(Others(s), s.Me), text), "\x00") > 1
}

// Allowed returns an utterance, to answer the scene's request with, as the game leaves it, and what was repaired in it: by what a model's
// words must pass in the task word. Over and Skip come in the game's spelling.
func Allowed(s *scene.Scene, text string) (words, repaired string, err error) {
	in := &WordIn{Scene: *s}
	out, form := spoken(in, text)
	repaired = strings.Join(Distinct([]string{form}, []string{mendWording(in, &out)}), ",")
	if err := checkWording(in, &out); err != nil {
		return "", repaired, err
	}
	return out.said(), repaired, nil
}

// Repeated is what a model means that says again what it has said already, though it was told so: nothing. ok is false for other errors.
func Repeated(s *scene.Scene, err error) (words, repaired string, ok bool) {
	out := nothingNew(s)
	return out.said(), repairedRepetition, llm.CauseOf(err) == breachRepeated
}

// nothingNew is the answer of who has nothing new to say now.
func nothingNew(s *scene.Scene) Wording {
	out := Wording{Utterance: werewolf.SkipText}
	silenced(s, &out)
	return out
}

// silenced reports whether the words are the game's own for saying nothing, and makes them so. Who has no skip left is over.
func silenced(s *scene.Scene, out *Wording) bool {
	switch word := silence(out.Utterance); {
	case word == "":
		return false
	case word == werewolf.OverText || s.Skips == 0:
		*out = Wording{Over: true}
	default:
		out.Utterance = word
	}
	return true
}

// fits refuses what the game would cut.
func fits(s *scene.Scene, text string) error {
	switch l := s.Limits; {
	case l != nil && l.Uncut(text, Others(s)):
		return nil
	case l == nil && !s.Full && (s.MaxLength == 0 || measure(s, text) <= s.MaxLength):
		return nil
	case s.Full:
		return Breaks(breachLong, "day-full")
	}
	return Breaks(breachLong, "utterance-long", "n", measure(s, text), "max", s.MaxLength)
}

// Others are the names that may be mentioned.
func Others(s *scene.Scene) (list []string) {
	for _, p := range s.Players {
		if p.Name != s.Me {
			list = append(list, p.Name)
		}
	}
	return list
}

// sayable is the text on one line without what would be cut, misread or shown as something else. Whether it may have commas is
// the game's to say.
func sayable(text string, commas bool) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case r == ',' && !commas:
			return ' '
		case strings.ContainsRune("*_`#<>~|{}[]\\", r), unicode.In(r, unicode.So, unicode.Sk):
			return -1
		}
		return r
	}, llm.Clean(text))
	text = strings.Join(strings.Fields(text), " ")
	for _, q := range []string{`""`, "''", "「」", "“”", "‘’"} {
		marks := []rune(q)
		inner, opens := strings.CutPrefix(text, string(marks[0]))
		inner, closes := strings.CutSuffix(inner, string(marks[1]))
		if opens && closes && !strings.ContainsAny(inner, q) {
			text = strings.TrimSpace(inner)
		}
	}
	return text
}

// measure is the length as the game counts it: in words, or in characters without white space.
func measure(s *scene.Scene, text string) int {
	rules := werewolf.LengthRules{CountInWord: s.InWords}
	if s.Limits != nil {
		rules = s.Limits.LengthRules
	}
	return rules.Measure(text)
}

// goesOn goes on with the sentence that a name begins.
var goesOn = regexp.MustCompile(`^(?:\p{Ll}|さん|ちゃん|くん|君|様|氏|は|が|を|も|の|に|と|で|へ|から|まで|より|って)`)

// addressing is a text without each @ that no player's name follows, as in "@everyone", without an address to oneself before all else, and
// without one behind the last sentence that is told nothing; a sentence about oneself keeps the name. An @ within a word is no address.
func addressing(s *scene.Scene, text string) string {
	var b strings.Builder
	if said, self := strings.CutPrefix(text, "@"+s.Me+" "); self && goesOn.MatchString(said) {
		text = text[len("@"):]
	} else if self {
		text = said
	}
	if at := strings.LastIndexByte(text, '@'); at > 0 && onlyNames(s, text[at:]) && ended(text[:at]) {
		text = strings.TrimSpace(text[:at])
	}
	for i, r := range text {
		known := func(p scene.Person) bool { return strings.HasPrefix(text[i+1:], p.Name) }
		if r != '@' || joins(text[:i]) || slices.ContainsFunc(s.Players, known) {
			b.WriteRune(r)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// joins reports whether a text ends within a word of Latin letters, which a sign may join to another, as in an address of mail.
func joins(text string) bool {
	last, _ := utf8.DecodeLastRuneInString(text)
	return last < utf8.RuneSelf && (unicode.IsLetter(last) || unicode.IsDigit(last))
}

// keeps refuses a rewording that names other players than the draft, or speaks of what the draft does not. The player's own
// name may come and go. It sees words, not meaning: a rewording that turns a sentence around gets past it.
func keeps(s *scene.Scene, draft, text string) error {
	inDraft, inText := Named(Others(s), draft), Named(Others(s), text)
	for _, name := range Others(s) {
		if slices.Contains(inDraft, name) != slices.Contains(inText, name) {
			return Breaks(breachMeaning, "named-once", "name", name)
		}
	}
	list := ReadWords(loadedText)
	before, after := list.Count(draft), list.Count(text)
	for _, e := range list {
		if before[e.Name] == 0 && after[e.Name] > 0 {
			return Breaks(breachMeaning, "brings-in", "word", Worded(e.in))
		}
	}
	return nil
}
