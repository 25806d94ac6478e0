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
	return fleet.Access{URL: url, Key: f.FleetKey, CA: f.FleetCA, Patient: patient, Told: func(line string) { fmt.Fprintln(e.stderr, "wolfden:", line) }}
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

// crew begins a run of a fleet: of these games, and same is what makes it the same run when it is begun again. Nobody's is nil: the games are
// played here. What it returns has to be ended, with whether all is over.
func (f *fleetFlags) crew(e *env, games *sharedGames, command string, n int, same any) (crew *fleet.Crew, end func(over bool), err error) {
	if f.Fleet == "" {
		if f.FleetKey+f.FleetCA != "" {
			return nil, nil, usagef("--fleet-key and --fleet-ca go with --fleet")
		}
		return nil, func(bool) {}, nil
	}
	ctx := context.WithoutCancel(e.ctx) // games that were begun are finished
	run, err := games.run(command, n, same)
	if err != nil {
		return nil, nil, err
	}
	if f.Fleet != fleetHere {
		all, err := fleet.Connect(e.ctx, f.access(e, string(f.Fleet), true))
		if err != nil {
			return nil, nil, err
		}
		return beginRun(ctx, e, all, run, func() {})
	}
	all, err := fleet.Here(fleet.Settings{Listen: "127.0.0.1:0"})
	if err != nil {
		return nil, nil, err
	}
	fmt.Fprintf(e.stderr, "fleet: more workers join with: wolfden worker --fleet %s\n", all.URL())
	working, stop := context.WithCancel(ctx)
	var mine sync.WaitGroup
	host, _ := os.Hostname()
	w := &fleet.Worker{
		Fleet: all, Name: workerName(host), Slots: runtime.GOMAXPROCS(0), Program: run.Program, Open: openGames(e.stderr),
		Told: func(line string) { fmt.Fprintln(e.stderr, "worker:", line) },
	}
	return beginRun(ctx, e, all, run, func() { stop(); mine.Wait() }, func() {
		mine.Go(func() { _ = w.Run(working, ctx) })
	})
}

// beginRun begins the run, and then what else is to begin.
func beginRun(ctx context.Context, e *env, all *fleet.Fleet, run fleet.Run, ended func(), then ...func()) (*fleet.Crew, func(bool), error) {
	crew, err := all.Begin(ctx, run)
	if err != nil {
		all.Close()
		return nil, nil, err
	}
	for _, begin := range then {
		begin()
	}
	return crew, func(over bool) {
		if err := crew.Close(ctx, over); err != nil {
			fmt.Fprintln(e.stderr, "wolfden:", err)
		}
		ended()
		all.Close()
	}, nil
}
