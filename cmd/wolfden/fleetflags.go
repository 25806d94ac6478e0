package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"

	"github.com/alecthomas/kong"

	"wolfden/internal/fleet"
	"wolfden/internal/transcript"
)

// fleetURL is where a fleet's server is: nowhere (""), here, or at an address.
type fleetURL string

// fleetHere is what --fleet without an address is.
const fleetHere fleetURL = "here"

// IsBool says that the flag may stand without a value.
func (fleetURL) IsBool() bool { return true }

// Decode takes the next word where it is an address.
func (u *fleetURL) Decode(ctx *kong.DecodeContext) error {
	*u = fleetHere
	next := ctx.Scan.Peek()
	if text, ok := next.Value.(string); ok && (strings.Contains(text, "://") || next.Type == kong.FlagValueToken && text != "true") {
		ctx.Scan.Pop()
		*u = fleetURL(text)
	}
	if *u != fleetHere && !strings.Contains(string(*u), "://") {
		return fmt.Errorf("--fleet=%s: an address is like nats://host:4222", *u)
	}
	return nil
}

var _ kong.MapperValue = (*fleetURL)(nil)

// accessFlags say how one is let in at a fleet's server.
type accessFlags struct {
	FleetKey string `help:"File of the key that the fleet's server lets in: an nkey's seed, or NATS credentials (.creds)." group:"fleet" placeholder:"FILE"`
	FleetCA  string `name:"fleet-ca" help:"File of certificates that the fleet's server is known by, with tls:// (default: those of the system)." group:"fleet" placeholder:"FILE"`
}

func (f *accessFlags) access(e *env, url string, patient bool) fleet.Access {
	return fleet.Access{URL: url, Key: f.FleetKey, CA: f.FleetCA, Patient: patient, Told: saying(e, "wolfden:")}
}

// saying writes lines, in which names and causes may be of others.
func saying(e *env, who string) func(line string) {
	return func(line string) { fmt.Fprintln(e.stderr, who, transcript.Safe(line)) }
}

// fleetFlags are the flags of commands whose games may be played by a fleet.
type fleetFlags struct {
	Fleet fleetURL `help:"Have the games played by workers (wolfden worker): by those of this server, nats://HOST:PORT; without an address by this process's own and those that join it." group:"fleet" placeholder:"[URL]"`
	accessFlags
}

// handedOut is how many games wait for workers, or are with them, at a time.
const handedOut = 256

// atOnce is how many games are handed out, or played, at a time, where nobody says.
func (f *fleetFlags) atOnce(here int) int {
	if f.Fleet != "" {
		return handedOut
	}
	return here
}

// crew begins a run with one. Nobody's is nil: all is done here. What it returns has to be ended, with whether all is over.
func (f *fleetFlags) crew(e *env, begun func() (fleet.Run, error)) (*fleet.Crew, func(over bool), error) {
	at, err := f.join(e)
	if at == nil || err != nil {
		return nil, func(bool) {}, err
	}
	run, err := begun()
	if err != nil {
		at.leave()
		return nil, nil, err
	}
	crew, end, err := at.begin(run)
	if err != nil {
		at.leave()
		return nil, nil, err
	}
	heard := context.AfterFunc(e.ctx, crew.Enough)
	return crew, func(over bool) { heard(); end(over); at.leave() }, nil
}

// joined is the fleet of a command, for one run after another.
type joined struct {
	env   *env
	ctx   context.Context // games that were begun are finished
	fleet *fleet.Fleet
	own   *fleet.Worker // of this process; nil where others work
	works func()        // ends it; nil before the first run
}

// join joins the fleet that the flags name, nil where they name none. Whoever joins has to leave.
func (f *fleetFlags) join(e *env) (at *joined, err error) {
	if f.Fleet == "" {
		if f.FleetKey+f.FleetCA != "" {
			return nil, usagef("--fleet-key and --fleet-ca go with --fleet")
		}
		return nil, nil
	}
	at = &joined{env: e, ctx: context.WithoutCancel(e.ctx)}
	if f.Fleet != fleetHere {
		at.fleet, err = fleet.Connect(e.ctx, f.access(e, string(f.Fleet), true))
		return at, err
	}
	if at.fleet, err = fleet.Here(fleet.Settings{Listen: "127.0.0.1:0", Told: saying(e, "wolfden:")}); err != nil {
		return nil, err
	}
	fmt.Fprintf(e.stderr, "fleet: more workers join with: wolfden worker --fleet %s\n", at.fleet.URL())
	host, _ := os.Hostname()
	at.own = &fleet.Worker{
		Fleet: at.fleet, Name: workerName(host), Slots: runtime.GOMAXPROCS(0), Program: fleetProgram(), Open: openRun(e.stderr),
		Told: saying(e, "worker:"),
	}
	return at, nil
}

// begin begins a run. It has to be ended, with whether all is over.
func (j *joined) begin(run fleet.Run) (*fleet.Crew, func(over bool), error) {
	crew, err := j.fleet.Begin(j.ctx, run)
	if err != nil {
		return nil, nil, err
	}
	if j.own != nil && j.works == nil { // before the first run there is nothing to take jobs from
		j.own.Tags = run.Needs // this process opens the models itself
		ctx, stop := context.WithCancel(j.ctx)
		var working sync.WaitGroup
		working.Go(func() { _ = j.own.Run(ctx, j.ctx) })
		j.works = func() { stop(); working.Wait() }
	}
	return crew, func(over bool) {
		if err := crew.Close(j.ctx, over); err != nil {
			fmt.Fprintln(j.env.stderr, "wolfden:", err)
		}
	}, nil
}

// leave leaves the fleet; nil is none.
func (j *joined) leave() {
	if j == nil {
		return
	}
	if j.works != nil {
		j.works()
	}
	j.fleet.Close()
}
