package task

import (
	"regexp"
	"slices"
	"strings"

	"wolfden/internal/bot/scene"
	"wolfden/internal/llm"
)

// preambles announce an utterance and are none. They name what comes and end with a colon: "Sure! Here is my message:".
var preambles = []*regexp.Regexp{
	regexp.MustCompile(`^(?i:(?:sure|certainly|of course|ok(?:ay)?|al(?:l )?right|absolutely|great|got it|understood)\b[^\n:.!]{0,40}[.!,]?\s+)?` +
		`(?i:here(?:['’]s| is| are)|this is|below is)\s+(?i:[^\n:.!?]{0,50}\b(?:message|response|reply|answer|utterance|statement|line|speech|say)\b(?: (?:for|as|in|from|that|based)\b[^\n:.!?]{0,50})?)[:：]\s*`),
	regexp.MustCompile(`^(?:(?:はい|もちろん(?:です)?|承知(?:いた)?しました|わかりました|了解(?:です|しました)?)[、。！!]*\s*)?` +
		`(?:以下|こちら|次)(?:は|が|に|の)[^\n。：:]{0,20}(?:発言|返答|回答|応答|メッセージ|台詞|セリフ)(?:です|になります|となります|を(?:示|記)します)?[。]?\s*[:：\n]\s*`),
}

// listMark begins the lines of a list.
var listMark = regexp.MustCompile(`(?m)^(?:[-*•] |・|\d{1,2}[.)] )`)

// afterword is a last paragraph that speaks to who asked the model and not to the table.
var afterword = regexp.MustCompile(`(?i)\n\s*\n\s*[(*_]*(?:(?:please )?let me know if (?:you(?:['’]d| would)? (?:like|need|want)|there(?:['’]s| is) anything)|` +
	`feel free to (?:adjust|modify|change|edit|ask)|i hope this helps|would you like me to (?:adjust|revise|rewrite|write|change (?:it|this|that|the|anything)))[^\n]*$`)

var (
	ruled    = regexp.MustCompile(`^(?:[-–—*_=]{3,}\s*\n\s*)|(?:\n\s*[-–—*_=]{3,})$`)               // lines that only part
	headline = regexp.MustCompile(`^#{1,6} [^\n]{1,40}\n\s*`)                                       // a title above the words
	boxed    = regexp.MustCompile(`(?s)\\boxed\{(?:\\text\{)?(.*?)\}\}?`)                           // as models write that learned from mathematics
	boxHead  = regexp.MustCompile(`^[^\n]{0,60}[:：]\s*(?:\\\[|\${1,2})?\s*(?:\\boxed)`)             // what announces it
	codeCall = regexp.MustCompile(`(?s)^[A-Za-z_]\w*\((?:\w+\s*=\s*)?(".*")\)[;.]?$`)               // say("...")
	callMark = regexp.MustCompile(`(?s)^(?:<tool_call>|\[TOOL_CALLS?\])\s*(.*?)(?:</tool_call>)?$`) // of a call that the server left in the text
)

// unframed is a text without what models put around a sentence that they were asked for. What announces the words of another, or words for
// somebody, is said.
func unframed(s *scene.Scene, text string) string {
	for _, mark := range []*regexp.Regexp{callMark, codeCall} {
		if m := mark.FindStringSubmatch(text); m != nil {
			text = m[1]
		}
	}
	if head := boxHead.FindString(text); len(boxed.FindAllString(text, 2)) == 1 && len(Named(Others(s), head)) == 0 {
		text = text[len(strings.TrimSuffix(head, `\boxed`)):]
	}
	text = boxed.ReplaceAllString(text, "$1")
	for _, preamble := range preambles {
		head := preamble.FindString(text)
		if rest := text[len(head):]; rest != "" && len(Named(Others(s), head)) == 0 {
			text = rest
		}
	}
	text = text[:len(text)-len(afterword.FindString(text))]
	text = strings.TrimSpace(ruled.ReplaceAllString(text, ""))
	if rest := text[len(headline.FindString(text)):]; rest != "" {
		text = rest
	}
	if lines := strings.Split(text, "\n"); len(lines) == 1 {
		text = strings.TrimPrefix(text, "- ")
	} else if !slices.ContainsFunc(lines, func(line string) bool {
		return line != "" && (!listMark.MatchString(line) || strings.HasPrefix(line, "・・"))
	}) {
		text = listMark.ReplaceAllString(text, "")
	}
	if half := len(text) / 2; len(text)%2 == 1 && text[half] == '\n' && text[:half] == text[half+1:] { // said twice
		text = text[:half]
	}
	return strings.TrimSpace(llm.Unfenced(text))
}
