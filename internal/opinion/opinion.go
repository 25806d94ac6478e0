// Package opinion reads what a player's private note says of the others.
//
// The law of the package: anybody may write anything in a note. Only the forms that docs/viewer.md lists count, and what
// they say is the writer's account, true or not.
package opinion

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"wolfden/werewolf"
)

// Opinion is what a note says. The zero Opinion says nothing.
type Opinion struct {
	// Wolf is the chance of being a werewolf, from 0 to 1, of those that the note speaks of; nil where it gives none.
	Wolf map[werewolf.SeatID]float64
	// Roles are the chances of all roles that the note speaks of where Wolf or Mask has one, by name in upper case.
	Roles map[werewolf.SeatID]map[string]float64
	// Mask is the same as the player shows to believe, whatever it does believe; nil where the note is no mask.
	Mask map[werewolf.SeatID]float64
	// Target is whom the player wants executed, 0 for nobody.
	Target werewolf.SeatID
	// Ground is why it is this one, as an attempt to induce votes notes it; else "".
	Ground string
}

// Table are the names of the players of seat 1, 2, ..., as notes have them. It is only read.
type Table []string

// topicMask is the topic of what a liar shows to believe: the chances in it are nobody's opinion.
const topicMask = "mask"

// The topics whose notes may name whom a player wants executed.
const (
	topicPlan    = "plan"
	topicVote    = "vote"
	topicManager = "manager"
	// TopicInducement is that of an attempt to induce votes, noted with the utterance that makes it.
	TopicInducement = "inducement"
	topicChoice     = "choice" // of any request: it counts with the answer to a vote
)

// Read reads a note. voting says that the note came with a vote.
func (t Table) Read(topic, text string, voting bool) (o Opinion) {
	text = strings.TrimSpace(text)
	o.Wolf, o.Roles = t.object(text)
	if o.Wolf == nil {
		o.Wolf, o.Roles = t.lines(text)
	}
	switch {
	case topic == topicMask:
		o.Wolf, o.Mask = nil, o.Wolf
	case topic == topicPlan:
		o.Target = t.plan(text)
	case topic == topicVote, topic == topicManager:
		o.Target = t.last(text)
	case topic == TopicInducement:
		o.Target, o.Ground = t.target(text)
	case topic == topicChoice && voting:
		name, _, _ := strings.Cut(text, ": ")
		o.Target = t.seat(name)
	}
	return o
}

// seat is whose name it is, 0 for nobody's.
func (t Table) seat(name string) werewolf.SeatID {
	for i := range t {
		if t[i] == name && name != "" {
			return werewolf.SeatID(i + 1)
		}
	}
	return 0
}

// lines reads lines of the form "NAME: werewolf 35%", with more after a comma: "rather seer (50%)", or anything. One of another form
// spoils all.
func (t Table) lines(text string) (map[werewolf.SeatID]float64, map[werewolf.SeatID]map[string]float64) {
	wolf, roles := map[werewolf.SeatID]float64{}, map[werewolf.SeatID]map[string]float64{}
	for line := range strings.SplitSeq(text, "\n") {
		name, rest, ok := strings.Cut(line, ": werewolf ")
		number, more, percent := strings.Cut(rest, "%")
		p, is := chance(number)
		id := t.seat(name)
		if !ok || !percent || !is || id == 0 {
			return nil, nil
		}
		wolf[id], roles[id] = p, map[string]float64{werewolf.Werewolf.String(): p}
		role, number, ok := strings.Cut(strings.TrimPrefix(more, ", rather "), " (")
		if p, is := chance(strings.TrimSuffix(number, "%)")); ok && is && strings.HasPrefix(more, ", rather ") {
			roles[id][strings.ToUpper(role)] = p
		}
	}
	return wolf, roles
}

// chance is a number of percents, false where it is none.
func chance(percents string) (float64, bool) {
	p, err := strconv.ParseFloat(strings.TrimSpace(percents), 64)
	return p / 100, err == nil && p >= 0 && p <= 100
}

// object reads {"NAME": {"WEREWOLF": 0.35, ...}, ...}.
func (t Table) object(text string) (map[werewolf.SeatID]float64, map[werewolf.SeatID]map[string]float64) {
	var all map[string]map[string]any
	if !strings.HasPrefix(text, "{") || json.Unmarshal([]byte(text), &all) != nil || len(all) == 0 {
		return nil, nil
	}
	wolf, roles := map[werewolf.SeatID]float64{}, map[werewolf.SeatID]map[string]float64{}
	for name, told := range all {
		id := t.seat(name)
		if id == 0 {
			return nil, nil
		}
		roles[id] = map[string]float64{}
		for role, value := range told {
			if p, ok := value.(float64); ok && p >= 0 && p <= 1 {
				roles[id][role] = p
			}
		}
		p, ok := roles[id][werewolf.Werewolf.String()]
		if !ok {
			return nil, nil
		}
		wolf[id] = p
	}
	return wolf, roles
}

// plan reads "VOTE: NAME" and "I want NAME executed".
func (t Table) plan(text string) werewolf.SeatID {
	if name, ok := strings.CutPrefix(text, "VOTE: "); ok {
		return t.seat(name)
	}
	if rest, ok := strings.CutPrefix(text, "I want "); ok {
		if name, ok := strings.CutSuffix(rest, " executed"); ok {
			return t.seat(name)
		}
	}
	return 0
}

// last is whose name the text ends with, as a word of its own; the longest, where there are several.
func (t Table) last(text string) (found werewolf.SeatID) {
	longest := 0
	for i, name := range t {
		before, ok := strings.CutSuffix(text, name)
		end, _ := utf8.DecodeLastRuneInString(before)
		if ok && len(name) > longest && (before == "" || end == ' ' || end == ':' || end == '：') {
			found, longest = werewolf.SeatID(i+1), len(name)
		}
	}
	return found
}

// ground is the form of the name of a rule.
var ground = regexp.MustCompile(`^[a-z]+-[a-z-]{1,30}$`)

// target reads {"target": "NAME", "ground": "why", ...}.
func (t Table) target(text string) (werewolf.SeatID, string) {
	var raw struct{ Target, Ground string }
	if json.Unmarshal([]byte(text), &raw) != nil {
		return 0, ""
	}
	if !ground.MatchString(raw.Ground) {
		raw.Ground = "" // notes of strangers may hold anything
	}
	return t.seat(raw.Target), raw.Ground
}
