package provider

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"wolfden/internal/llm"
)

// Nearby is a server of models that answers on this machine.
type Nearby struct {
	Address string // such as http://127.0.0.1:11434, without a slash at its end
	Port    int
	Listing
}

// UsualPorts are those at which servers of models listen where nobody says otherwise: Ollama, LM Studio, llama.cpp, and vLLM, whose
// port others have taken over. The slice is the caller's.
func UsualPorts() []int { return []int{11434, 1234, 8080, 8000} }

const (
	dialNearby   = 250 * time.Millisecond
	answerNearby = 900 * time.Millisecond
)

// LookNearby asks what answers at ports of 127.0.0.1, all at the same time, and takes less than a second. It sends no key, follows
// nothing and goes through no proxy. What does not answer as a server of models does is left out. The order is that of the ports.
func LookNearby(ctx context.Context, ports []int) []Nearby {
	ctx, cancel := context.WithTimeout(ctx, answerNearby)
	defer cancel()
	transport := &http.Transport{DialContext: (&net.Dialer{Timeout: dialNearby}).DialContext}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport, CheckRedirect: stay}
	found := make([]*Nearby, len(ports))
	var all sync.WaitGroup
	for i, port := range ports {
		all.Go(func() {
			address := fmt.Sprintf("http://127.0.0.1:%d", port)
			d := desk{client: client, root: address, base: address + "/v1"}
			if l, err := d.list(ctx); err == nil {
				found[i] = &Nearby{Address: address, Port: port, Listing: l}
			}
		})
	}
	all.Wait()
	var servers []Nearby
	for _, one := range found {
		if one != nil {
			servers = append(servers, *one)
		}
	}
	return servers
}

// NameOf is how a model of the server is named, by Ollama's own interface where it is one. It fails where no name can hold what the
// server calls the model.
func (n *Nearby) NameOf(id string) (Name, error) {
	name := Name{Provider: "openai", Base: n.Address + "/v1", Model: id}
	if n.Software == Ollama {
		name = Name{Provider: "ollama", Model: id}
		if n.Port != UsualPorts()[0] {
			name.Base = n.Address
		}
	}
	if llm.Clean(id) != id {
		return Name{}, fmt.Errorf("a model is called what no name can hold")
	}
	again, err := ParseName(name.String())
	if err == nil && again != name {
		err = fmt.Errorf("a model is called what no name can hold")
	}
	return name, err
}

// others says what the server of a model has instead, for somebody who named a model that it has not; empty where it does not say.
func (m *model) others() string {
	ctx, cancel := context.WithTimeout(context.Background(), answerNearby)
	defer cancel()
	l, err := m.served(ctx)
	if err != nil || len(l.Models) == 0 || l.Find(m.name) != nil {
		return ""
	}
	const most = 8
	var names []string
	for _, id := range l.names() {
		if len(names) == most {
			names = append(names, fmt.Sprintf("and %d more", len(l.Models)-most))
			break
		}
		names = append(names, Shown(id))
	}
	return "; the server has " + strings.Join(names, ", ")
}

// Shown is what a server calls something, for people: on one line, in at most so many characters that it leaves room for the rest, and
// without anything that would steer a terminal.
func Shown(id string) string {
	const most = 80
	text := strings.Join(strings.Fields(llm.Clean(id)), " ")
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "..."
	}
	return text
}
