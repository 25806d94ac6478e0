package league

import (
	"fmt"
	"slices"
	"strings"

	"wolfden/internal/settings"
	"wolfden/werewolf"
)

// planFile is the file as it is written.
type planFile struct {
	*File
	seed    *uint64
	Entries []entryFile `yaml:"entries"`
	Against []string    `yaml:"against"`
	setups  []setupFile
	Stop    stopFile `yaml:"stop"`
}

type entryFile struct {
	Entry
	Team string `yaml:"remote"` // of programs elsewhere, instead of a bot
}

type stopFile struct {
	Stop
	Compare []string `yaml:"compare"`
}

// read fills in the file and its spec, with what a key is when it is absent.
func (p *planFile) read(r *settings.Reader, root *settings.Node) {
	s := &p.Spec
	p.Stop.Stop = *DefaultStop(-1, -1)
	table := append([]settings.Key{
		settings.Row("lang", settings.Text(&s.Lang), "en", ""),
		settings.Row("seed", settings.Seed(&p.seed), "", ""),
		settings.Row("parallel", settings.Number(&p.Parallel, 0, settings.MaxCount), "", ""),
		settings.Row("deals", settings.OneOf(&s.Deals, Duplicate, Independent), "", ""),
		settings.Row("seating", settings.OneOf(&s.Seating, Mixed, Sides), "", ""),
		settings.Row("setups", settings.Each(&p.setups, "setups, each a group of keys", (*setupFile).keys), "", ""),
		settings.Row("require_model", settings.Real(&p.RequireModel, 1, "a share above 0 and up to 1, such as 0.95"), "", ""),
	}, settings.Fields(p)...)
	r.Defaults(table)
	if r.Walk("", root, table, nil); r.Err("") != nil {
		return
	}
	s.Drawn = p.seed == nil && slices.ContainsFunc(p.Entries, func(e entryFile) bool { return e.Team != "" })
	if p.seed != nil {
		s.Seed = *p.seed
	}
	if !r.IsSet("deals") && !s.Drawn {
		s.Deals = Duplicate
	}
	if usd := p.Models.USD; usd != nil && !(*usd > 0) {
		r.FaultAt("", "models.run_usd", "write an amount above 0, or nothing for no limit")
	}
	for i := range p.Entries {
		s.Entries = append(s.Entries, p.Entries[i].entry(r, fmt.Sprintf("entries[%d]", i)))
	}
	s.Against = opponents(p.Against)
	for i := range p.setups {
		if path := fmt.Sprintf("setups[%d]", i); p.setups[i] == (setupFile{}) {
			r.FaultAt("", path, "is empty; write at least players and games")
		} else {
			s.Setups = append(s.Setups, p.setups[i].setup(r, path))
		}
	}
	if r.IsSet("stop") {
		s.Stop = p.Stop.stop(s.Entries)
		if r.IsSet("stop.width") && (r.IsSet("stop.difference") || r.IsSet("stop.beta")) {
			r.FaultAt("", "stop.width", "goes on until the interval is narrow, whatever the difference is; remove difference and beta, or width")
		}
	}
}

// entry is a bot, or a team of programs elsewhere.
func (p *entryFile) entry(r *settings.Reader, path string) Entry {
	e := p.Entry
	e.Remote = p.Team != "" || p.Exec != ""
	switch {
	case p.Exec != "" && (p.Team != "" || p.Entry != Entry{Name: p.Name, Exec: p.Exec}):
		r.FaultAt("", path+".exec", "a program has its own player, language and model; remove the other keys but name")
	case p.Exec != "" && p.Name == "":
		r.FaultAt("", path+".exec", "has no name; write name too, which stands in tables and records")
	case p.Exec != "":
	case p.Team != "" && p.Entry != Entry{}:
		r.FaultAt("", path+".remote", "a team elsewhere has its own name, player, language and model; remove the other keys")
	case p.Settings != nil && p.Model == "":
		r.FaultAt("", path+".settings", "without a model nothing is asked; write model too, or remove the key")
	case p.Prompts != "" && p.Model == "":
		r.FaultAt("", path+".prompts", "without a model nothing is asked; write model too, or remove the key")
	case p.Team != "":
		e.Name = p.Team
	case p.Bot == "":
		r.FaultAt("", path, "neither bot nor remote nor exec; write one that wolfden bots lists, the name of a team that connects, or the command of a program")
	case p.Name == "":
		e.Name = p.Bot
	}
	return e
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
	if len(p.Compare) == 2 {
		for i, e := range entries {
			if e.Name == p.Compare[0] {
				p.First = i
			}
			if e.Name == p.Compare[1] {
				p.Second = i
			}
		}
	}
	return &p.Stop
}

// setupFile is an item of setups as it is written.
type setupFile struct {
	roles   werewolf.RoleCounts
	Name    string     `yaml:"name"`
	Players int        `yaml:"players"`
	Games   int        `yaml:"games"`
	MaxDay  *int       `yaml:"max_day"`
	Answer  AnswerTime `yaml:"answer_time"`
	Talk    talkFile   `yaml:"talk"`
	Whisper talkFile   `yaml:"whisper"`
}

// talkFile changes the contest's limits of talk or whisper; -1 is no limit.
type talkFile struct {
	Mode     string `yaml:"mode"`
	PerAgent *int   `yaml:"per_agent"`
	PerDay   *int   `yaml:"per_day"`
	Length   *int   `yaml:"length"`
	MaxSkip  *int   `yaml:"max_skip"`
}

func (p *setupFile) keys() []settings.Key {
	roles := settings.Counts(werewolf.StandardRoles().Roles(), werewolf.MaxSeats, func(role werewolf.Role) *int { return &p.roles[role] })
	for i := range roles {
		roles[i].Path = "roles." + roles[i].Path
	}
	return append(settings.Fields(p), roles...)
}

func (p *setupFile) setup(r *settings.Reader, path string) Setup {
	s := Setup{Name: p.Name, Games: p.Games}
	if r.IsSet(path + ".roles") {
		s.Rules = p.composition(r, path)
	} else {
		var err error
		if s.Rules, err = werewolf.Standard(p.Players); err != nil {
			r.FaultAt("", path+".players", "%v; write 5, 9 or 13, or roles", err)
			return s
		}
	}
	if s.Name == "" {
		s.Name = fmt.Sprintf("%d players", s.Rules.Players())
	}
	if p.MaxDay != nil {
		s.Rules.MaxDay = *p.MaxDay
	}
	p.Answer.Set(&s.Rules)
	p.Talk.change(r, path+".talk", &s.Rules.Talk)
	p.Whisper.change(r, path+".whisper", &s.Rules.Whisper)
	return s
}

func (p *setupFile) composition(r *settings.Reader, path string) werewolf.Rules {
	rules := werewolf.With(p.roles)
	switch {
	case rules.Wolves() == 0:
		r.FaultAt("", path+".roles", "a game needs at least one werewolf; write WEREWOLF: 1")
	case p.Players != 0 && p.Players != p.roles.Total():
		r.FaultAt("", path+".players", "%d, but the roles make %d; remove the key", p.Players, p.roles.Total())
	}
	return rules
}

// floorMillis is how long an open floor is said to be. Nobody waits for it:
// built-in players are asked in rounds until they have nothing more to say.
const floorMillis = 60_000

func (p *talkFile) change(r *settings.Reader, path string, t *werewolf.TalkRules) {
	if p.Mode != "" {
		if err := t.Mode.UnmarshalText([]byte(p.Mode)); err != nil {
			r.FaultAt("", path+".mode", "%s; write serial, synchronized or anytime", settings.Quote(p.Mode))
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
}
