package provider

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"sync"
	"time"

	"wolfden/internal/llm"
)

// Options say how models are reached. The zero value works.
type Options struct {
	Getenv  func(string) string           // where keys are read; nil is the environment
	Limits  Limits                        // of each address by itself
	Retry   Retry                         // of failed attempts
	Margin  time.Duration                 // kept of the caller's time for its own rule; 0 is 200 ms, less where time is short
	Timeout time.Duration                 // of one attempt; 0 leaves it the caller's time
	Window  int                           // tokens of context of all models; 0 is what FamilyOf knows
	Cost    func(Name, llm.Usage) float64 // price of an answer in USD; nil costs nothing
	// Warn is told once of every address or model that is left alone because calls of it fail; nil is told nothing. It
	// is called from the goroutine that asked.
	Warn func(error)
}

const (
	defaultMargin = 200 * time.Millisecond
	defaultWindow = 16384
	dialTimeout   = 10 * time.Second
)

// Opener opens models. Those of one opener share limits and connections. It may be used from several goroutines at once.
type Opener struct {
	options Options
	client  *http.Client
	dice    *dice
	// stale is within what time it shows that a connection was closed before a question came. What breaks later may have been worked
	// on, and is paid for twice when it is put again.
	stale time.Duration

	mu     sync.Mutex
	gates  map[string]*gate // by address
	shared [2]int           // see Share
}

// New makes an opener.
func New(o Options) *Opener {
	if o.Getenv == nil {
		o.Getenv = os.Getenv
	}
	if o.Margin == 0 {
		o.Margin = defaultMargin
	}
	o.Retry = o.Retry.filled()
	transport := &http.Transport{
		Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true,
		DialContext:         (&net.Dialer{Timeout: dialTimeout, KeepAlive: 30 * time.Second}).DialContext,
		MaxIdleConnsPerHost: 64, IdleConnTimeout: 90 * time.Second, TLSHandshakeTimeout: 10 * time.Second,
	}
	return &Opener{
		options: o,
		client:  &http.Client{Transport: transport, CheckRedirect: stay},
		stale:   500 * time.Millisecond,
		dice:    &dice{random: rand.New(rand.NewPCG(o.Retry.Seed, 0))},
		gates:   map[string]*gate{},
	}
}

// stay keeps a request, and the key in it, with the host that it was for.
func stay(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// Close closes idle connections. Models go on working.
func (o *Opener) Close() { o.client.CloseIdleConnections() }

// FamilyOf looks up what a model takes. A window that the user set counts before the table's, which is often larger than
// what a server was started with; Ollama has what it is asked for, 16384 tokens at most unless the user set more.
func FamilyOf(name Name, window int) (llm.Family, error) {
	f, err := llm.FamilyOf(name.String())
	if name.Provider == "ollama" {
		f.Window = min(cmp.Or(f.Window, defaultWindow), defaultWindow)
	}
	f.Window = cmp.Or(window, f.Window)
	return f, err
}

// Open makes a model of a name; see Name for its form. It sends nothing. A key that is missing is an error that says
// which variable to set.
func (o *Opener) Open(name Name) (llm.Model, error) {
	family, err := FamilyOf(name, o.options.Window)
	if err != nil {
		return nil, err
	}
	v, err := at(name, family)
	if err != nil {
		return nil, err
	}
	if name.Model == "" {
		return nil, errors.New("no model named; " + nameForm)
	}
	key := o.options.Getenv(v.KeyEnv)
	if key == "" && v.NeedKey {
		return nil, fmt.Errorf("%s needs a key: set %s in the environment", name, v.KeyEnv)
	}
	return &model{
		name: name, vendor: v, family: family, opener: o, gate: o.gate(v.Base),
		key: func() string { return key }, eraser: newEraser(key),
	}, nil
}

func (o *Opener) gate(address string) *gate {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.gates[address] == nil {
		o.gates[address] = newGate(o.options.Limits)
		o.gates[address].share(o.sharing(address))
	}
	return o.gates[address]
}

// Share has the limits be those of so many programs that do the same, each of which keeps to its part. An address of this machine is shared
// with those here alone.
func (o *Opener) Share(all, here int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.shared == [2]int{all, here} {
		return
	}
	o.shared = [2]int{all, here}
	for address, g := range o.gates {
		g.share(o.sharing(address))
	}
}

// sharing is how many share the limits of an address.
func (o *Opener) sharing(address string) int {
	if Local(address) {
		return max(1, o.shared[1])
	}
	return max(1, o.shared[0])
}

// Local reports whether a URL is of this machine.
func Local(address string) bool {
	at, err := url.Parse(address)
	if err != nil {
		return false
	}
	return at.Hostname() == "localhost" || net.ParseIP(at.Hostname()).IsLoopback()
}

// dice is chance from a seed for several goroutines.
type dice struct {
	mu     sync.Mutex
	random *rand.Rand
}

func (d *dice) float() float64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.random.Float64()
}
