package provider

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"wolfden/internal/llm"
)

// feature is a part of a request that some models reject. A feature rejected once is left out from then on.
type feature string

const (
	temperature       feature = "temperature"
	topP              feature = "top_p"
	seed              feature = "seed"
	maxTokens         feature = "max_tokens"  // the other name of the limit is used instead
	strictFeature     feature = "strict"      // the promise to keep to the schema, not the schema
	schemaFeature     feature = "schema"      // it is asked for in words instead
	objectFeature     feature = "json_object" // that the answer is JSON, where the schema is asked for in words
	effortFeature     feature = "effort"
	thoughtFeature    feature = "thought"    // thinking at all, or a budget for it
	shownFeature      feature = "shown"      // the wish to see what was thought, which nobody but us needs
	streamFeature     feature = "stream"     // a reply piece by piece
	systemFeature     feature = "system"     // instructions of their own; they begin the first message instead
	pictureFeature    feature = "picture"    // images beside the text
	neighboursFeature feature = "neighbours" // two messages in a row of one speaker, or an answer first; they become one
)

type features map[feature]bool

// featureWords lists the words by which an error names a feature, in the order in which they are searched. A
// schema first loses only the provider's promise to keep it, then is asked for in words with the promise of JSON, then in words alone.
func featureWords() []struct {
	feature feature
	words   []string
} {
	format := []string{"response_format", "json_schema", "output_config", "responsejsonschema", "schema", "format", "grammar", "guided"}
	return []struct {
		feature feature
		words   []string
	}{
		{pictureFeature, []string{"image", "vision", "multimodal", "multi-modal", "picture", "mmproj"}},
		{systemFeature, []string{"system role", "role system", "system message", "system prompt", "system instruction", "developer role", "developer instruction"}},
		{neighboursFeature, []string{"alternate", "consecutive", "same role", "start with", "first message"}},
		{streamFeature, []string{"stream"}},
		{shownFeature, []string{"summar", "includethoughts", "include_thoughts", "thinking_config", "thinking is not", "display"}},
		{maxTokens, []string{"max_tokens", "max_completion_tokens"}},
		{temperature, []string{"temperature"}},
		{topP, []string{"top_p", "topp"}},
		{seed, []string{"seed"}},
		{effortFeature, []string{"effort", "thinking_level", "thinkinglevel"}},
		{thoughtFeature, []string{"think", "reasoning", "budget"}},
		{strictFeature, []string{"response_format", "json_schema", "strict", "schema"}},
		{schemaFeature, format},
		{objectFeature, append(format, "json_object")},
		{systemFeature, []string{"alternate", "role", "template", "system"}},
	}
}

// sent lists the features of a request that are in it and can be left out.
func (q question) sent() features {
	s := q.Sampling
	sent := features{
		temperature:       s.Temperature != nil,
		topP:              s.TopP != nil,
		seed:              s.Seed != nil,
		maxTokens:         s.MaxTokens > 0 && q.vendor.tokensName != "",
		effortFeature:     s.Effort != "",
		thoughtFeature:    q.asksThought(),
		shownFeature:      q.vendor.dialect.shows && q.thinks(),
		strictFeature:     q.Schema != nil && q.Schema.Strict() && q.vendor.strict,
		schemaFeature:     q.Schema != nil,
		objectFeature:     q.Schema != nil && q.dropped[schemaFeature] && q.vendor.dialect.objects,
		streamFeature:     q.streamed,
		pictureFeature:    slices.ContainsFunc(q.Messages, pictured),
		systemFeature:     slices.ContainsFunc(q.Messages, func(m llm.Message) bool { return m.Role == llm.System }),
		neighboursFeature: !alternates(q.messages()),
	}
	for f := range q.dropped {
		delete(sent, f)
	}
	return sent
}

// blamed finds the feature because of which a request was refused, empty if it was none that was sent.
// Providers name it in error.param or only in words.
func blamed(body []byte, sent features) feature {
	t, _ := parsed(body) // a body of another form is searched as a whole
	for _, text := range []string{t.at("error.param").word(), string(body)} {
		text = strings.ToLower(text)
		for _, t := range featureWords() {
			if sent[t.feature] && slices.ContainsFunc(t.words, func(w string) bool { return strings.Contains(text, w) }) {
				return t.feature
			}
		}
	}
	return ""
}

// names lists what was left out that the caller had asked for, and the effort where it was another, sorted.
func (q question) names() []string {
	var names []string
	asked := question{Request: q.Request, vendor: q.vendor}.sent()
	for f := range q.dropped {
		if asked[f] && !slices.Contains([]feature{maxTokens, shownFeature, streamFeature, systemFeature, neighboursFeature}, f) {
			names = append(names, string(f))
		}
	}
	if !q.effortKept() {
		names = append(names, string(effortFeature))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// lessons is what a model, or the server of it, was found to refuse. The zero value has learnt nothing.
type lessons struct {
	mu      sync.Mutex
	dropped features
	fields  map[string]bool // of bodies, which it does not know
	length
}

// length is what a server was found to allow of tokens; 0 is unknown.
type length struct {
	window int // of prompt and answer together
	answer int // at most
	prompt int // as we estimate it, of the shortest that was too long
}

// into puts what was learnt into a question.
func (l *lessons) into(q *question) {
	l.mu.Lock()
	defer l.mu.Unlock()
	maps.Copy(q.dropped, l.dropped)
	q.unknown, q.length = maps.Clone(l.fields), l.length
}

// drop leaves a feature out from now on, and reports whether there was one to leave out.
func (l *lessons) drop(f feature) bool {
	if f == "" {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.dropped == nil {
		l.dropped = features{}
	}
	l.dropped[f] = true
	return true
}

// learn takes from a refusal what to do otherwise, and reports whether the question is worth asking again. The error is nil unless
// the question is too long for the server.
func (l *lessons) learn(q *question, refusal *statusError) (again bool, err error) {
	text := strings.ToLower(string(refusal.body))
	if lengthWords.MatchString(text) {
		if l.shorten(q, text) {
			return true, nil
		}
		return false, llm.ErrTooLong
	}
	return l.drop(blamed(refusal.body, q.sent())) || l.forget(q, text), nil
}

// forget leaves a field out that the server says it does not know: whatever the dialect writes but the question itself and what the
// user adds.
func (l *lessons) forget(q *question, text string) bool {
	if !regexp.MustCompile(`un(known|supported|recognized|expected|available)|not (supported|permitted|allowed|valid)|extra`).MatchString(text) {
		return false
	}
	for _, name := range slices.Sorted(maps.Keys(q.vendor.dialect.encode(*q))) {
		switch name {
		case "model", "messages", "input", "contents", "system", "instructions", "systemInstruction":
			continue
		}
		named := regexp.MustCompile(`['"` + "`" + `: ]` + regexp.QuoteMeta(strings.ToLower(name)) + `(['"` + "`" + `\\:,. ]|$)`)
		if q.extra[name] != nil || q.unknown[name] || !named.MatchString(text) {
			continue
		}
		l.mu.Lock()
		if l.fields == nil {
			l.fields = map[string]bool{}
		}
		l.fields[name] = true
		l.mu.Unlock()
		return true
	}
	return false
}

// How servers say that a question, or what it allows for the answer, is too long, and what they would take.
var (
	lengthWords = regexp.MustCompile(`context.?(length|size|window)|n_ctx|(prompt|input|message|request)[^.]{0,40} too (long|large)|exceeds? (the )?(limit|maximum)|` +
		`input token count|max_new_tokens|max_(completion_)?tokens.{0,20} (is )?too large|range of max_tokens|maximum (value for|allowed number of output)`)
	windowWords = regexp.MustCompile(`(?:maximum context length (?:is|of)|context length of(?: only)?|context (?:size|window)(?: size)?(?: of| is)?|"n_ctx" ?:|limit of|` +
		`tokens >|tokens allowed|must be <=|too large for model with) \(?(\d+)|"n_ctx":(\d+)`)
	answerWords = regexp.MustCompile(`at most (\d+) (?:completion |output )?tokens|(?:less than or equal to|<=) \W?(\d+)\W*, the maximum value|` +
		`> (\d+), which is the maximum allowed number of output|range of max_tokens (?:is|should be) \[1, ?(\d+)\]`)
)

// shorten learns how long questions and answers may be, and reports whether the same question fits if less is allowed for its answer.
func (l *lessons) shorten(q *question, text string) bool {
	before := q.limit()
	l.mu.Lock()
	defer l.mu.Unlock()
	if n := figure(answerWords, text); n > 0 {
		l.answer = n
	} else if n := figure(windowWords, text); n > 0 {
		l.window = n
	}
	after := *q
	if after.length = l.length; before > 0 && after.limit() < before {
		return true
	}
	if size := q.size(); l.prompt == 0 || size < l.prompt {
		l.prompt = size
	}
	return false
}

// figure is the number in a text by one of the groups of an expression, 0 for none.
func figure(form *regexp.Regexp, text string) int {
	for _, group := range form.FindStringSubmatch(text) {
		if n, err := strconv.Atoi(group); err == nil {
			return n
		}
	}
	return 0
}

// size is how many tokens the question has without its answer, as we estimate it.
func (q question) size() int {
	return llm.Estimate(llm.Request{Messages: q.Messages, Schema: q.Schema})
}

// limit is how many tokens to allow in all, within what the server was found to allow; 0 is the provider's own limit. What the
// prompt takes is estimated on the high side, so half of the answer's own limit is allowed at least.
func (q question) limit() int {
	limit := q.Sampling.Limit()
	if limit > 0 && q.length.window > 0 {
		limit = min(limit, max(q.length.window-q.size(), q.Sampling.MaxTokens/2))
	}
	if limit > 0 && q.length.answer > 0 {
		limit = min(limit, q.length.answer)
	}
	return limit
}
