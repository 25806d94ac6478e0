// Package avatar draws the faces of characters.
//
// The law of the package: a face is a function of name, age and gender alone, the same on every machine and in every
// version of Go. It knows nothing of the game, so no face gives a role away. Nothing it is given becomes text of the
// drawing, so no name can inject markup.
package avatar

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strings"
)

// Person is whose face it is. The zero Person is an adult of no name.
type Person struct {
	Name string
	// Age in years; 0 is not known and drawn as an adult.
	Age int
	// Gender is a word as profiles have it, in English or Japanese; any other word leaves the choice to the name.
	Gender string
}

// face is what was decided about a person before anything is drawn.
type face struct {
	chance *rand.Rand
	age    int
	build  build
	skin   skin
	hair   string
	cloth  [2]string
	sky    [2]string
	out    strings.Builder
}

// build is which of the two sets of hair a face draws from.
type build uint8

const (
	soft build = iota
	strong
)

type skin struct{ tone, shade string }

// The colours that a face is made of, none of them a name of a role's.
var (
	skins = [...]skin{
		{"#f6d7bd", "#e2b394"}, {"#eec39f", "#d59f78"}, {"#dba57c", "#bd835a"},
		{"#c08457", "#9d663d"}, {"#96613b", "#784a2a"}, {"#6d4529", "#52321c"},
	}
	hairs  = [...]string{"#1f1a1c", "#3a2a22", "#5b3a26", "#8a5a2f", "#b98640", "#9c3f27", "#33384a", "#d7b56c"}
	cloths = [...][2]string{
		{"#54638f", "#3e4a70"}, {"#6d8a5c", "#526b44"}, {"#a8574c", "#833f36"}, {"#8a6a9a", "#684d77"},
		{"#b8894a", "#8f6833"}, {"#4d8a8a", "#386a6a"}, {"#70665c", "#544c44"}, {"#b56f8a", "#8f526b"},
	}
	skies = [...][2]string{
		{"#2b3560", "#4e5b93"}, {"#3c2d59", "#6d5697"}, {"#1f4a5a", "#40808f"}, {"#5a3350", "#99607f"},
		{"#2f4a36", "#5d8763"}, {"#5c4326", "#a07a45"}, {"#6b3a33", "#b06a57"}, {"#334155", "#64748b"},
		{"#1d3d6b", "#4a7ab5"}, {"#574a1f", "#998541"}, {"#44546a", "#8497b0"}, {"#3d2f2f", "#7a5c55"},
		{"#20504a", "#4e9384"},
	}
)

const (
	grown = 35 // the age of somebody whose age is not known
	old   = 58
	child = 15

	bald = 3 // of the strong build's hair
)

// Draw is the person's face as the content of an SVG element whose view box is 0 0 64 64.
func Draw(p Person) string {
	f := decide(p)
	f.backdrop()
	style := f.pick(len(hairBehind[f.build]))
	if style == bald && f.build == strong && f.age < grown {
		style = 0
	}
	f.add(hairBehind[f.build][style], f.hair)
	f.body()
	f.head()
	f.features()
	f.add(hairBefore[f.build][style], f.hair)
	f.extras()
	return f.out.String()
}

func decide(p Person) *face {
	sum := fnv.New64a()
	_, _ = sum.Write([]byte(p.Name))
	f := &face{chance: rand.New(rand.NewPCG(sum.Sum64(), 0x601f)), age: p.Age}
	if f.age <= 0 {
		f.age = grown
	}
	// Every draw is made whether it is needed or not, so that an age or a gender learned later leaves the rest.
	either := build(f.pick(2))
	f.skin = skins[f.pick(len(skins))]
	f.hair = hairs[f.pick(len(hairs))]
	if f.skin == skins[4] || f.skin == skins[5] {
		f.hair = hairs[f.pick(3)]
	}
	f.cloth = cloths[f.pick(len(cloths))]
	f.sky = skies[f.pick(len(skies))]
	f.build = buildOf(p.Gender, either)
	switch {
	case f.age >= 70:
		f.hair = "#e6e3df"
	case f.age >= old:
		f.hair = "#a9a5a2"
	}
	return f
}

func buildOf(gender string, either build) build {
	switch strings.ToLower(strings.TrimSpace(gender)) {
	case "female", "woman", "girl", "f", "女性", "女", "女の子", "少女":
		return soft
	case "male", "man", "boy", "m", "男性", "男", "男の子", "少年":
		return strong
	default:
		return either
	}
}

func (f *face) pick(n int) int { return f.chance.IntN(n) }

// add draws a piece; COLOUR in it stands for the colour given.
func (f *face) add(piece, colour string) {
	f.out.WriteString(strings.ReplaceAll(piece, "COLOUR", colour))
}

func (f *face) addf(format string, args ...any) { fmt.Fprintf(&f.out, format, args...) }

// backdrop is the sky over the village: a moon, hills.
func (f *face) backdrop() {
	f.addf(`<rect width="64" height="64" fill="%s"/>`, f.sky[0])
	x := []int{12, 51, 15, 49}[f.pick(4)]
	f.addf(`<circle cx="%d" cy="13" r="5.5" fill="#f4e7bd" opacity=".8"/>`, x)
	if f.pick(2) == 0 { // a crescent
		f.addf(`<circle cx="%d" cy="11.5" r="5" fill="%s"/>`, x+2, f.sky[0])
	}
	f.addf(`<path d="M0 46Q16 36 32 44T64 42V64H0Z" fill="%s"/>`, f.sky[1])
}

// body is neck and clothes.
func (f *face) body() {
	f.addf(`<path d="M27 42h10v10h-10z" fill="%s"/>`, f.skin.shade)
	f.addf(`<path d="M8 66C9 54 19 50 27 49Q32 54 37 49C45 50 55 54 56 66Z" fill="%s"/>`, f.cloth[0])
	f.add(collars[f.pick(len(collars))], f.cloth[1])
}

// head is the shape of the face; children are rounder.
func (f *face) head() {
	jaw := []float64{0, .8, 1.6}[f.pick(3)]
	if f.build == strong {
		jaw++
	}
	if f.age <= child {
		f.addf(`<circle cx="18" cy="33" r="3" fill="%s"/><circle cx="46" cy="33" r="3" fill="%[1]s"/>`, f.skin.shade)
		f.addf(`<ellipse cx="32" cy="31" rx="14" ry="14.5" fill="%s"/>`, f.skin.tone)
		return
	}
	f.addf(`<circle cx="18.6" cy="32" r="3" fill="%s"/><circle cx="45.4" cy="32" r="3" fill="%[1]s"/>`, f.skin.shade)
	f.addf(`<path d="M18.5 27C18.5 18 24 14.5 32 14.5S45.5 18 45.5 27C45.5 37 %.1f 47.5 32 47.5S18.5 37 18.5 27Z" fill="%s"/>`,
		40.2+jaw, f.skin.tone)
}

// features are brows, eyes, nose, mouth and the lines of age.
func (f *face) features() {
	ink := "#2a2326"
	brow := f.hair
	if f.skin.tone == skins[5].tone {
		ink = "#140e0c"
	}
	f.add(brows[f.pick(len(brows))], brow)
	f.add(eyes[f.pick(len(eyes))], ink)
	f.add(noses[f.pick(len(noses))], f.skin.shade)
	f.add(mouths[f.pick(len(mouths))], "#8c3f3c")
	if f.age >= old {
		f.add(`<g fill="none" stroke="COLOUR" stroke-width=".9" stroke-linecap="round" opacity=".8"><path d="M22 37.5q1.4 3 .6 5.5M42 37.5q-1.4 3-.6 5.5M27 20.6q5-1.3 10 0"/></g>`, f.skin.shade)
	}
	if f.age <= 25 || f.pick(3) == 0 {
		f.out.WriteString(`<g fill="#e07a6a" opacity=".35"><ellipse cx="23" cy="36" rx="2.8" ry="1.8"/><ellipse cx="41" cy="36" rx="2.8" ry="1.8"/></g>`)
	}
}

// extras are what not everybody has.
func (f *face) extras() {
	beard, what, hat := f.pick(4), f.pick(7), f.pick(len(hats))
	if f.build == strong && f.age > 24 && beard < len(beards) {
		f.add(beards[beard], f.hair)
	}
	switch {
	case what < 2 && f.age > child || what == 2 && f.age >= old:
		f.add(glasses[what%len(glasses)], "#2c2f3a")
	case what == 3:
		f.add(hats[hat], f.cloth[1])
	case what == 4 && f.build == soft:
		f.out.WriteString(`<circle cx="18.4" cy="36.5" r="1.2" fill="#f2d27a"/><circle cx="45.6" cy="36.5" r="1.2" fill="#f2d27a"/>`)
	case what == 5 && f.age < old:
		f.add(`<g fill="COLOUR" opacity=".7"><circle cx="24" cy="34.6" r=".6"/><circle cx="26.2" cy="35.6" r=".6"/><circle cx="40" cy="34.6" r=".6"/><circle cx="37.8" cy="35.6" r=".6"/></g>`, f.skin.shade)
	}
}
