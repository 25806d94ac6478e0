package character

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/task"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

func keeper(t *testing.T, lang string, m llm.Model) *Keeper {
	t.Helper()
	return New(task.NewDesk(nil, lang, m), rand.New(rand.NewPCG(1, 2)))
}

func ada(profile string) *werewolf.Observation {
	return &werewolf.Observation{Seat: 1, Names: []string{"Ada", "Bela"}, Profile: profile}
}

func TestByRule(t *testing.T) {
	tests := []struct{ lang, profile, age, gender, personality string }{
		{"en", "Age: 34\nGender: Female\nPersonality: Calm and kind.", "34", "Female", "Calm and kind."},
		{"en", "A 17-year-old boy who loves to sing.", "17", "male", "A 17-year-old boy who loves to sing."},
		{"ja", "年齢: 20歳\n性別: 女性\n性格: 明るい。", "20歳", "女性", "明るい。"},
		{"ja", "72歳の頑固な男性。", "72", "男性", "72歳の頑固な男性。"},
		{"en", "", "", "", ""},
	}
	for _, tt := range tests {
		c := keeper(t, tt.lang, nil).Of(t.Context(), ada(tt.profile))
		if c.Name != "Ada" || c.Age != tt.age || c.Gender != tt.gender || c.Personality != tt.personality {
			t.Errorf("of %q came %+v", tt.profile, c)
		}
		if c.Speech == "" || len(c.Examples) != 3 {
			t.Errorf("of %q came no manner of speech: %+v", tt.profile, c)
		}
	}
}

// TestWithoutWords: in a language that has no words the character is what the profile says, the first time it is asked for and later.
func TestWithoutWords(t *testing.T) {
	k := keeper(t, "fr", nil)
	for range 2 {
		if c := k.Of(t.Context(), ada("Age: 34\nGender: Female")); c.Name != "Ada" || c.Age != "34" || c.Gender != "Female" {
			t.Errorf("the character is %+v", c)
		}
	}
}

// Each part of a character stands in prompts under its name, in the player's language; what is unknown has no line.
func TestTextNamesItsParts(t *testing.T) {
	full := task.Character{Name: "Ada", Age: "34", Gender: "g", Personality: "p", Speech: "s", Background: "b", Examples: []string{"x", "y"}}
	tests := []struct {
		lang string
		of   task.Character
		want string
	}{
		{"en", full, "Age: 34\nGender: g\nPersonality: p\nManner of speech: s\nBackground: b\nExamples of what is said:\n- x\n- y"},
		{"ja", full, "年齢: 34\n性別: g\n性格: p\n話し方: s\n経歴: b\n発言の例:\n- x\n- y"},
		{"en", task.Character{Name: "Ada", Speech: "s"}, "Manner of speech: s"},
	}
	for _, tt := range tests {
		if got := Text(tt.lang, &tt.of); got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.lang, got, tt.want)
		}
	}
}

func TestTonesDiffer(t *testing.T) {
	shy := keeper(t, "en", nil).Of(t.Context(), ada("Personality: very shy and timid and quiet"))
	rough := keeper(t, "en", nil).Of(t.Context(), ada("Personality: rough and blunt and rude"))
	if shy.Speech == rough.Speech || !strings.Contains(shy.Speech, "softly") || !strings.Contains(rough.Speech, "bluntly") {
		t.Errorf("shy: %q, rough: %q", shy.Speech, rough.Speech)
	}
}

// A model may invent what the profile leaves open and nothing else, and is asked once.
func TestByModel(t *testing.T) {
	asked := 0
	answer := `{"name":"Ada","age":"17","gender":"male","personality":"p","speech":"s","background":"b","examples":["x"]}`
	k := keeper(t, "en", llmtest.Model(func(llmtest.Prompt) llmtest.Answer { asked++; return llmtest.Answer{Text: answer} }))
	if k.Note() != "" {
		t.Error("noted before it is made")
	}
	o := ada("A 17-year-old boy who loves to sing.")
	c := k.Of(t.Context(), o)
	if c.Background != "b" || c.Speech != "s" || !slices.Equal(c.Examples, []string{"x"}) {
		t.Errorf("the model's character became %+v", c)
	}
	if k.Of(t.Context(), ada("Age: 3")); asked != 1 {
		t.Errorf("asked %d times", asked)
	}
	var back task.Character
	if err := json.Unmarshal([]byte(k.Note()), &back); err != nil || back.Background != "b" {
		t.Errorf("noted %+v, %v", back, err)
	}
	answer = strings.Replace(answer, `"17"`, `"71"`, 1)
	k = keeper(t, "en", llmtest.Model(llmtest.Say(answer)))
	if c := k.Of(t.Context(), o); c.Age != "17" || c.Background != "b" {
		t.Errorf("a model changed the age: %+v", c)
	}
}

// Each persona has what table 2 of the paper says of it, in both languages.
func TestPersonasAreThoseOfThePaper(t *testing.T) {
	for lang, facts := range map[string]map[string][]string{
		"en": {
			"king":      {"King of the Kingdom of Delcadar", "future of his kingdom", "Dignified, proud and strict"},
			"schoolboy": {"17", "male", "junior year of high school", "hobby is soccer", "soccer club", "Very bright", "strong opinions", "leads the talk", "never a polite form"},
			"gamer":     {"second year of middle school", "always alone", "no friends", "addicted to games", "online he talks a lot", "Stammers", "Hesitant and casual, never polite"},
		},
		"ja": {
			"king":      {"デルカダール王国の国王", "王国の行く末", "威厳と誇りがあり、厳格"},
			"schoolboy": {"17歳", "男性", "高校二年生", "趣味はサッカー", "サッカー部", "とても明るい", "意見がはっきり", "会話を引っ張り", "敬語は使わず"},
			"gamer":     {"中学二年生", "いつも一人", "友達がいない", "ゲームばかり", "ネットではよくしゃべり", "どもり", "くだけた口調で、敬語は使わない"},
		},
	} {
		list, err := Personas(lang)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range list {
			text := Text(lang, &p.Character)
			for _, fact := range facts[p.Key] {
				if !strings.Contains(text, fact) {
					t.Errorf("%s: the %s has no %q:\n%s", lang, p.Key, fact, text)
				}
			}
		}
	}
}

func TestPersonas(t *testing.T) {
	ages := map[string]wording.Age{"king": wording.Old, "schoolboy": wording.Young, "gamer": wording.Young}
	tones := map[string]wording.Tone{"king": wording.Polite, "schoolboy": wording.Cheerful, "gamer": wording.Shy}
	for _, lang := range languages() {
		list, err := Personas(lang)
		if err != nil || len(list) != len(ages) {
			t.Fatalf("%s: %d personas, %v", lang, len(list), err)
		}
		book, err := wording.In(lang)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, p := range list {
			v := book.Voice(p.Profile, rand.New(rand.NewPCG(1, 1)))
			if v.Age != ages[p.Key] || v.Gender != wording.Male || v.Tone != tones[p.Key] {
				t.Errorf("%s: the %s sounds of age %d, gender %d, tone %d", lang, p.Key, v.Age, v.Gender, v.Tone)
			}
			if p.Personality == "" || p.Speech == "" || p.Background == "" || p.Age == "" {
				t.Errorf("%s: the %s lacks something: %+v", lang, p.Key, p.Character)
			}
			for _, r := range werewolf.StandardRoles().Roles() {
				c := p.For(nil, r)
				if len(c.Examples) != 3 || c.Speech != p.Speech {
					t.Errorf("%s: %d examples of the %s as %s", lang, len(c.Examples), p.Key, r)
				}
				for _, line := range p.Lines[r.String()] {
					if seen[line] || strings.ContainsAny(line, ",\n@") {
						t.Errorf("%s: %q is said twice or may not be said", lang, line)
					}
					seen[line] = true
				}
			}
		}
	}
	if _, err := Personas("fr"); err == nil {
		t.Error("there are personas in French")
	}
}

// Examples show how somebody speaks; a villager's and a werewolf's must not say to be anything else.
func TestExamplesClaimNothing(t *testing.T) {
	for _, lang := range languages() {
		list, err := Personas(lang)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range list {
			for _, r := range []werewolf.Role{werewolf.Villager, werewolf.Werewolf} {
				for _, line := range p.Lines[r.String()] {
					l := understand.New(understand.Table{Names: []string{"Ada", "Bela"}})
					if got := l.Hear(werewolf.Utterance{Day: 1, Seat: 1, Text: line}, false); got.Claimed(1) != werewolf.NoRole || slices.ContainsFunc(got, speech.Act.Tells) {
						t.Errorf("%s: %q is heard as %+v", lang, line, got)
					}
				}
			}
		}
	}
}
