// Package characters holds the characters that players appear as: a name, an age, a gender and a way of being, each told in
// English and in Japanese.
//
// The law of the package: it imports nothing of ours and keeps no state. A character knows nothing of the game, so its
// text speaks of no role and no rule; and the text names nobody, so that a profile can be used under another name.
package characters

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
)

//go:embed characters.json
var source string

// The languages that In knows.
const (
	langEnglish  = "en"
	langJapanese = "ja"
)

// Character is one person as told in one language. The same ID in another language is the same person.
type Character struct {
	ID          string // lower-case ASCII, the same in every language
	lang        string // English or Japanese; the zero value reads as English
	Name        string // one word; no name contains another
	Age         int
	Gender      string // in the words of Lang, as Profile shows it
	personality string // a few sentences on one line
}

// Profile is the character as a contest server describes it to a player: one labelled line each for age, gender and
// personality, in the character's language. The name is not part of it; players learn names from the seats.
func (c Character) Profile() string {
	age, gender, personality := "age", "gender", "personality"
	if c.lang == langJapanese {
		age, gender, personality = "年齢", "性別", "性格"
	}
	return fmt.Sprintf("%s: %d\n%s: %s\n%s: %s", age, c.Age, gender, c.Gender, personality, c.personality)
}

// Languages lists the languages In knows. The slice is the caller's.
func Languages() []string { return []string{langEnglish, langJapanese} }

// In returns all characters as told in the language, in the order of their IDs. The slice is the caller's to shuffle
// and change. An unknown language is an error that names the known ones.
func In(lang string) ([]Character, error) {
	if lang != langEnglish && lang != langJapanese {
		return nil, fmt.Errorf("no characters in language %q; known languages are %s",
			lang, strings.Join(Languages(), ", "))
	}
	people, err := decode(source)
	if err != nil {
		return nil, err
	}
	characters := make([]Character, 0, len(people))
	for _, p := range people {
		characters = append(characters, p.in(lang))
	}
	return characters, nil
}

// person is an entry of characters.json. What does not depend on the language stands there once, so that the two tellings
// cannot drift apart in it.
type person struct {
	ID     string  `json:"id"`
	Age    int     `json:"age"`
	Gender string  `json:"gender"`
	En     telling `json:"en"`
	Ja     telling `json:"ja"`
}

type telling struct {
	Name        string `json:"name"`
	Personality string `json:"personality"`
}

func decode(text string) ([]person, error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	var people []person
	if err := d.Decode(&people); err != nil {
		return nil, fmt.Errorf("reading characters.json: %w", err)
	}
	return people, nil
}

func (p person) in(lang string) Character {
	c := Character{ID: p.ID, lang: lang, Age: p.Age, Gender: p.Gender, Name: p.En.Name, personality: p.En.Personality}
	if lang == langJapanese {
		c.Gender, c.Name, c.personality = japaneseGender(p.Gender), p.Ja.Name, p.Ja.Personality
	}
	return c
}

// japaneseGender leaves an unknown word as it is: the tests reject it, and a reader of a profile would still see it.
func japaneseGender(gender string) string {
	switch gender {
	case "male":
		return "男性"
	case "female":
		return "女性"
	case "other":
		return "その他"
	}
	return gender
}
