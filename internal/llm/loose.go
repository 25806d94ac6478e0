package llm

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Slips of JSON that have one reading all the same, as they are counted.
const (
	slipComma    = "comma"    // one too many, or missing between two members
	slipQuotes   = "quotes"   // of another kind, or not escaped within a text
	slipEscapes  = "escapes"  // of what needs none, or none of what does
	slipLiterals = "literals" // of another language, or a name without quotes
	slipComment  = "comment"
	slipBracket  = "bracket" // missing at the end
	slipNumber   = "number"  // written as no number of JSON is
)

// object is a JSON object with its members in their order.
type object []member

type member struct {
	name  string
	value any // an object, a list, a string, a json.Number, a bool or nil
}

var (
	errNoValue = errors.New("no JSON value")
	errCut     = errors.New("it ends within a JSON value")
)

// mostNested is how deep values are read.
const mostNested = 200

// loose reads one value of JSON as people and models write it. It reads what is JSON as JSON is read, and keeps the slips of
// what is not.
type loose struct {
	text  string
	at    int
	slips []string
	depth int
	named bool // the name of a member was read, so this was meant to be an object
	// within: quotes within a text are not escaped, so a text ends where a value may end. One with a bracket may hold a value of
	// others, and has no such reading.
	within bool
}

// parse reads the value at the beginning of a text: how long it is, and its slips. With an error the length is how far it came.
func parse(text string) (value any, length int, slips []string, named bool, err error) {
	p := loose{text: text}
	if value, err = p.value(); err != nil {
		again := loose{text: text, within: true, slips: []string{slipQuotes}}
		if v, fault := again.value(); fault == nil && strings.Trim(text[again.at:], " \t\r\n`") == "" {
			return v, again.at, again.slips, true, nil
		}
	}
	return value, p.at, p.slips, p.named, err
}

func (p *loose) slip(kind string) {
	if !slices.Contains(p.slips, kind) {
		p.slips = append(p.slips, kind)
	}
}

// peek is the next character, 0 at the end.
func (p *loose) peek() rune {
	if p.at >= len(p.text) {
		return 0
	}
	r, _ := utf8.DecodeRuneInString(p.text[p.at:])
	return r
}

// space goes beyond white space and comments.
func (p *loose) space() {
	for p.at < len(p.text) {
		rest := p.text[p.at:]
		end := -1
		switch {
		case strings.HasPrefix(rest, "//"), p.depth > 0 && rest[0] == '#':
			if end = strings.IndexByte(rest, '\n'); end < 0 {
				end = len(rest)
			}
		case strings.HasPrefix(rest, "/*"):
			if end = strings.Index(rest, "*/"); end >= 0 {
				end += len("*/")
			}
		case strings.IndexByte(" \t\r\n", rest[0]) >= 0:
			p.at++
			continue
		}
		if end < 0 {
			return
		}
		p.slip(slipComment)
		p.at += end
	}
}

func (p *loose) value() (any, error) {
	p.space()
	switch c := p.peek(); {
	case c == 0 && p.at >= len(p.text):
		return nil, errCut
	case c == '{' || c == '[':
		if p.depth++; p.depth > mostNested {
			return nil, errNoValue
		}
		p.at++
		defer func() { p.depth-- }()
		if c == '{' {
			return p.object()
		}
		return p.list()
	case closingOf(c) != 0:
		return p.str(false)
	case c == '-' || c == '+' || c == '.' || c >= '0' && c <= '9':
		return p.number()
	case unicode.IsLetter(c) && p.depth > 0:
		return p.word()
	}
	return nil, errNoValue
}

// next goes to the next member of an object or a list, and reports that there is none. A bracket that is missing at the end of the
// text closes what is whole.
func (p *loose) next(closing rune, first, comma bool) (done bool, err error) {
	p.space()
	switch c := p.peek(); {
	case c == closing:
		if comma {
			p.slip(slipComma)
		}
		p.at++
		return true, nil
	case p.at >= len(p.text) && !first && !comma:
		p.slip(slipBracket)
		return true, nil
	case p.at >= len(p.text):
		return true, errCut
	case !first && !comma:
		if closing == ']' && c != '{' || closing == '}' && closingOf(c) == 0 {
			return true, errNoValue
		}
		p.slip(slipComma)
	}
	return false, nil
}

// comma reports whether there is one, and goes beyond it.
func (p *loose) comma() bool {
	if p.space(); p.peek() != ',' {
		return false
	}
	p.at++
	return true
}

func (p *loose) object() (any, error) {
	o, comma := object{}, false
	for {
		if done, err := p.next('}', len(o) == 0, comma); done {
			return o, err
		}
		name, err := p.name()
		if err != nil {
			return nil, err
		}
		if p.space(); p.peek() != ':' {
			if p.at >= len(p.text) {
				return nil, errCut
			}
			return nil, errNoValue
		}
		p.at++
		p.named = true
		value, err := p.value()
		if err != nil {
			return nil, err
		}
		o = append(o, member{name, value})
		comma = p.comma()
	}
}

func (p *loose) list() (any, error) {
	list, comma := []any{}, false
	for {
		if done, err := p.next(']', len(list) == 0, comma); done {
			return list, err
		}
		value, err := p.value()
		if err != nil {
			return nil, err
		}
		list = append(list, value)
		comma = p.comma()
	}
}

// name reads the name of a member, with quotes or without.
func (p *loose) name() (string, error) {
	if closingOf(p.peek()) != 0 {
		text, err := p.str(true)
		name, _ := text.(string)
		return name, err
	}
	name := p.bare()
	if name == "" {
		return "", errNoValue
	}
	p.slip(slipQuotes)
	return name, nil
}

// bare reads a word of letters, digits, '_' and '-'.
func (p *loose) bare() string {
	begin := p.at
	for p.at < len(p.text) {
		r, size := utf8.DecodeRuneInString(p.text[p.at:])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && (r != '-' || p.at == begin) {
			break
		}
		p.at += size
	}
	return p.text[begin:p.at]
}

// word reads a value without quotes: one of the few that JSON has, those of other languages, or a name.
func (p *loose) word() (any, error) {
	word := p.bare()
	if p.at >= len(p.text) {
		return nil, errCut
	}
	switch word {
	case "true":
		return true, nil
	case "false":
		return false, nil
	case "null":
		return nil, nil
	}
	p.slip(slipLiterals)
	switch word {
	case "True", "TRUE":
		return true, nil
	case "False", "FALSE":
		return false, nil
	case "None", "NULL", "Null", "nil", "undefined":
		return nil, nil
	case "NaN", "Infinity":
		return nil, errNoValue
	}
	if p.space(); p.peek() != ',' && p.peek() != '}' {
		return nil, errNoValue // several words are no name
	}
	return word, nil
}

func (p *loose) number() (any, error) {
	begin := p.at
	for p.at < len(p.text) && strings.IndexByte("+-.0123456789eE", p.text[p.at]) >= 0 {
		p.at++
	}
	text := p.text[begin:p.at]
	if p.at >= len(p.text) && p.depth > 0 {
		return nil, errCut // there may have been more of it
	}
	if json.Valid([]byte(text)) {
		return json.Number(text), nil
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return nil, errNoValue
	}
	p.slip(slipNumber)
	return json.Number(strconv.FormatFloat(n, 'f', -1, 64)), nil
}

// closingOf is the quotation mark that ends a text, 0 for what begins none.
func closingOf(c rune) rune {
	switch c {
	case '"', '\'', '`':
		return c
	case '“':
		return '”'
	case '‘':
		return '’'
	}
	return 0
}

// str reads a text in quotation marks.
func (p *loose) str(name bool) (any, error) {
	open, size := utf8.DecodeRuneInString(p.text[p.at:])
	if open != '"' {
		p.slip(slipQuotes)
	}
	p.at += size
	var b strings.Builder
	for p.at < len(p.text) {
		r, size := utf8.DecodeRuneInString(p.text[p.at:])
		switch {
		case r == utf8.RuneError && size == 1:
			b.WriteRune(r)
		case r == closingOf(open) && (!p.within || p.ends(p.at+size, name)):
			p.at += size
			return b.String(), nil
		case p.within && (r == '{' || r == '['):
			return nil, errNoValue
		case r == '\\':
			if !p.escape(&b) {
				return nil, errCut
			}
			continue
		case r < ' ':
			p.slip(slipEscapes)
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
		p.at += size
	}
	return nil, errCut
}

// ends reports whether a text may end before a place: behind it comes what follows a name, or what follows a value.
func (p *loose) ends(at int, name bool) bool {
	rest := strings.TrimLeft(p.text[at:], " \t\r\n")
	if name {
		return strings.HasPrefix(rest, ":")
	}
	if after, is := strings.CutPrefix(rest, ","); is {
		after = strings.TrimLeft(after, " \t\r\n")
		r, _ := utf8.DecodeRuneInString(after)
		return closingOf(r) != 0 || r == '}' || r == ']'
	}
	return rest == "" || rest[0] == '}' || rest[0] == ']'
}

// escape reads what stands behind a backslash.
func (p *loose) escape(b *strings.Builder) bool {
	rest := p.text[p.at:]
	if len(rest) < 2 {
		return false
	}
	length := 2
	if rest[1] == 'u' {
		if length = 6; strings.HasPrefix(rest[min(len(rest), 6):], `\u`) {
			length = 12
		}
	}
	var text string
	for _, n := range []int{length, min(length, 6)} {
		if n <= len(rest) && json.Unmarshal([]byte(`"`+rest[:n]+`"`), &text) == nil {
			b.WriteString(text)
			p.at += n
			return true
		}
	}
	p.slip(slipEscapes)
	p.at++ // what needs no escape stands for itself
	r, size := utf8.DecodeRuneInString(rest[1:])
	b.WriteRune(r)
	p.at += size
	return true
}

// encoded is a value as compact JSON.
func encoded(value any) json.RawMessage {
	var b bytes.Buffer
	write(&b, value)
	return b.Bytes()
}

func write(b *bytes.Buffer, value any) {
	switch v := value.(type) {
	case object:
		b.WriteByte('{')
		for i, m := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			write(b, m.name)
			b.WriteByte(':')
			write(b, m.value)
		}
		b.WriteByte('}')
	case []any:
		b.WriteByte('[')
		for i, item := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			write(b, item)
		}
		b.WriteByte(']')
	default:
		e := json.NewEncoder(b)
		e.SetEscapeHTML(false)
		_ = e.Encode(v)         // texts, numbers and the like
		b.Truncate(b.Len() - 1) // the line's end
	}
}

// Loose reads the value that a text begins with as models write JSON, slips and all, and returns what stands behind it. Objects become maps; one
// that only wraps another, such as a call of a function, becomes what it wraps.
func Loose(text string) (value any, rest string, err error) {
	value, length, _, _, err := parse(text)
	if err != nil {
		return nil, text, err
	}
	return plainly(value), text[length:], nil
}

func plainly(value any) any {
	switch v := value.(type) {
	case object:
		if inner, is := wrapped(v); is && len(v) > 1 {
			return plainly(inner)
		}
		made := make(map[string]any, len(v))
		for _, m := range v {
			made[m.name] = plainly(m.value)
		}
		return made
	case []any:
		made := make([]any, len(v))
		for i, item := range v {
			made[i] = plainly(item)
		}
		return made
	}
	return value
}
