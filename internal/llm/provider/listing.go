package provider

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
)

// Software is what kind of server answers, as far as it can be told. The zero value is one that nobody knows.
type Software string

// The servers that are told apart.
const (
	Ollama   Software = "Ollama"
	LMStudio Software = "LM Studio"
	LlamaCPP Software = "llama.cpp"
	VLLM     Software = "vLLM"
)

// Listing is what a server says of itself and of its models, in the server's own words: nothing in it is to be trusted. The zero value
// is a server that says nothing.
type Listing struct {
	Software Software
	Models   []Listed // in the server's order, a thousand at most
	Locked   bool     // it shows nothing without a key
	Slots    int      // how many requests it answers side by side; 0 is unknown
	Busy     int      // how many it was answering when it was asked, as far as it tells
}

// Listed is a model of a server.
type Listed struct {
	ID     string // as the server calls it
	Window int    // tokens of prompt and answer that the server gives it; 0 is unknown
	// Trained is how many tokens the model itself could have; 0 is unknown. It says nothing of what the server was started with.
	Trained int
}

const (
	maxListing = 4 << 20
	maxListed  = 1000
)

// names are the ids of the models.
func (l *Listing) names() (all []string) {
	for _, m := range l.Models {
		all = append(all, m.ID)
	}
	return all
}

// find is the model of that id; nil where the server lists none.
func (l *Listing) find(id string) *Listed {
	for i := range l.Models {
		if m := &l.Models[i]; m.ID == id || strings.TrimSuffix(m.ID, ":latest") == id {
			return m
		}
	}
	return nil
}

// merge takes over models that another listing of the same server has, and what it knows of those that are there.
func (l *Listing) merge(other []Listed) {
	for _, m := range other {
		there := l.find(m.ID)
		if there == nil {
			if len(l.Models) < maxListed {
				l.Models = append(l.Models, m)
			}
			continue
		}
		if m.Window > 0 {
			there.Window = m.Window
		}
		if m.Trained > 0 {
			there.Trained = m.Trained
		}
	}
}

// desk asks one server what it says of itself.
type desk struct {
	client *http.Client
	root   string            // where the server's own paths begin, without a slash at its end
	base   string            // where those of OpenAI's interface do
	sign   func(http.Header) // puts a key in; nil sends none
}

// fetch reads one of the server's pages; a body makes the question a POST. It fails where what comes is no JSON.
func (d *desk) fetch(ctx context.Context, url string, body any) (t tree, status int, err error) {
	method, content := http.MethodGet, io.Reader(nil)
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return tree{}, 0, err
		}
		method, content = http.MethodPost, bytes.NewReader(text)
	}
	req, err := http.NewRequestWithContext(ctx, method, url, content)
	if err != nil {
		return tree{}, 0, err
	}
	req.Header.Set("Accept", "application/json")
	if d.sign != nil {
		d.sign(req.Header)
	}
	res, err := d.client.Do(req)
	if err != nil {
		return tree{}, 0, err
	}
	defer res.Body.Close() //nolint:errcheck // it was read as far as it is wanted
	text, err := io.ReadAll(io.LimitReader(res.Body, maxListing))
	if err != nil {
		return tree{}, res.StatusCode, err
	}
	if res.StatusCode != http.StatusOK {
		return tree{}, res.StatusCode, fmt.Errorf("status %d", res.StatusCode)
	}
	t, err = parsed(text)
	return t, res.StatusCode, err
}

// list asks for all that is known to be said of models. It fails where nothing answers that could be a server of models.
func (d *desk) list(ctx context.Context) (Listing, error) {
	var l Listing
	t, status, err := d.fetch(ctx, d.base+"/models", nil)
	l.Locked = status == http.StatusUnauthorized || status == http.StatusForbidden
	if status == 0 {
		return l, err
	}
	rows, is := t.at("data").node.([]any)
	for _, row := range rows {
		l.openAI(tree{row})
	}
	tags, _, ollama := d.fetch(ctx, d.root+"/api/tags", nil)
	if more, there := tags.at("models").node.([]any); ollama == nil && there {
		is = true
		if l.Software == "" {
			l.Software = Ollama
		}
		for _, row := range more {
			if id := (tree{row}).at("model", "name").word(); id != "" {
				l.merge([]Listed{{ID: id}})
			}
		}
	}
	if !is && !l.Locked {
		return l, fmt.Errorf("no list of models: status %d", status)
	}
	d.describe(ctx, &l)
	return l, nil
}

// openAI takes a row of a list in OpenAI's interface over, with what servers have put beside the name.
func (l *Listing) openAI(row tree) {
	id := row.at("id").word()
	if id == "" {
		return
	}
	switch row.at("owned_by").word() {
	case "llamacpp":
		l.Software = LlamaCPP
	case "vllm":
		l.Software = VLLM
	case "organization_owner":
		l.Software = LMStudio
	}
	l.merge([]Listed{{
		ID: id, Window: row.at("meta.n_ctx", "max_model_len", "context_length", "context_window").count(),
		Trained: row.at("meta.n_ctx_train").count(),
	}})
}

// describe asks for what only one kind of server has.
func (d *desk) describe(ctx context.Context, l *Listing) {
	if l.Software == LlamaCPP || l.Software == "" {
		if t, _, err := d.fetch(ctx, d.root+"/props", nil); err == nil {
			window := t.at("default_generation_settings.n_ctx", "n_ctx").count()
			if window > 0 {
				l.Software = LlamaCPP
			}
			l.Slots = t.at("total_slots").count()
			l.Busy = d.busy(ctx)
			for i := range l.Models {
				if window > 0 && len(l.Models) == 1 {
					l.Models[i].Window = window
				}
			}
		}
	}
	if l.Software == LMStudio || l.Software == "" {
		if t, _, err := d.fetch(ctx, d.root+"/api/v0/models", nil); err == nil {
			rows, _ := t.at("data").node.([]any)
			for _, row := range rows {
				r := tree{row}
				if trained := r.at("max_context_length").count(); trained > 0 {
					l.Software = LMStudio
					l.merge([]Listed{{ID: r.at("id").word(), Window: r.at("loaded_context_length").count(), Trained: trained}})
				}
			}
		}
	}
}

// busy counts the requests that llama.cpp is answering.
func (d *desk) busy(ctx context.Context) (n int) {
	t, _, err := d.fetch(ctx, d.root+"/slots", nil)
	rows, _ := t.node.([]any)
	for _, row := range rows {
		if is, _ := (tree{row}).at("is_processing").node.(bool); err == nil && is {
			n++
		}
	}
	return n
}

// ollamaWindow asks Ollama for the most that one of its models can have.
func (d *desk) ollamaWindow(ctx context.Context, l *Listing, id string) {
	t, _, err := d.fetch(ctx, d.root+"/api/show", map[string]any{"model": id})
	if err != nil {
		return
	}
	info, _ := t.at("model_info").node.(map[string]any)
	for name, value := range info {
		if strings.HasSuffix(name, ".context_length") {
			l.merge([]Listed{{ID: id, Trained: (tree{value}).count()}})
		}
	}
}

// Served asks the server of a model what it says of itself, with the key that requests to it have. Only interfaces that list models
// in OpenAI's way, and Ollama, are asked; of others, and of a server that does not answer, it is an error.
func (o *Opener) Served(ctx context.Context, name Name) (Listing, error) {
	opened, err := o.Open(name)
	if err != nil {
		return Listing{}, err
	}
	return opened.(*model).served(ctx) // which Open made
}

func (m *model) served(ctx context.Context) (Listing, error) {
	d := desk{client: m.opener.client, base: m.vendor.Base, root: strings.TrimSuffix(m.vendor.Base, "/v1"), sign: m.sign}
	switch m.name.Provider {
	case "ollama":
		d.base = d.root + "/v1"
	case "openai", "openrouter", "azure", "responses":
	default:
		return Listing{}, fmt.Errorf("%s has no list of models that is read here", m.name.Provider)
	}
	l, err := d.list(ctx)
	if err == nil && l.Software == Ollama {
		d.ollamaWindow(ctx, &l, m.name.Model)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", m.name, m.eraser.error(err))
	}
	return l, err
}

// Find is the model that answers to a name: the one of that id, or the only one of a server that answers with it whatever is asked
// for. It is nil where the server lists none.
func (l *Listing) Find(name Name) *Listed {
	if m := l.find(name.Model); m != nil || l.Software != LlamaCPP || len(l.Models) != 1 {
		return m
	}
	return &l.Models[0]
}

// Refusals names what a model that Open made was found to refuse of requests so far, sorted; none of another model. "system" stands
// for a system text, "schema" for a schema, "neighbours" for two messages of one speaker in a row, "stream" for an answer piece by
// piece.
func Refusals(of any) (names []string) {
	m, is := of.(*model)
	if !is {
		return nil
	}
	m.learnt.mu.Lock()
	defer m.learnt.mu.Unlock()
	for f, dropped := range m.learnt.dropped {
		if dropped {
			names = append(names, string(f))
		}
	}
	for field := range m.learnt.fields {
		names = append(names, field)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
