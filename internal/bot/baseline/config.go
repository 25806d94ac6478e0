package baseline

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"sync"

	"wolfden/internal/llm/prompt"
	"wolfden/internal/settings"
	"wolfden/internal/userfile"
	"wolfden/werewolf"
)

//go:embed en.yml ja.yml
var own embed.FS

// Files returns the prompts that come with the program: en.yml and ja.yml.
func Files() fs.FS { return own }

// ErrConfig is wrapped by every fault of a configuration file.
var ErrConfig = errors.New("no usable configuration of an agent")

// Prompts holds compiled prompts by request. They never change, and several goroutines may use them.
type Prompts struct {
	// Model is the model that the file names, in Wolfden's form such as openai:gpt-4o-mini; "" if none.
	Model string
	// Temperature is what the file asks that model for; nil if it says nothing.
	Temperature *float64

	pages  map[werewolf.RequestKind]*page
	hashes map[string]string // by task
}

// Hashes returns the prompts' hashes by the name that calls have in records, such as baseline-talk.
func (p *Prompts) Hashes() map[string]string { return maps.Clone(p.hashes) }

// keys are the file's names of requests.
var keys = map[string]werewolf.RequestKind{
	"initialize": werewolf.Initialize, "daily_initialize": werewolf.DailyInitialize, "daily_finish": werewolf.DailyFinish,
	"talk": werewolf.Talk, "whisper": werewolf.Whisper, "vote": werewolf.Vote, "divine": werewolf.Divine,
	"guard": werewolf.Guard, "attack": werewolf.Attack,
}

// file is what is read of the organisers' format; the rest of a file concerns their program.
type file struct {
	LLM struct {
		Type string `yaml:"type"`
	} `yaml:"llm"`
	OpenAI section           `yaml:"openai"`
	Google section           `yaml:"google"`
	Ollama section           `yaml:"ollama"`
	Prompt map[string]string `yaml:"prompt"`
}

type section struct {
	Model       string   `yaml:"model"`
	Temperature *float64 `yaml:"temperature"`
}

// Open reads a configuration file.
func Open(path string) (*Prompts, error) {
	text, err := userfile.Read(path, userfile.Most)
	if err != nil {
		return nil, err
	}
	p, err := readConfig(path, text)
	if err != nil {
		return nil, err
	}
	return p, nil
}

// Own returns the prompts that come with the program, in "en" or "ja".
func Own(lang string) (*Prompts, error) {
	if read := ours[cmp.Or(lang, "en")]; read != nil {
		return read()
	}
	return nil, fmt.Errorf("no prompts in %q (there are: en, ja)", lang)
}

// Source returns the file of the program's own prompts in a language, to be copied.
func Source(lang string) ([]byte, error) {
	text, err := own.ReadFile(lang + ".yml")
	if err != nil {
		return nil, fmt.Errorf("no prompts in %q (there are: en, ja)", lang)
	}
	return text, nil
}

// ours are the program's own prompts, which are read once: compiling them takes longer than a player's game without a model.
var ours = map[string]func() (*Prompts, error){
	"en": sync.OnceValues(func() (*Prompts, error) { return readOwn("en") }),
	"ja": sync.OnceValues(func() (*Prompts, error) { return readOwn("ja") }),
}

func readOwn(lang string) (*Prompts, error) {
	text, err := Source(lang)
	if err != nil {
		return nil, err
	}
	return readConfig(lang+".yml", text)
}

// Laid returns the prompts in a language that a folder of files lays over the program's own; nil if it has none. The
// folder calls them baseline/en.yml and baseline/ja.yml.
func Laid(over *prompt.Overlay, lang string) (*Prompts, error) {
	if !over.Has("baseline/" + lang + ".yml") {
		return nil, nil
	}
	text, called, err := over.Read(own, "baseline", lang+".yml")
	if err != nil {
		return nil, err
	}
	return readConfig(called, []byte(text))
}

// readConfig reads a configuration in the organisers' format; name stands for it in errors. A request without a prompt is not
// sent; only talk and vote must have one.
func readConfig(name string, text []byte) (*Prompts, error) {
	var f file
	r, root := settings.Read(name, text)
	r.Loose = true
	if root != nil {
		r.Walk("", root, settings.Fields(&f), nil)
	}
	if err := r.Err(""); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrConfig, err)
	}
	p := &Prompts{pages: map[werewolf.RequestKind]*page{}, hashes: map[string]string{}}
	if err := p.choose(&f); err != nil {
		return nil, fmt.Errorf("%s: %w: %w", name, ErrConfig, err)
	}
	for _, key := range slices.Sorted(maps.Keys(f.Prompt)) {
		kind, known := keys[key]
		if !known {
			return nil, fmt.Errorf("%s: %w: prompt.%s is no request%s", name, ErrConfig, key, prompt.Meant(key, slices.Collect(maps.Keys(keys))))
		}
		compiled, err := compile(f.Prompt[key])
		if err == nil {
			err = unknownNames(f.Prompt[key], linesBefore(root, key))
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w: prompt.%s: %w", name, ErrConfig, key, err)
		}
		p.pages[kind] = compiled
		sum := sha256.Sum256([]byte(f.Prompt[key]))
		p.hashes[taskOf(kind)] = hex.EncodeToString(sum[:6])
	}
	for _, key := range []string{"talk", "vote"} {
		if p.pages[keys[key]] == nil {
			return nil, fmt.Errorf("%s: %w: prompt.%s is missing", name, ErrConfig, key)
		}
	}
	return p, nil
}

// linesBefore is how many lines of a file stand before the first of a prompt.
func linesBefore(root *settings.Node, key string) int {
	n := root.At("prompt." + key)
	if n.Block {
		return n.Line
	}
	return n.Line - 1
}

// choose takes over which model the file names, and at what temperature that is asked.
func (p *Prompts) choose(f *file) error {
	names := map[string]struct {
		vendor string
		section
	}{"openai": {"openai:", f.OpenAI}, "google": {"gemini:", f.Google}, "ollama": {"ollama:", f.Ollama}}
	named := names[f.LLM.Type]
	if named.Model != "" {
		p.Model = named.vendor + named.Model
	}
	if t := named.Temperature; t != nil && (*t < 0 || *t > 2) {
		return fmt.Errorf("%s.temperature is %v, from 0 to 2 is possible", f.LLM.Type, *t)
	}
	p.Temperature = named.Temperature
	return nil
}
