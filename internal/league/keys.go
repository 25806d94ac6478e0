package league

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"wolfden/werewolf"
)

// planFile is the file as it is written.
type planFile struct {
	Lang     string       `yaml:"lang"`
	Seed     *uint64      `yaml:"seed"`
	Parallel int          `yaml:"parallel"`
	Out      string       `yaml:"out"`
	Deals    string       `yaml:"deals"`
	Seating  string       `yaml:"seating"`
	Listen   string       `yaml:"listen"`
	Models   Models       `yaml:"models"`
	Require  float64      `yaml:"require_model"`
	Entries  []entryFile  `yaml:"entries"`
	Against  []string     `yaml:"against"`
	Setups   []*setupFile `yaml:"setups"`
	Stop     *stopFile    `yaml:"stop"`
}

type entryFile struct {
	Name  string `yaml:"name"`
	Bot   string `yaml:"bot"`
	Lang  string `yaml:"lang"`
	Model string `yaml:"model"`
	// Settings is how the model is asked.
	Settings *Settings `yaml:"settings"`
	// Prompts is the folder of the prompts that it is asked with.
	Prompts string `yaml:"prompts"`
	// Remote is the team of programs elsewhere, instead of a bot.
	Remote string `yaml:"remote"`
	// Exec is the command that starts programs here, instead of a bot.
	Exec string `yaml:"exec"`
}

type stopFile struct {
	Compare    []string `yaml:"compare"`
	Alpha      *float64 `yaml:"alpha"`
	Beta       *float64 `yaml:"beta"`
	Difference *float64 `yaml:"difference"`
}

// spec fills in the spec, with what a key is when it is absent.
func (p *planFile) spec(s *Spec) (faults []fault) {
	s.Lang = p.Lang
	if s.Lang == "" {
		s.Lang = "en"
	}
	s.Drawn = p.Seed == nil && slices.ContainsFunc(p.Entries, func(e entryFile) bool { return e.Remote != "" })
	if p.Seed != nil {
		s.Seed = *p.Seed
	}
	switch {
	case p.Deals == Duplicate.String(), p.Deals == "" && !s.Drawn:
		s.Deals = Duplicate
	case p.Deals == Independent.String(), p.Deals == "":
	default:
		faults = append(faults, fault{"$.deals", fmt.Sprintf("%q; write duplicate or independent", short(p.Deals))})
	}
	switch p.Seating {
	case "", Mixed.String():
		s.Seating = Mixed
	case Sides.String():
		s.Seating = Sides
	default:
		faults = append(faults, fault{"$.seating", fmt.Sprintf("%q; write mixed or sides", short(p.Seating))})
	}
	for i := range p.Entries {
		entry, more := p.Entries[i].entry(fmt.Sprintf("$.entries[%d]", i))
		s.Entries, faults = append(s.Entries, entry), append(faults, more...)
	}
	s.Against = opponents(p.Against)
	for i, setup := range p.Setups {
		path := fmt.Sprintf("$.setups[%d]", i)
		if setup == nil {
			faults = append(faults, fault{path, "is empty; write at least players and games"})
			continue
		}
		made, more := setup.setup(path)
		s.Setups, faults = append(s.Setups, made), append(faults, more...)
	}
	if p.Stop != nil {
		s.Stop = p.Stop.stop(s.Entries)
	}
	return faults
}

// entry is a bot, or a team of programs elsewhere.
func (p *entryFile) entry(path string) (e Entry, faults []fault) {
	e = Entry{
		Name: p.Name, Bot: p.Bot, Lang: p.Lang, Model: p.Model, Settings: p.Settings, Prompts: p.Prompts,
		Remote: p.Remote != "" || p.Exec != "", Exec: p.Exec,
	}
	switch {
	case p.Exec != "" && (p.Remote != "" || p.Bot != "" || p.Lang != "" || p.Model != "" || p.Settings != nil || p.Prompts != ""):
		faults = append(faults, fault{path + ".exec", "a program has its own player, language and model; remove the other keys but name"})
	case p.Exec != "" && p.Name == "":
		faults = append(faults, fault{path + ".exec", "has no name; write name too, which stands in tables and records"})
	case p.Exec != "":
	case e.Remote && (p.Name != "" || p.Bot != "" || p.Lang != "" || p.Model != "" || p.Settings != nil || p.Prompts != ""):
		faults = append(faults, fault{path + ".remote", "a team elsewhere has its own name, player, language and model; remove the other keys"})
	case p.Settings != nil && p.Model == "":
		faults = append(faults, fault{path + ".settings", "without a model nothing is asked; write model too, or remove the key"})
	case p.Prompts != "" && p.Model == "":
		faults = append(faults, fault{path + ".prompts", "without a model nothing is asked; write model too, or remove the key"})
	case e.Remote:
		e.Name = p.Remote
	case p.Bot == "":
		faults = append(faults, fault{path, "neither bot nor remote nor exec; write one that wolfden bots lists, the name of a team that connects, or the command of a program"})
	case p.Name == "":
		e.Name = p.Bot
	}
	return e, faults
}

// opponents are the bots, and programs as exec:COMMAND, as entries of Against.
// Their names differ from those of entries that play the same bots.
func opponents(bots []string) (all []Entry) {
	for i, bot := range bots {
		e := Entry{Name: bot + " (against)", Bot: bot}
		if command, program := strings.CutPrefix(bot, "exec:"); program {
			e = Entry{Name: fmt.Sprintf("program %d (against)", i+1), Remote: true, Exec: command}
		}
		all = append(all, e)
	}
	return all
}

// DefaultStop is what a stop rule is where nothing else is said: both error
// rates 5%, and a difference of 5 points.
func DefaultStop(first, second int) *Stop {
	return &Stop{First: first, Second: second, Alpha: 0.05, Beta: 0.05, Difference: 0.05}
}

func (p *stopFile) stop(entries []Entry) *Stop {
	s := DefaultStop(-1, -1)
	if len(p.Compare) == 2 {
		for i, e := range entries {
			if e.Name == p.Compare[0] {
				s.First = i
			}
			if e.Name == p.Compare[1] {
				s.Second = i
			}
		}
	}
	for _, set := range []struct{ to, from *float64 }{{&s.Alpha, p.Alpha}, {&s.Beta, p.Beta}, {&s.Difference, p.Difference}} {
		if set.from != nil {
			*set.to = *set.from
		}
	}
	return s
}

// setupFile is an item of setups as it is written.
type setupFile struct {
	Name    string         `yaml:"name"`
	Players int            `yaml:"players"`
	Roles   map[string]int `yaml:"roles"`
	Games   int            `yaml:"games"`
	MaxDay  *int           `yaml:"max_day"`
	Answer  *string        `yaml:"answer_time"`
	Talk    *talkFile      `yaml:"talk"`
	Whisper *talkFile      `yaml:"whisper"`
}

// talkFile changes the contest's limits of talk or whisper; -1 is no limit.
type talkFile struct {
	Mode     string `yaml:"mode"`
	PerAgent *int   `yaml:"per_agent"`
	PerDay   *int   `yaml:"per_day"`
	Length   *int   `yaml:"length"`
	MaxSkip  *int   `yaml:"max_skip"`
}

func (p *setupFile) setup(path string) (s Setup, faults []fault) {
	s = Setup{Name: p.Name, Games: p.Games}
	var err error
	switch {
	case len(p.Roles) > 0:
		s.Rules, faults = p.composition(path)
	default:
		if s.Rules, err = werewolf.Standard(p.Players); err != nil {
			return s, append(faults, fault{path + ".players", err.Error() + "; write 5, 9 or 13, or roles"})
		}
	}
	if s.Name == "" {
		s.Name = fmt.Sprintf("%d players", s.Rules.Players())
	}
	if p.MaxDay != nil {
		s.Rules.MaxDay = *p.MaxDay
	}
	if p.Answer != nil {
		var a AnswerTime
		if err := a.UnmarshalText([]byte(*p.Answer)); err != nil {
			faults = append(faults, fault{path + ".answer_time", err.Error()})
		}
		a.Set(&s.Rules)
	}
	faults = append(faults, p.Talk.change(path+".talk", &s.Rules.Talk)...)
	return s, append(faults, p.Whisper.change(path+".whisper", &s.Rules.Whisper)...)
}

func (p *setupFile) composition(path string) (r werewolf.Rules, faults []fault) {
	var counts werewolf.RoleCounts
	for _, name := range slices.Sorted(maps.Keys(p.Roles)) {
		n := p.Roles[name]
		role, err := werewolf.StandardRoles().Parse(name)
		switch {
		case err != nil || role == werewolf.NoRole:
			faults = append(faults, fault{path + ".roles", fmt.Sprintf("%q is no role; write the contest's names, such as WEREWOLF", short(name))})
		case n < 0 || n > werewolf.MaxSeats:
			faults = append(faults, fault{path + ".roles." + name, fmt.Sprintf("%d players; from 0 to %d", n, werewolf.MaxSeats)})
		default:
			counts[role] = n
		}
	}
	r = werewolf.With(counts)
	if r.Wolves() == 0 && len(faults) == 0 {
		faults = append(faults, fault{path + ".roles", "a game needs at least one werewolf; write WEREWOLF: 1"})
	}
	if p.Players != 0 && p.Players != counts.Total() && len(faults) == 0 {
		faults = append(faults, fault{path + ".players", fmt.Sprintf("%d, but the roles make %d; remove the key", p.Players, counts.Total())})
	}
	return r, faults
}

// floorMillis is how long an open floor is said to be. Nobody waits for it:
// built-in players are asked in rounds until they have nothing more to say.
const floorMillis = 60_000

func (p *talkFile) change(path string, t *werewolf.TalkRules) (faults []fault) {
	if p == nil {
		return nil
	}
	if p.Mode != "" {
		if err := t.Mode.UnmarshalText([]byte(p.Mode)); err != nil {
			faults = append(faults, fault{path + ".mode", fmt.Sprintf("%q; write serial, synchronized or anytime", short(p.Mode))})
		}
	}
	if t.Mode == werewolf.Anytime {
		t.Duration, t.MaxCount.PerDay = floorMillis, werewolf.NoLimit
	}
	for _, set := range []struct{ to, from *int }{
		{&t.MaxCount.PerAgent, p.PerAgent}, {&t.MaxCount.PerDay, p.PerDay},
		{&t.MaxLength.BaseLength, p.Length}, {&t.MaxSkip, p.MaxSkip},
	} {
		if set.from != nil {
			*set.to = *set.from
		}
	}
	return faults
}
