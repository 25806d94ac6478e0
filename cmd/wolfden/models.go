package main

import (
	"fmt"
	"os"
	"strings"

	"wolfden/internal/columns"
	"wolfden/internal/llm/provider"
)

type modelsCmd struct {
	List  modelsListCmd  `cmd:"" default:"withargs" help:"Tell which models are within reach."`
	Check modelsCheckCmd `cmd:"" help:"Find out what a model does with what it is asked, and what a game with it takes."`
}

// Help is the long help of the command.
func (modelsCmd) Help() string {
	return `Tells which language models are within reach, or examines one. docs/models.md says more.

  wolfden models                                                     what answers on this machine, and which keys there are
  wolfden models check openai@http://127.0.0.1:8000/v1:my-model      about ten short calls, in about a minute`
}

type modelsListCmd struct {
	Port []int `help:"Look at this port of this machine instead of the usual ones; may be given again (default: 11434, 1234, 8080 and 8000, where Ollama, LM Studio, llama.cpp and vLLM listen)." placeholder:"PORT"`
	JSON bool  `help:"One JSON object."`
}

// Help is the long help of the command.
func (modelsListCmd) Help() string {
	return `Lists the models of servers that answer on this machine, each by the name that --model
takes, and the keys in the environment by their names. It asks 127.0.0.1 alone, sends no
key, and takes less than a second. Examples:

  wolfden models list
  wolfden models list --port 8095 --json`
}

// reach is what is within reach, as --json prints it.
type reach struct {
	Servers []reachServer `json:"servers"`
	Keys    []reachKey    `json:"keys"`
	Ports   []int         `json:"ports"` // that were looked at
}

type reachServer struct {
	Address  string            `json:"address"`
	Software provider.Software `json:"software,omitempty"`
	Locked   bool              `json:"wants_key,omitempty"`
	Slots    int               `json:"slots,omitempty"`
	Models   []reachModel      `json:"models"`
}

type reachModel struct {
	Name    string `json:"name,omitempty"` // for --model; empty where no name can hold what the server calls it
	ID      string `json:"id"`
	Window  int    `json:"window,omitempty"`
	Trained int    `json:"trained_window,omitempty"`
}

type reachKey struct {
	Variable string `json:"variable"`
	Names    string `json:"names"` // how models are named that it opens
}

// Run lists what is within reach.
func (c *modelsListCmd) Run(e *env) error {
	ports := c.Port
	if len(ports) == 0 {
		ports = provider.UsualPorts()
	}
	for _, port := range ports {
		if port < 1 || port > 65535 {
			return usagef("--port %d: from 1 to 65535", port)
		}
	}
	r := reach{Servers: reachable(provider.LookNearby(e.ctx, ports)), Keys: keysThere(os.Getenv), Ports: ports}
	if c.JSON {
		return e.json(r)
	}
	return r.tell(e)
}

// reachable is what servers say of themselves, with the names of their models. What stands in it is made fit for a terminal.
func reachable(servers []provider.Nearby) []reachServer {
	all := []reachServer{}
	for i := range servers {
		s := &servers[i]
		one := reachServer{Address: s.Address, Software: s.Software, Locked: s.Locked, Slots: s.Slots, Models: []reachModel{}}
		for _, m := range s.Models {
			model := reachModel{ID: provider.Shown(m.ID), Window: m.Window, Trained: m.Trained}
			if name, err := s.NameOf(m.ID); err == nil {
				model.Name = name.String()
			}
			one.Models = append(one.Models, model)
		}
		all = append(all, one)
	}
	return all
}

// keysThere are the keys in the environment, by the names of their variables.
func keysThere(getenv func(string) string) []reachKey {
	all := []reachKey{}
	seen := map[string]bool{}
	for _, v := range provider.Vendors() {
		if v.KeyEnv == "" || seen[v.KeyEnv] || getenv(v.KeyEnv) == "" {
			continue
		}
		seen[v.KeyEnv] = true
		names := v.Name + ":MODEL"
		if v.Base == "" {
			names = v.Name + "@URL:MODEL"
		}
		all = append(all, reachKey{v.KeyEnv, names})
	}
	if getenv(provider.ForeignKey) != "" {
		all = append(all, reachKey{provider.ForeignKey, "PROVIDER@URL:MODEL"})
	}
	return all
}

// mostNamed is how many models of a server are listed for people.
const mostNamed = 40

func (r *reach) tell(e *env) error {
	if len(r.Servers) == 0 {
		var ports []string
		for _, port := range r.Ports {
			ports = append(ports, fmt.Sprint(port))
		}
		fmt.Fprintf(e.stdout, "no server of models answers on this machine (127.0.0.1, port %s)\n", listed(ports))
	}
	for i := range r.Servers {
		s := &r.Servers[i]
		fmt.Fprintf(e.stdout, "%s%s%s\n", s.Address, among(string(s.Software)), among(s.note()))
		if err := columns.Write(e.stdout, s.rows()); err != nil {
			return err
		}
	}
	if len(r.Keys) == 0 {
		fmt.Fprintln(e.stdout, "no key of a vendor stands in the environment")
		return nil
	}
	fmt.Fprintln(e.stdout, "keys in the environment (whether they are taken was not tried)")
	var rows strings.Builder
	for _, k := range r.Keys {
		fmt.Fprintf(&rows, "  %s\tfor --model %s\n", k.Variable, k.Names)
	}
	return columns.Write(e.stdout, rows.String())
}

// among is a word behind others, nothing where there is none.
func among(word string) string {
	if word == "" {
		return ""
	}
	return ", " + word
}

func (s *reachServer) note() string {
	switch {
	case s.Locked:
		return "which wants a key (" + provider.ForeignKey + ")"
	case len(s.Models) == 0:
		return "which lists no model"
	case s.Slots > 1:
		return fmt.Sprintf("%d requests side by side", s.Slots)
	}
	return ""
}

func (s *reachServer) rows() string {
	var rows strings.Builder
	for i, m := range s.Models {
		if i == mostNamed {
			fmt.Fprintf(&rows, "  and %d more (--json has all)\n", len(s.Models)-mostNamed)
			break
		}
		window := ""
		switch {
		case m.Window > 0:
			window = fmt.Sprintf("window %s", thousands(m.Window))
		case m.Trained > 0:
			window = fmt.Sprintf("window unknown, %s at most", thousands(m.Trained))
		}
		name := m.Name
		if name == "" || len(name) > mostName {
			name = m.ID + " (no name for --model holds it)"
			if m.Name != "" {
				name = provider.Shown(m.Name) + " (--json has the whole name)"
			}
		}
		fmt.Fprintf(&rows, "  %s\t%s\n", name, window)
	}
	return rows.String()
}

// mostName is how long a name may be to stand in a line.
const mostName = 160
