package task

import (
	"slices"
	"strings"

	"wolfden/internal/bot/scene"
	"wolfden/werewolf"
)

// Claim is a claim of a role, or a result that the speaker claims to have from its role.
type Claim struct {
	Day     int    `json:"day" jsonschema:"day of the utterance"`
	Idx     int    `json:"idx" jsonschema:"number behind #"`
	Speaker string `json:"speaker" jsonschema:"who said it"`
	Quote   string `json:"quote" jsonschema:"copied letter by letter"`
	Role    string `json:"role" jsonschema:"empty if none"`
	Target  string `json:"target" jsonschema:"whom a result is about; empty if none"`
	Species string `json:"species" jsonschema:"HUMAN or WEREWOLF; empty if none"`
}

// Meant returns the role of a table and the species that the claim names, NoRole and NoSpecies where it names none.
func (c *Claim) Meant(t *werewolf.RoleTable) (role werewolf.Role, species werewolf.Species) {
	for _, s := range []werewolf.Species{werewolf.Human, werewolf.Wolf} {
		if s.String() == c.Species {
			species = s
		}
	}
	role, _ = t.Parse(c.Role)
	return role, species
}

// ExtractClaimsIn asks for the claims in some lines of talk.
type ExtractClaimsIn struct {
	Scene scene.Scene  `json:"scene"`
	Lines []scene.Line `json:"lines"`
	Heard []Claim      `json:"heard,omitempty"` // what the rules understood of the lines
}

// Claims are the claims in the order of the lines. Discarded are those of a model that are not in the lines, or that
// name what is not in the game.
type Claims struct {
	Claims    []Claim `json:"claims"`
	Discarded []Claim `json:"-"`
}

// ExtractClaims asks who claimed what.
var ExtractClaims = New(embedded, Definition[ExtractClaimsIn, Claims]{
	About: About{
		Name: "extract-claims", Summary: "find who claimed which role and which results; what is not in a line is discarded", Tokens: 900, Heat: 0,
		Source: "kanolab 2024 and kanolab-nw 2025: extraction of coming out",
	},
	Rule: func(in *ExtractClaimsIn) Claims { return Claims{Claims: in.Heard} },
	Lists: func(in *ExtractClaimsIn) map[string][]string {
		var speakers, players, roles []string
		for _, l := range in.Lines {
			speakers = append(speakers, l.Speaker)
		}
		for _, p := range in.Scene.Players {
			players = append(players, p.Name)
		}
		for _, c := range in.Scene.Setup {
			roles = append(roles, c.Role)
		}
		return map[string][]string{
			"claims.speaker": Distinct(speakers, nil), "claims.target": OrNobody(players), "claims.role": OrNobody(roles),
			"claims.species": {"HUMAN", "WEREWOLF", ""},
		}
	},
	Check: checkClaims,
	doubts: func(in *ExtractClaimsIn, out *Claims) error {
		if len(out.Claims) > 0 || len(in.Heard) == 0 {
			return nil
		}
		return Breaks(breachSaid, "claims-missed", "name", in.Heard[0].Speaker, "n", in.Heard[0].Idx)
	},
})

// villager is the role that small models find in every greeting. Who has it has no results: beside one it is what the result says.
const villager = "VILLAGER"

// checkClaims discards, one by one, what the lines do not hold and what the game does not know.
func checkClaims(in *ExtractClaimsIn, out *Claims) error {
	kept, discarded := Grounded(in.Lines, out.Claims)
	out.Claims, out.Discarded = nil, discarded
	words := ReadWords(loadedText)
	for _, c := range kept {
		if c.Role == villager && c.Target != "" {
			c.Role = ""
		}
		said := c.Role != villager && c.Target == "" || in.heard(&c) || in.tells(words, &c)
		if said && possible(&in.Scene, &c) {
			out.Claims = append(out.Claims, c)
		} else {
			out.Discarded = append(out.Discarded, c)
		}
	}
	return nil
}

// heard reports whether the rules understood the same role or the same result.
func (in *ExtractClaimsIn) heard(c *Claim) bool {
	return slices.ContainsFunc(in.Heard, func(h Claim) bool {
		return h.Speaker == c.Speaker && (h.Role == c.Role && c.Target == "" || h.Target == c.Target && h.Species == c.Species && c.Target != "")
	})
}

// tells reports whether the line of a claim has a word for what a result may be, or for being a villager.
func (in *ExtractClaimsIn) tells(words Wordlist, c *Claim) bool {
	return slices.ContainsFunc(in.Lines, func(l scene.Line) bool {
		n := words.Count(l.Text)
		return grounds(&l, c) && (n["villager"] > 0 || c.Target != "" && n["human"]+n["werewolf"] > 0)
	})
}

// Grounded separates claims that were made from invented ones. It keeps a claim if the line of its day and number
// exists, has its speaker, contains its quote, and names its target. A quote may be a part of the line of at least four
// characters; white space, and marks that a prompt breaks, are ignored. The lists are new and keep their order.
func Grounded(lines []scene.Line, claims []Claim) (kept, discarded []Claim) {
	for _, c := range claims {
		if slices.ContainsFunc(lines, func(l scene.Line) bool { return grounds(&l, &c) }) {
			kept = append(kept, c)
		} else {
			discarded = append(discarded, c)
		}
	}
	return kept, discarded
}

func grounds(l *scene.Line, c *Claim) bool {
	return l.Day == c.Day && l.Idx == c.Idx && l.Speaker == c.Speaker &&
		quotes(l.Text, c.Quote) && strings.Contains(l.Text, c.Target)
}

// shortQuote is the length below which a part of a line is too little to tell that it was read.
const shortQuote = 4

func quotes(text, quote string) bool {
	text, quote = plain(text), plain(quote)
	return quote == text && quote != "" || len([]rune(quote)) >= shortQuote && strings.Contains(text, quote)
}

// possible reports whether a claim is of this game and says anything.
func possible(s *scene.Scene, c *Claim) bool {
	role := c.Role == "" || slices.ContainsFunc(s.Setup, func(n scene.Count) bool { return n.Role == c.Role })
	result := c.Target == "" && c.Species == "" || isPlayer(s, c.Target) && (c.Species == "HUMAN" || c.Species == "WEREWOLF")
	return role && result && isPlayer(s, c.Speaker) && c.Role+c.Target != ""
}
