package task

import (
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wolfden/internal/bot/scene"
	"wolfden/internal/llm"
	"wolfden/werewolf"
)

// What was repaired in an answer, as calls tell it.
const (
	repairedForm       = "form"       // the words stood in a form, though none was asked for
	repairedTranscript = "transcript" // the words stood as a line of the talk, or were followed by lines of others
	repairedFrame      = "frame"      // what the model says of the words stood around them, such as "Here is my message:"
	repairedSilence    = "silence"    // Over or Skip stood beside words
	RepairedCut        = "shortened"  // the words were more than the game, the limit of tokens or the time takes
	repairedAddress    = "address"    // an @ stood before what is no player's name, or lacked
	repairedLoop       = "loop"       // the same sentences came again
	repairedRepetition = "repetition" // it said again what it had said: it has nothing new to say
	repairedLeftOut    = "left-out"   // two answers that each left out one of those who were asked for
	repairedGiven      = "given"      // what the model had been given came back otherwise
	RepairedPercent    = "percent"    // a number from 0 to 1 came as a percentage
)

// longestSaid is how much of an answer is looked at for words to say, in bytes: more than any game takes, and little enough that no text of
// tags or points holds a game up.
const longestSaid = 4 << 10

// spoken makes an utterance of a model's text: its words, whatever stands around them. What is said is said: Over and Skip are what
// remains where there are no other words.
func spoken(in *WordIn, text string) (out Wording, repaired string) {
	text = namedTags(&in.Scene, llm.Unfenced(llm.Clean(strings.ToValidUTF8(text[:min(len(text), longestSaid)], ""))))
	if bare := unwrapped(withoutTags(text)); bare != text {
		text, repaired = strings.TrimSpace(bare), repairedTranscript
	}
	if bare := unframed(&in.Scene, text); bare != text {
		text, repaired = bare, repairedFrame
	}
	if words, is := formed(text); is {
		text, repaired = words, repairedForm
	}
	words, changed := ownLines(&in.Scene, text)
	if changed {
		repaired = repairedTranscript
	}
	if rest := withoutSilence(words); rest != words {
		if onlyNames(&in.Scene, rest) { // somebody is called and told nothing
			rest = werewolf.OverText
		}
		words, repaired = rest, repairedSilence
	}
	return Wording{Utterance: words}, repaired
}

// wordFields are the names under which forms hold what is said, in the order in which they are looked for.
var wordFields = []string{"utterance", "response", "talk", "speech", "say", "said", "message", "text", "content", "answer", "発言"}

// formed takes the words out of a text that is a JSON value as a whole. Of an object it is the field with a name of words, else the
// only text in it that is not by its name the player's own to keep; where there is none, a truth named over or skip is that word.
func formed(text string) (words string, is bool) {
	if text == "" || !strings.ContainsAny(text[:1], `{["`) {
		return "", false
	}
	switch value, rest, err := llm.Loose(text); {
	case err == nil && strings.TrimSpace(rest) == "":
		return wordsIn(value), true
	case err == nil && text[0] == '{':
		words, rest = wordsIn(value), strings.TrimLeft(rest, "}]` \n")
		if words != "" && !quiet(words) || rest == "" {
			return words, true
		}
		further, _ := formed(rest) // silence in a form, and then words
		return cmp.Or(further, rest), true
	}
	if !beginsForm.MatchString(text) {
		return "", false // a quotation, or what somebody does, begins the sentence
	}
	return brokenForm(text), true
}

// beginsForm is a form as far as its first name, in whatever language and marks, and what separates it, or as far as the text goes.
var beginsForm = regexp.MustCompile(`^[\[\s]*\{\s*(?:["'“「]|[^{}\n:：=]{1,40}[:：=]|\{|\}|$)`)

// wordless reports whether a text is empty, or a form that has no words to say, such as a vote.
func wordless(text string) bool {
	if text == "" {
		return true
	}
	value, rest, err := llm.Loose(text)
	form, is := value.(map[string]any)
	if !is || err != nil || strings.TrimSpace(rest) != "" {
		return false
	}
	for name := range form {
		if slices.Contains(wordFields, strings.ToLower(name)) {
			return false
		}
	}
	return !ended(wordsOf(form))
}

// brokenForm takes the words out of a form that is not whole, as far as they are: where they break off, up to the last whole sentence.
func brokenForm(text string) (silence string) {
	for _, name := range wordFields {
		_, rest, named := strings.Cut(text, `"`+name+`"`)
		rest, colon := strings.CutPrefix(strings.TrimSpace(rest), ":")
		rest, quote := strings.CutPrefix(strings.TrimSpace(rest), `"`)
		if !named || !colon || !quote {
			continue
		}
		var words string
		if d := json.NewDecoder(strings.NewReader(`"` + rest)); d.Decode(&words) != nil {
			words = whole(rest, func(string) bool { return true })
		}
		if words = strings.TrimSpace(words); words != "" && !quiet(words) {
			return words
		}
		silence = cmp.Or(silence, words)
	}
	return silence
}

// quiet reports whether a text is one of the game's words for saying nothing, whatever stands around it, and whatever short name before.
func quiet(text string) bool {
	const longest = 24 // bytes
	if name := strings.LastIndexAny(text, ":："); name >= 0 && name <= longest {
		text = strings.TrimLeft(text[name:], ":：")
	}
	return silence(text) != ""
}

// silent is a text that has nothing but a word for silence: also as Japanese writes that one does so, in brackets or quotes, once more, or
// with an explanation in brackets.
var silent = regexp.MustCompile(`^[*_.!。()（）"'「」\s]*(?i:(over|skip))[」』"'\s]*(?:です|します|する|とします)?[*_.!。()（）"'「」\s]*(?:[(（][^)）]*[)）]|(?i:over|skip))?[*_.!。"'」\s]*$`)

// silence is the game's word for saying nothing that a text consists of, "" where it has others.
func silence(text string) string {
	switch word := silent.FindStringSubmatch(text); {
	case word == nil:
		return ""
	case strings.EqualFold(word[1], werewolf.OverText):
		return werewolf.OverText
	default:
		return werewolf.SkipText
	}
}

func wordsIn(value any) string {
	switch v := value.(type) {
	case string:
		v = strings.TrimSpace(v)
		if words, is := formed(v); is && words != "" && v[0] == '{' {
			return words
		}
		return v
	case []any:
		return wordsOfAll(v)
	case map[string]any:
		return wordsOf(v)
	}
	return ""
}

// wordsOfAll are the words of the only value of a list, or its sentences, where all of it are, a line each: one may be another's, or a thought.
func wordsOfAll(list []any) string {
	if len(list) == 1 {
		return wordsIn(list[0])
	}
	var sentences []string
	for _, value := range list {
		sentence, is := value.(string)
		if !is || !ended(sentence) && !quiet(sentence) {
			return ""
		}
		sentences = append(sentences, strings.TrimSpace(sentence))
	}
	return strings.Join(sentences, "\n")
}

// wordsOf are the words in a form. A field that is silent counts where no other has words.
func wordsOf(form map[string]any) (silence string) {
	fields, texts := map[string]any{}, []string{}
	empty := false // a field for words is there, and has none
	for name, value := range form {
		name = strings.ToLower(name)
		fields[name] = value
		text := wordsIn(value)
		if empty = empty || text == "" && slices.Contains(wordFields, name); text != "" && !private(name) {
			texts = append(texts, text)
		}
	}
	for _, name := range wordFields {
		switch text := wordsIn(fields[name]); {
		case text != "" && !quiet(text):
			return text
		default:
			silence = cmp.Or(silence, text)
		}
	}
	switch {
	case silence != "":
		return silence
	case len(texts) == 1 && !empty:
		return texts[0]
	}
	for _, word := range []string{werewolf.OverText, werewolf.SkipText} {
		if fields[strings.ToLower(word)] == true {
			return word
		}
	}
	return ""
}

// ownLines are the lines of a text up to the first that somebody else says, as where a model goes on with the talk, or that is silence. A name before the
// player's own words, and a label such as "Utterance:", goes. A text that begins as somebody else stays as it is.
func ownLines(s *scene.Scene, text string) (words string, changed bool) {
	var own []string
	lists := false // a line has announced some of others, such as what it thinks of each
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		by, rest := voice(s, line)
		if quiet(line) && len(own) > 0 {
			changed = true // what follows is no longer said
			break
		}
		lists = lists || len(own) > 0 && strings.HasSuffix(strings.TrimRight(strings.ReplaceAll(own[len(own)-1], "：", ":"), " "), ":")
		if by != "" && by != s.Me && len(own) > 0 && !lists {
			changed = true
			break
		}
		if label, _ := labelled(line); by == "" && slices.Contains(thoughtLabels, label) {
			changed = true
			continue
		}
		if after, addressed := strings.CutPrefix(line, "@"); addressed && by == "" {
			if whom, said := voice(s, strings.Replace(after, s.Me+",", s.Me+":", 1)); whom == s.Me && whom != "" { // nobody addresses itself
				by, rest = whom, said
			}
		}
		if by == "" && !lists {
			rest = withoutRow(s, rest)
		}
		if rest = withoutLabel(rest); by == s.Me && by != "" || rest != line && by == "" {
			line, changed = rest, true
		}
		if len(own) > 0 && ended(own[len(own)-1]) && onlyNames(s, line) {
			changed = true // who is called and told nothing
			continue
		}
		if line != "" {
			own = append(own, line)
		}
	}
	return strings.Join(own, "\n"), changed
}

// onlyNames reports whether a line has nothing but names of players.
func onlyNames(s *scene.Scene, line string) bool {
	rest := withoutNames(append(Others(s), s.Me), line)
	return rest != line && strings.Trim(rest, "@,.、。 \x00") == ""
}

// withoutRow is a line without a row of names before a colon and a sentence, as the list of the living has them, whose last is the player's
// own: behind another's name the words are that one's, or of it. Nor is it a row where the line says something of others in the same way.
// Who is addressed by an @ before all others stays.
func withoutRow(s *scene.Scene, line string) string {
	at := strings.IndexAny(line, ":：")
	if at < 0 || s.Me == "" || !onlyNames(s, line[:at]) || !strings.HasSuffix(withoutNames(Others(s), line[:at]), s.Me) {
		return line
	}
	rest := strings.TrimLeft(line[at:], ":： ")
	if rest != "" && !ended(rest) || strings.HasPrefix(rest, ")") || strings.ContainsAny(rest, ":：") {
		return line
	}
	if to := addressee(s, line[:at]); to != "" && to != s.Me {
		rest = "@" + to + " " + rest
	}
	return rest
}

// ended reports whether a text ends with the end of a sentence.
func ended(text string) bool {
	text = strings.TrimRight(text, " \"'」』)）")
	ends := SentenceEnds(text)
	return len(ends) > 0 && ends[len(ends)-1] == len(text)
}

// withoutNames is a text with a NUL in the place of each name, of which one may be a part of another.
func withoutNames(names []string, text string) string {
	names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == "" })
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	for _, name := range names {
		text = strings.ReplaceAll(text, name, "\x00")
	}
	return text
}

// Named are those of the names that stand in a text, in their order, and not only within longer ones.
func Named(names []string, text string) (list []string) {
	for _, name := range names {
		longer := slices.DeleteFunc(slices.Clone(names), func(other string) bool { return other == name || !strings.Contains(other, name) })
		if name != "" && strings.Contains(withoutNames(longer, text), name) {
			list = append(list, name)
		}
	}
	return list
}

// namedTags is a text with <NAME> at the beginning of a line written as a transcript has it, NAME with a colon, and without </NAME>.
func namedTags(s *scene.Scene, text string) string {
	for _, p := range s.Players {
		if tag := "<" + p.Name + ">"; p.Name != "" && !saysAloud(p.Name) && strings.Contains(text, tag) {
			text = strings.ReplaceAll("\n"+text, "\n"+tag, "\n"+p.Name+": ")[1:]
			text = strings.ReplaceAll(text, "</"+p.Name+">", "")
		}
	}
	return text
}

// voice is the player whose name and a colon begin a line, as in a transcript, and what follows; "" and the line where there is none.
func voice(s *scene.Scene, line string) (by, rest string) {
	bare := strings.TrimLeft(line, `*_"「#- `)
	if !slices.ContainsFunc(s.Players, func(p scene.Person) bool { return strings.HasPrefix(bare, p.Name) }) {
		bare = strings.TrimLeft(bare, `*_"「#-0123456789 `)
	}
	for _, p := range s.Players {
		after, named := strings.CutPrefix(bare, p.Name)
		if after = strings.TrimLeft(after, "*_ "); !named || p.Name == "" {
			continue
		}
		for _, open := range []string{"(", "（"} { // as the list in a prompt may write it: NAME (you)
			if inner, is := strings.CutPrefix(after, open); is {
				if end := strings.IndexAny(inner, ")）"); end >= 0 && end < 20 {
					after = strings.TrimLeft(strings.TrimLeft(inner[end:], ")）"), "*_ ")
				}
			}
		}
		for _, title := range []string{"さん", "ちゃん", "くん", "君", "様", "氏"} {
			if bare, titled := strings.CutPrefix(after, title); titled {
				after = strings.TrimLeft(bare, "*_ ")
				break
			}
		}
		if words, quotes := strings.CutPrefix(after, "「"); quotes && strings.HasSuffix(words, "」") && strings.Count(words, "」") == 1 {
			return p.Name, strings.TrimSuffix(words, "」")
		}
		colons := []string{":", "："}
		if p.Name == s.Me { // "Bela → human" is no line of Bela's
			colons = append(colons, "→", "->")
		}
		for _, colon := range colons {
			if words, is := strings.CutPrefix(after, colon); is {
				return p.Name, strings.TrimLeft(words, "*_ ")
			}
		}
	}
	return "", line
}

// withoutLabel is a line without a word before it that says that an utterance follows.
func withoutLabel(line string) string {
	label, rest := labelled(line)
	if slices.Contains(wordFields, label) || slices.Contains([]string{"回答", "返答", "応答", "my utterance", "my answer", "assistant"}, label) {
		return rest
	}
	return line
}

// silenceAhead is Over or Skip as a sentence of its own at the beginning of a text.
var silenceAhead = regexp.MustCompile(`^[*_("'「（]*(?i:over|skip)(?:[*_)"'」）]*(?:[.!。…,、，;:：]+|\s+[-–—]+\s|\s*\n)|[*_)"'」）]+\s)[*_)"'」）\s]*`)

// silenceBeforeKana is the same before Japanese, which needs no mark between.
var silenceBeforeKana = regexp.MustCompile(`^(?i:over|skip)\s*`)

// ofSilence goes on with Over or Skip as a word of the sentence.
var ofSilence = regexp.MustCompile(`^(?:です|します|する|で|に|と|は|が|を|も|の)`)

// ends are words before Over with which it is a word of the sentence.
var ends = []string{"is", "are", "was", "were", "be", "it's", "that's", "game's", "not", "all", "almost", "nearly", "far", "from", "will", "with", "yet", "to", "game", "i", "a", "the", "of", "say", "said", "says"}

// withoutSilence is a text without Over or Skip as a sentence of its own before or after other words.
func withoutSilence(text string) string {
	if conditionBehind.MatchString(text) {
		return werewolf.OverText
	}
	for {
		if rest := text[len(silenceAhead.FindString(text)):]; rest != "" && rest != text {
			text = rest
			continue
		}
		if at := silenceBeforeKana.FindStringIndex(text); at != nil && japaneseLetter(text[at[1]:]) && !ofSilence.MatchString(text[at[1]:]) {
			text = text[at[1]:]
			continue
		}
		rest := strings.TrimRight(text, " \n.。!\"'」*)）")
		cut := false
		for _, word := range []string{werewolf.OverText, werewolf.SkipText, strings.ToUpper(werewolf.OverText), strings.ToUpper(werewolf.SkipText)} {
			at := len(rest) - len(word)
			if at <= 0 || !strings.EqualFold(rest[at:], word) {
				continue
			}
			before := strings.TrimRight(rest[:at], " *(\"'「（")
			spoken := strings.Fields(before)
			apart := len(before) < at && rest[at:] == word && len(spoken) > 0 && !slices.Contains(ends, strings.ToLower(spoken[len(spoken)-1]))
			if before != "" && (apart || strings.TrimRight(before, "\n.!?。！？…、") != before) {
				text, cut = cmp.Or(withoutCondition(strings.TrimRight(before, "、, \n")), werewolf.OverText), true
				break
			}
		}
		if !cut {
			return text
		}
	}
}

// condition is what a model says before Over that tells when one would say the word, as prompts offer it.
var condition = regexp.MustCompile(`(?:言う|言いたい|話す|話したい|伝える|発言する|付け加える)(?:こと|もの)?[^。、]*(?:なければ|ないなら|なくなれば|なくなったら|ない場合は?|ないので),?$|` +
	`(?i:^(?:@\S+ )?(?:if|when|since|as) [^.!?]*\bnothing\b[^.!?]*\b(?:say|add|tell)(?: today| now| for now)?,?$)`)

// conditionBehind is the same behind the word, as a whole text.
var conditionBehind = regexp.MustCompile(`(?i)^over,? (?:if|when|since|as) [^.!?]*\bnothing\b[^.!?]*\b(?:say|add|tell)(?: today| now| for now)?\.?$`)

// withoutCondition is a text without such words at its end, "" where there are no others.
func withoutCondition(text string) string {
	last := 0
	for i, r := range text {
		if strings.ContainsRune("。！？.!?…、,;:：♪）)\n—–-", r) && i+utf8.RuneLen(r) < len(text) {
			last = i + utf8.RuneLen(r)
		}
	}
	if condition.MatchString(strings.TrimSpace(text[last:])) {
		return strings.TrimRight(text[:last], "、,;:—–- \n")
	}
	return text
}

// SentenceEnds are the ends of the whole sentences of a text, as offsets. A point within a word or a number ends none.
func SentenceEnds(text string) (ends []int) {
	for i, r := range text {
		next := i + len(string(r))
		switch {
		case strings.ContainsRune("。！？", r):
		case !strings.ContainsRune(".!?…", r):
			continue
		case next < len(text) && !unicode.IsSpace(rune(text[next])):
			continue
		}
		ends = append(ends, next)
	}
	return ends
}

// whole is a text up to the end of its last whole sentence for which takes reports true; "" where there is none.
func whole(text string, takes func(string) bool) string {
	for _, end := range slices.Backward(SentenceEnds(text)) {
		if part := strings.TrimSpace(text[:end]); takes(part) {
			return part
		}
	}
	return ""
}
