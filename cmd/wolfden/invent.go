package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"text/template"
	"time"

	"wolfden/internal/contest/config"
	"wolfden/internal/llm"
	"wolfden/internal/llm/provider"
)

//go:embed prompts/character.txt
var characterPrompt string

// character is what a model is asked for; its tags make the schema.
type character struct {
	Name        string `json:"name" jsonschema:"a first name, one word"`
	Age         int    `json:"age" jsonschema:"in years"`
	Gender      string `json:"gender"`
	Personality string `json:"personality"`
}

// inventor invents a server's characters with the models that its tracks name.
type inventor struct {
	opener   *provider.Opener
	language string
	prompt   *template.Template
	schema   *llm.Schema

	log      *slog.Logger
	pictures gallery

	mu     sync.Mutex
	models map[string]llm.Model
	names  []string // the latest, so that a model does not repeat one
	said   map[string]bool
	blind  map[string]bool // models that see no pictures
	calls  int
}

// rememberedNames is how many names a model is told not to use again.
const rememberedNames = 30

// newInventor opens the models of the configuration. If one cannot be opened, for example because its key is
// missing, it warns, and the built-in characters play instead. It returns nil when there is no model to ask.
func newInventor(cfg *config.Config, lang string, log *slog.Logger) (*inventor, error) {
	in := &inventor{opener: provider.New(provider.Options{
		Warn: func(err error) { log.Warn(err.Error() + "; the cast plays instead") },
	}), language: "English", models: map[string]llm.Model{}, said: map[string]bool{}, blind: map[string]bool{}, log: log, pictures: gallery{loaded: map[string]*llm.Picture{}}}
	if lang == "ja" {
		in.language = "Japanese"
	}
	for i := range cfg.Tracks {
		c := &cfg.Tracks[i].Characters
		if !c.Enable || !c.Dynamic.Enable || in.models[c.Dynamic.Model] != nil {
			continue
		}
		m, err := in.open(c.Dynamic.Model)
		if err != nil {
			log.Warn(cfg.Blame(&cfg.Tracks[i], "custom_profile.dynamic_profile.model", err).Error() + "; the cast plays instead")
			continue
		}
		in.models[c.Dynamic.Model] = m
	}
	if len(in.models) == 0 {
		return nil, nil
	}
	var err error
	if in.prompt, err = template.New("character").Parse(characterPrompt); err != nil {
		return nil, err
	}
	in.schema, err = llm.SchemaOf[character](nil)
	return in, err
}

// open opens a model by its name. A bare name, as in the organisers' file, means OpenAI.
func (in *inventor) open(model string) (llm.Model, error) {
	if !strings.ContainsAny(model, ":@") {
		model = "openai:" + model
	}
	name, err := provider.ParseName(model)
	if err != nil {
		return nil, err
	}
	m, err := in.opener.Open(name)
	if err != nil {
		return nil, err
	}
	return llm.Structured(m), nil
}

// Invent asks for one character. A model is shown the picture; one that sees none is told what it shows, and where nobody has said that, the
// character is anybody, which is logged once.
func (in *inventor) Invent(ctx context.Context, d *config.DynamicProfile, avatar config.Avatar, hint string) (map[string]string, error) {
	in.mu.Lock()
	model, about := in.models[d.Model], asking{Wish: d.Prompt, Language: in.language, Taken: strings.Join(in.names, " "), Fault: hint}
	in.mu.Unlock()
	if model == nil {
		return nil, fmt.Errorf("the model %s was not opened", d.Model)
	}
	about.Shows, about.picture = avatar.Shows, in.pictures.load(ctx, avatar, in.log)
	about.Pictured = about.picture != nil && !in.isBlind(d.Model, avatar)
	c, saw, err := in.ask(ctx, model, d, &about)
	if err == nil && about.Pictured && !saw {
		in.mu.Lock()
		in.blind[d.Model] = true
		in.mu.Unlock()
		about.Pictured = !in.isBlind(d.Model, avatar)
		c, _, err = in.ask(ctx, model, d, &about)
	}
	if err != nil {
		return nil, err
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.names = append(in.names, llm.Defused(c.Name)); len(in.names) > rememberedNames {
		in.names = in.names[1:]
	}
	return map[string]string{
		"name": c.Name, "age": strconv.Itoa(c.Age), "gender": c.Gender, "personality": c.Personality,
	}, nil
}

// isBlind reports whether the model was found to see no pictures, and says so once of each picture.
func (in *inventor) isBlind(model string, a config.Avatar) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.blind[model] && !in.said[a.URL] {
		in.said[a.URL] = true
		in.log.Warn("the model sees no pictures; "+without(a.Shows), "model", model, "picture", a.URL)
	}
	return in.blind[model]
}

// without says what follows for a picture that the model does not see.
func without(shows string) string {
	if shows == "" {
		return "its character is made up without it (write under shows what is to be seen)"
	}
	return "it is told what shows says"
}

// asking is what the prompt for one character is made of.
type asking struct {
	Wish, Language, Taken, Fault string
	Shows                        string // what the picture shows, for a model that does not see it
	Pictured                     bool
	picture                      *llm.Picture
}

// ask asks for one character, and reports whether the model saw its picture.
func (in *inventor) ask(ctx context.Context, model llm.Model, d *config.DynamicProfile, about *asking) (c character, saw bool, err error) {
	var text strings.Builder
	if err := in.prompt.Execute(&text, about); err != nil {
		return c, false, err
	}
	in.mu.Lock()
	index := in.calls
	in.calls++
	in.mu.Unlock()
	message := llm.Message{Role: llm.User, Text: text.String()}
	if about.Pictured {
		message.Picture = about.picture
	}
	answer, err := model.Complete(ctx, llm.Request{
		Label: llm.Label{Task: "character"}, Schema: in.schema,
		Messages: []llm.Message{message},
		Sampling: llm.Sampling{MaxTokens: d.MaxTokens, Index: index},
	})
	if err == nil {
		err = json.Unmarshal(answer.JSON, &c)
	}
	if err != nil {
		return c, false, fmt.Errorf("character: %w", err)
	}
	return c, about.Pictured && !slices.Contains(answer.Dropped, "picture"), nil
}

// gallery loads pictures, each once.
type gallery struct {
	mu     sync.Mutex
	loaded map[string]*llm.Picture // nil for one that cannot be had
}

// load returns a picture, nil for none and for one that cannot be had, which is logged.
func (g *gallery) load(ctx context.Context, a config.Avatar, log *slog.Logger) *llm.Picture {
	g.mu.Lock()
	defer g.mu.Unlock()
	if p, there := g.loaded[a.URL]; there || a.URL == "" {
		return p
	}
	p, err := fetchPicture(ctx, a.URL)
	if err != nil && ctx.Err() != nil {
		return nil // another time
	}
	if err != nil {
		log.Warn("a picture cannot be loaded, and is not tried again; "+without(a.Shows), "picture", a.URL, "error", err)
	}
	g.loaded[a.URL] = p
	return p
}

// maxPicture is the largest picture that is shown to a model, in bytes.
const maxPicture = 4 << 20

func fetchPicture(ctx context.Context, address string) (*llm.Picture, error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = reply.Body.Close() }()
	data, err := io.ReadAll(io.LimitReader(reply.Body, maxPicture+1))
	kind := http.DetectContentType(data)
	switch {
	case err != nil:
		return nil, err
	case reply.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("the server says %s", reply.Status)
	case len(data) > maxPicture:
		return nil, fmt.Errorf("it has more than %d MB", maxPicture>>20)
	case !slices.Contains([]string{"image/png", "image/jpeg", "image/gif", "image/webp"}, kind):
		return nil, fmt.Errorf("it is %s; models take PNG, JPEG, GIF and WebP", kind)
	}
	return &llm.Picture{Type: kind, Data: data}, nil
}
