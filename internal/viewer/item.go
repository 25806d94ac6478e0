package viewer

import (
	"html/template"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"wolfden/internal/speech/roletext"
	"wolfden/internal/viewer/story"
	"wolfden/werewolf"
)

// colours is how many colours of players there are; further seats begin anew.
const colours = 13

// itemView is one thing that happened, ready to be shown.
type itemView struct {
	*words
	story.Item
	table     *story.Story
	heard     *storyReading // nil where nobody listened
	callStore callStore
}

// tableView is the players, ready to be shown.
type tableView struct {
	*words
	*story.Story
	teams []string
}

// TeamPage is the address of the page about the player's team, "" where there is none.
func (v tableView) TeamPage(id werewolf.SeatID) string {
	if len(v.teams) < int(id) {
		return ""
	}
	return v.teams[id-1]
}

// Who is a player's name with its face, leading to its card.
func (v itemView) Who(id werewolf.SeatID) template.HTML { return who(v.words, v.table, id) }

// Who is the same in a table.
func (v tableView) Who(id werewolf.SeatID) template.HTML { return who(v.words, v.Story, id) }

// Who is the same anywhere on the page.
func (p *gamePage) Who(id werewolf.SeatID) template.HTML { return who(p.words, p.Story, id) }

func who(w *words, s *story.Story, id werewolf.SeatID) template.HTML {
	p := s.Player(id)
	if p == nil {
		return html(`<span class="nobody">`, template.HTMLEscapeString(w.T("nobody")), `</span>`)
	}
	drawn := ""
	if !w.styled {
		drawn = `<svg class="face" aria-hidden="true"><use href="#f` + strconv.Itoa(int(id)) + `"/></svg>`
	}
	return html(toCard(id, ""), drawn, template.HTMLEscapeString(p.Name), `</a>`)
}

// toCard begins a link to a player's card. Where it leads gives it its colour, but for those who sit where the colours begin anew.
func toCard(id werewolf.SeatID, class string) string {
	if int(id) > colours {
		class = strings.TrimSpace(class + " c" + colour(id))
	}
	if class != "" {
		class = ` class="` + class + `"`
	}
	return `<a` + class + ` href="#p` + strconv.Itoa(int(id)) + `">`
}

// Named is a name in what was said.
func (v itemView) Named(p story.Piece) template.HTML {
	class := ""
	if p.At {
		class = "at"
	}
	return html(toCard(p.Seat, class), template.HTMLEscapeString(p.Text), `</a>`)
}

// Face is a player's name with its face, leading nowhere: for places that are something to click themselves.
func (p *gamePage) Face(id werewolf.SeatID) template.HTML {
	n := strconv.Itoa(int(id))
	return html(`<span class="who c`, colour(id), `"><svg class="face" aria-hidden="true"><use href="#f`, n, `"/></svg><bdi>`,
		template.HTMLEscapeString(p.Story.Player(id).Name), `</bdi></span>`)
}

func colour(id werewolf.SeatID) string { return strconv.Itoa((int(id)-1)%colours + 1) }

// Colour is the same in a table.
func (v tableView) Colour(id werewolf.SeatID) string { return colour(id) }

// Line is the sentence of the item.
func (v itemView) Line() template.HTML {
	key := "item." + string(v.Kind)
	switch {
	case v.Kind == story.Attack && v.Target == 0:
		key += ".nobody"
	case v.Kind == story.Attack && !v.Killed:
		key += ".guarded"
	case v.Kind == story.Divine && v.Species != werewolf.NoSpecies:
		key += ".known"
	case v.Kind == story.Votes && v.Turn > 0, v.Kind == story.AttackVotes && v.Turn > 0:
		key += ".again"
	}
	switch v.Kind {
	case story.Dawn, story.Dusk:
		return v.H(key, v.Day)
	case story.Votes, story.AttackVotes:
		return v.H(key, v.VotedOn, v.Turn+1)
	case story.Fault:
		return v.H(key, v.Who(v.Seat), v.T("ask."+v.Request.String()), v.T("fault."+v.Fault.String()))
	case story.End:
		return v.H(key + "." + strings.ToLower(v.Winner.String()))
	case story.Attack:
		return v.H(key, v.Who(v.Target))
	default:
		return v.H(key, v.Who(v.Seat), v.Who(v.Target), v.Result())
	}
}

// Result is what a seer or a medium learned.
func (v itemView) Result() template.HTML { return v.species(v.Species) }

// species is what a divination shows, "" where that is not known.
func (w *words) species(s werewolf.Species) template.HTML {
	if s == werewolf.NoSpecies {
		return ""
	}
	name := strings.ToLower(s.String())
	return html(`<b class="species `, name, `">`, template.HTMLEscapeString(w.T("species."+name)), `</b>`)
}

// Passes reports whether the utterance says nothing: it is shown small.
func (v itemView) Passes() bool { return v.Skip || v.Over || v.Forced }

// Passing is what such an utterance was.
func (v itemView) Passing() string {
	switch {
	case v.Forced:
		return v.T("talk.forced")
	case v.Over:
		return v.T("talk.over")
	default:
		return v.T("talk.skip")
	}
}

// Clock is how long after the start it happened, "" where nobody knows.
func (v itemView) Clock() string {
	if v.At <= 0 {
		return ""
	}
	s := v.At / 1000
	return strconv.FormatInt(s/60, 10) + ":" + strconv.FormatInt(100+s%60, 10)[1:]
}

// tallied is how many votes somebody got.
type tallied struct {
	Target werewolf.SeatID
	From   []werewolf.SeatID
}

// Tally is the votes by whom they are for, most first.
func (v itemView) Tally() (all []tallied) {
	for _, b := range v.Ballots {
		i := slices.IndexFunc(all, func(t tallied) bool { return t.Target == b.Target })
		if i < 0 {
			i = len(all)
			all = append(all, tallied{Target: b.Target})
		}
		all[i].From = append(all[i].From, b.Seat)
	}
	slices.SortStableFunc(all, func(a, b tallied) int { return len(b.From) - len(a.From) })
	return all
}

// Figure is the votes as arrows between the players.
func (v itemView) Figure() *figure { return arrows(v.table, &v.Item) }

// Circle is where the players stand in the figures of all votes: it is on the page once.
func (p *gamePage) Circle() *figure { return arrows(p.Story, &story.Item{}) }

// RoleName is a role in the words of the page.
func (w *words) RoleName(r werewolf.Role) string {
	if r == werewolf.NoRole {
		return w.T("role.unknown")
	}
	return roletext.In(w.lang).Title(w.roles, r)
}

// Side is village or wolf, the class of what belongs to a side; "" where it is not known.
func (w *words) Side(r werewolf.Role) string {
	switch w.roles.Team(r) {
	case werewolf.VillagerTeam:
		return "village"
	case werewolf.WerewolfTeam:
		return "wolf"
	default:
		return ""
	}
}

// Fate is what became of a player.
func (v tableView) Fate(p story.Player) string {
	switch {
	case p.Cause == werewolf.ByExecution:
		return v.T("fate.executed", p.DiedOn)
	case p.Cause == werewolf.ByAttack:
		return v.T("fate.attacked", p.DiedOn)
	case p.GoneAt > 0:
		return v.T("fate.gone")
	default:
		return v.T("fate.alive")
	}
}

// Language is the language of an utterance, "" where it is not known or that of the page: it chooses the shapes of Chinese characters and the
// voice that reads it.
func (v itemView) Language() string {
	if v.table.Lang == v.lang {
		return "" // the page says so
	}
	if v.table.Lang != "" {
		return v.table.Lang
	}
	for _, r := range v.Text() {
		if unicode.In(r, unicode.Hiragana, unicode.Katakana) {
			return japanese
		}
	}
	return ""
}

// ending is what a player turned out to be.
type ending struct {
	Seat werewolf.SeatID
	Role string
	Side string
	Won  bool
}

// Ending is what the players turned out to be.
func (v itemView) Ending() (all []ending) {
	for i := range v.table.Players {
		p := &v.table.Players[i]
		won := v.Winner != werewolf.NoTeam && v.table.Rules.Table.Team(p.Role) == v.Winner
		all = append(all, ending{p.Seat, v.RoleName(p.Role), v.Side(p.Role), won})
	}
	return all
}
