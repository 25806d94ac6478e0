package wording

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Age is a stage of life. The zero Age is not known and sounds like an adult.
type Age uint8

// The ages, with the years they begin at: 0, 13, 25, 60.
const (
	UnknownAge Age = iota
	Child
	Young
	Adult
	Old
)

// Gender is what a profile tells. The zero Gender is not told, or neither of the two.
type Gender uint8

// The genders that a way of speaking may depend on.
const (
	OtherGender Gender = iota
	Female
	Male
)

// Voice is how somebody speaks. Scales run from -1 to 1; 0 is where a profile tells nothing.
type Voice struct {
	Tone          Tone
	Formality     float64
	Assertiveness float64
	Warmth        float64
	Talkativeness float64 // how readily it adds to what must be said
	Age           Age
	Gender        Gender
	Style         string // of its sentences, as the book's styles are named
	Self          string // its word for itself

	style  int // index in the book
	traits traits
	taste  uint64 // which turns of phrase it likes
}

// traits are a set of what a wording may ask of its speaker.
type traits uint32

const (
	traitPolite traits = 1 << iota
	traitRough
	traitShy
	traitCheerful
	traitChild
	traitYoung
	traitAdult
	traitOld
	traitFemale
	traitMale
	traitFormal
	traitCasual
	traitBold
	traitMeek
	traitWarm
	traitCool
	traitChatty
	traitTerse
	traitElegant
	traitLearned
	traitAgain // what a sentence follows, not who says it: see Following
	traitThen
)

var traitNames = map[string]traits{
	"polite": traitPolite, "rough": traitRough, "shy": traitShy, "cheerful": traitCheerful,
	"child": traitChild, "young": traitYoung, "adult": traitAdult, "old": traitOld,
	"female": traitFemale, "male": traitMale, "formal": traitFormal, "casual": traitCasual, "bold": traitBold,
	"meek": traitMeek, "warm": traitWarm, "cool": traitCool, "chatty": traitChatty, "terse": traitTerse,
	"elegant": traitElegant, "learned": traitLearned, "again": traitAgain, "then": traitThen,
}

// A scale is something that the words of a profile push one way or the other.
type scale uint8

const (
	formal scale = iota
	bold
	warm
	chatty
	elegant
	learned
	scales
)

var scaleNames = map[string]scale{
	"formal": formal, "bold": bold, "warm": warm, "chatty": chatty, "elegant": elegant, "learned": learned,
}

// scaleTraits are the traits of somebody high and low on a scale.
var scaleTraits = [scales][2]traits{
	formal: {traitFormal, traitCasual}, bold: {traitBold, traitMeek}, warm: {traitWarm, traitCool},
	chatty: {traitChatty, traitTerse}, elegant: {traitElegant, 0}, learned: {traitLearned, 0},
}

// toneWeights say how far each scale speaks for a tone.
var toneWeights = [tones][scales]int{
	Polite:   {formal: 10, bold: -1, elegant: 2, learned: 2},
	Rough:    {formal: -5, bold: 10, warm: -5},
	Shy:      {bold: -11, chatty: -4},
	Cheerful: {formal: -4, bold: 1, warm: 8, chatty: 6},
}

// full is where a scale is at its end.
const full = 5

// cue is words of profiles and what they push.
type cue struct {
	push  [scales]int
	words []string
}

var cues = sync.OnceValues(func() ([]cue, error) {
	text, err := files.ReadFile("manner/cues.txt")
	if err != nil {
		return nil, err
	}
	return readCues("cues.txt", string(text))
})

func readCues(file, text string) (list []cue, err error) {
	var faults []error
	for i, s := range strings.Split(text, "\n") {
		s = strings.TrimSpace(s)
		if s == "" || s[0] == '#' {
			continue
		}
		head, words, _ := strings.Cut(s, ":")
		fields := strings.Fields(head)
		var c cue
		for j := 0; j+1 < len(fields); j += 2 {
			at, known := scaleNames[fields[j]]
			n, err := strconv.Atoi(fields[j+1])
			if !known || err != nil {
				faults = append(faults, fmt.Errorf("%s:%d: %q: want a scale and a number", file, i+1, fields[j]))
			}
			c.push[at] += n
		}
		for word := range strings.SplitSeq(words, "|") {
			if word = strings.TrimSpace(word); word != "" {
				c.words = append(c.words, word)
			}
		}
		list = append(list, c)
	}
	return list, errors.Join(faults...)
}

// voicing is a line of voices-*.txt: who sounds so.
type voicing struct {
	who    traits
	style  int
	selves []string
}

func (b *Book) readVoices(file, text string) (list []voicing, err error) {
	var faults []error
	for i, s := range strings.Split(text, "\n") {
		s = strings.TrimSpace(s)
		if s == "" || s[0] == '#' {
			continue
		}
		who, rest, err := readTraits(s)
		fields := strings.Fields(rest)
		if err == nil && len(fields) < 2 {
			err = fmt.Errorf("%q: want a style and a word for oneself", s)
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("%s:%d: %w", file, i+1, err))
			continue
		}
		at := slices.IndexFunc(b.styles, func(s style) bool { return s.name == fields[0] })
		if at < 0 {
			faults = append(faults, fmt.Errorf("%s:%d: unknown style %q", file, i+1, fields[0]))
		}
		list = append(list, voicing{who, at, fields[1:]})
	}
	return list, errors.Join(faults...)
}

// Voice is how somebody with this profile speaks the book's language. Profiles may be in English or Japanese, of any
// form, or empty. The voice follows from the profile alone; rng draws one only where there is none.
func (b *Book) Voice(profile string, rng *rand.Rand) Voice {
	text := strings.ToLower(profile)
	v := Voice{Age: readAge(text), Gender: readGender(text), taste: hash(strings.TrimSpace(profile))}
	if strings.TrimSpace(profile) == "" {
		v.taste = rng.Uint64()
	}
	points := readScales(text)
	v.Tone = toneOf(points, v.taste)
	v.traits = traitPolite << v.Tone
	for i, p := range points {
		switch {
		case p >= 2:
			v.traits |= scaleTraits[i][0]
		case p <= -2:
			v.traits |= scaleTraits[i][1]
		}
	}
	v.Formality, v.Assertiveness = share(points[formal]), share(points[bold])
	v.Warmth, v.Talkativeness = share(points[warm]), share(points[chatty])
	v.traits |= [...]traits{traitAdult, traitChild, traitYoung, traitAdult, traitOld}[v.Age]
	v.traits |= [...]traits{0, traitFemale, traitMale}[v.Gender]
	b.voice(&v, profile)
	return v
}

// voice gives the voice its style and its word for itself: the one the profile names, if the book knows it.
func (b *Book) voice(v *Voice, profile string) {
	if m := ownWord.FindStringSubmatch(profile); m != nil {
		if at := slices.IndexFunc(b.voices, func(c voicing) bool { return slices.Contains(c.selves, m[1]) }); at >= 0 {
			first := b.voices[at]
			for _, c := range b.voices {
				if slices.Contains(c.selves, m[1]) && c.who&^v.traits == 0 {
					first = c
					break
				}
			}
			v.style, v.Self = first.style, m[1]
			v.Style = b.styles[v.style].name
			return
		}
	}
	for _, c := range b.voices {
		if c.who&^v.traits == 0 {
			v.style, v.Self = c.style, c.selves[v.taste>>32%uint64(len(c.selves))]
			break
		}
	}
	v.Style = b.styles[v.style].name
}

// ownWord finds a word for oneself that a profile prescribes.
var ownWord = regexp.MustCompile(`一人称は?[「『:： ]*([^」』。、\s]+)`)

func share(points int) float64 { return max(-1, min(1, float64(points)/full)) }

// readScales adds up what the words of a profile push.
func readScales(text string) (points [scales]int) {
	list, err := cues()
	if err != nil {
		return points // the file is part of the program; its test reads it
	}
	for _, c := range list {
		for _, word := range c.words {
			if strings.Contains(text, word) {
				for i, n := range c.push {
					points[i] += n
				}
			}
		}
	}
	return points
}

// toneOf is the tone that the scales speak for most; of several it is one by taste.
func toneOf(points [scales]int, taste uint64) Tone {
	var leading []Tone
	best := 0
	for tone, weights := range toneWeights {
		sum := 0
		for i, w := range weights {
			sum += w * points[i]
		}
		if len(leading) == 0 || sum > best {
			best, leading = sum, leading[:0]
		}
		if sum == best {
			leading = append(leading, Tone(tone))
		}
	}
	return leading[taste>>16%uint64(len(leading))]
}

// told finds the age that a profile tells: labelled, or in years.
var told = regexp.MustCompile(`(?:age|年齢)\D{0,4}(\d{1,3})|(\d{1,3})\s*(?:歳|才|years)|^\D*(\d{1,3})\b`)

func readAge(text string) Age {
	m := told.FindStringSubmatch(text)
	if m == nil {
		return UnknownAge
	}
	years, _ := strconv.Atoi(m[1] + m[2] + m[3])
	switch {
	case years >= 60:
		return Old
	case years >= 25:
		return Adult
	case years >= 13:
		return Young
	default:
		return Child
	}
}

var genderWords = regexp.MustCompile(`\b(female|woman|girl|male|man|boy)\b|(女性|女の子|少女|男性|男の子|少年)|\b(she|he)\b`)

func readGender(text string) Gender {
	switch m := genderWords.FindString(text); m {
	case "":
		return OtherGender
	case "female", "woman", "girl", "she", "女性", "女の子", "少女":
		return Female
	default:
		return Male
	}
}
