// Package teamname says what a team may be called.
//
// Its law: a client's name is its team's name and a number, so a team's name does
// not end in a digit. People tell teams apart by what they see, so a name has
// nothing invisible in it, and two names that look the same are one team.
package teamname

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"wolfden/werewolf"
)

// longest is how many characters the name of a client has at most, and so that
// of a team.
const longest = 64

// Of is the team of a client by its name: the name without the digits at its end.
func Of(client string) string { return strings.TrimRight(client, "0123456789") }

// CheckClient reports why a client cannot be called so, nil when it can.
func CheckClient(name string) error {
	if utf8.RuneCountInString(name) > longest {
		return fmt.Errorf("the name is longer than %d characters", longest)
	}
	return Check(Of(name))
}

// Check reports why a team cannot be called so, nil when it can.
func Check(team string) error {
	last, _ := utf8.DecodeLastRuneInString(team)
	switch {
	case team == "":
		return errors.New("the name of the team is empty; a team is called by letters, and its players by the team with a number behind it")
	case !utf8.ValidString(team):
		return errors.New("the name of the team is not UTF-8")
	case utf8.RuneCountInString(team) > longest:
		return fmt.Errorf("the name of the team is longer than %d characters", longest)
	case team != strings.TrimSpace(team):
		return errors.New("the name of the team has space around it")
	case unicode.IsDigit(last):
		return errors.New("a team is called by letters, and its players by the team with a number behind it; " +
			"digits at the end would count as the number")
	case team != werewolf.Clean(team):
		return errors.New("the name of the team has line breaks, control characters or direction marks in it")
	}
	for _, r := range team {
		if invisible(r) {
			return fmt.Errorf("the name of the team has a character in it that cannot be seen, U+%04X", r)
		}
	}
	return nil
}

// invisible reports whether nothing is to be seen of a character, or what is
// depends on who shows it. The filling letters are those of Hangul.
func invisible(r rune) bool {
	switch r {
	case '\u115f', '\u1160', '\u3164', '\uffa0', '\u2800':
		return true
	}
	return !unicode.IsGraphic(r) || unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// Looks are keys of how a name looks. Two names that share one cannot be told
// apart by who reads them: their letters differ in case or width only, or are
// drawn alike in two scripts. The keys are for comparing, not for showing.
func Looks(name string) [2]string {
	plain := norm.NFKC.String(name)
	shape := norm.NFKC.String(strings.Map(drawn, plain))
	return [2]string{"letters " + strings.ToLower(strings.ToUpper(plain)), "shape " + shape}
}

// drawn is the character that one is drawn like.
func drawn(r rune) rune {
	if like, ok := alike[r]; ok {
		return like
	}
	return r
}

// alike are the letters of other scripts that are drawn like Latin ones, digits
// like letters, and kanji and hiragana like katakana.
var alike = map[rune]rune{
	'1': 'l', 'I': 'l', '|': 'l', '0': 'O', 'ı': 'i',
	// Cyrillic
	'А': 'A', 'В': 'B', 'Е': 'E', 'К': 'K', 'М': 'M', 'Н': 'H', 'О': 'O', 'Р': 'P', 'С': 'C', 'Т': 'T', 'Х': 'X', 'У': 'Y',
	'Ѕ': 'S', 'І': 'l', 'Ј': 'J', 'а': 'a', 'е': 'e', 'о': 'o', 'р': 'p', 'с': 'c', 'х': 'x', 'у': 'y', 'ѕ': 's', 'і': 'i',
	'ј': 'j', 'ԁ': 'd', 'һ': 'h', 'ӏ': 'l', 'Ӏ': 'l', 'ԛ': 'q', 'ԝ': 'w', 'к': 'k',
	// Greek
	'Α': 'A', 'Β': 'B', 'Ε': 'E', 'Ζ': 'Z', 'Η': 'H', 'Ι': 'l', 'Κ': 'K', 'Μ': 'M', 'Ν': 'N', 'Ο': 'O', 'Ρ': 'P', 'Τ': 'T',
	'Υ': 'Y', 'Χ': 'X', 'ο': 'o', 'α': 'a', 'ν': 'v', 'ι': 'i', 'ρ': 'p', 'υ': 'u', 'χ': 'x', 'κ': 'k',
	// dashes, and the long vowel of katakana
	'‐': '-', '‒': '-', '–': '-', '—': '-', '―': '-', '−': '-', 'ー': '-', '一': '-',
	// katakana and what is drawn like it
	'力': 'カ', '工': 'エ', '夕': 'タ', '卜': 'ト', '二': 'ニ', '八': 'ハ', '口': 'ロ', '千': 'チ', 'へ': 'ヘ', 'べ': 'ベ', 'ぺ': 'ペ',
	'り': 'リ',
}
