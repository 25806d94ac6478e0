package main

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"wolfden/internal/columns"
	"wolfden/internal/contest"
	"wolfden/internal/english"
	"wolfden/internal/fleet"
	"wolfden/internal/transcript"
)

type fleetCmd struct {
	Serve  fleetServeCmd  `cmd:"" help:"Serve a fleet, where there is no NATS server."`
	Status fleetStatusCmd `cmd:"" help:"Tell who works, and how far the runs are."`
	Drain  fleetDrainCmd  `cmd:"" help:"Have workers finish what they have and end."`
	Retry  fleetRetryCmd  `cmd:"" help:"Hand out jobs again that were given up."`
	Purge  fleetPurgeCmd  `cmd:"" help:"Forget a run: its jobs, what came of them, what was given up."`
}

// Help is the long help of the command.
func (fleetCmd) Help() string {
	return `Games are played on many machines by way of a NATS server with JetStream: of yours, or

  wolfden fleet serve                                    one in this program
  wolfden worker --fleet nats://127.0.0.1:4222           on each machine that plays
  wolfden play --games 100000 --seed 1 --out runs/a --fleet nats://127.0.0.1:4222

On one machine --fleet without an address does all three. What comes of it is the same, to the
byte, as without a fleet; workers, the server and the network may die in the middle. docs/fleet.md
tells more.`
}

type fleetServeCmd struct {
	Listen string `help:"Address to listen on." default:"127.0.0.1:4222" placeholder:"HOST:PORT"`
	Dir    string `help:"Folder for jobs, results and keys." default:"fleet" placeholder:"DIR"`
	Cert   string `help:"File of the server's certificate, for TLS." placeholder:"FILE"`
	Key    string `help:"File of the certificate's key." placeholder:"FILE"`
	Keys   bool   `help:"Let in only those who have a key of DIR/keys, also where nobody else reaches the address: run.nk is for those who hand out games, worker.nk for workers."`
}

// Help is the long help of the command.
func (fleetServeCmd) Help() string {
	return `Serves a fleet until Ctrl-C. Jobs and results are kept in DIR and survive its end. Examples:

  wolfden fleet serve
  wolfden fleet serve --listen 0.0.0.0:4222 --cert cert.pem --key key.pem

Where others reach the address, only those come in who have a key: it is made in DIR/keys. With
run.nk one may do everything, with worker.nk only take jobs and put results.`
}

// Run serves.
func (c *fleetServeCmd) Run(e *env) error {
	host, _, err := net.SplitHostPort(c.Listen)
	if err != nil {
		return usagef("--listen %s: it is like 127.0.0.1:4222", c.Listen)
	}
	if (c.Cert == "") != (c.Key == "") {
		return usagef("--cert and --key go together")
	}
	s := fleet.Settings{Listen: c.Listen, Dir: filepath.Join(c.Dir, "store"), Cert: c.Cert, Key: c.Key, Log: filepath.Join(c.Dir, "nats.log")}
	if c.Keys || !contest.OnlyHere(host) {
		if s.Keys, err = fleet.OpenKeys(filepath.Join(c.Dir, "keys")); err != nil {
			return err
		}
	}
	own, err := fleet.Serve(s)
	if err != nil {
		return err
	}
	defer own.Close()
	with := ""
	if s.Keys != nil {
		with = " --fleet-key " + s.Keys.WorkerFile
		fmt.Fprintf(e.stdout, "who hands out games needs %s, and workers %s\n", s.Keys.RunFile, s.Keys.WorkerFile)
		if c.Cert == "" {
			fmt.Fprintln(e.stdout, "warning: without --cert and --key everybody on the way can read and change what is sent")
		}
	}
	at, err := url.Parse(own.URL())
	if err != nil {
		return err
	}
	if name, err := os.Hostname(); err == nil && s.Keys != nil && net.ParseIP(at.Hostname()).IsUnspecified() { // others know this machine by its name
		at.Host = net.JoinHostPort(name, at.Port())
	}
	if c.Cert != "" {
		at.Scheme = "tls"
	}
	fmt.Fprintf(e.stdout, "the fleet's server listens; workers join with: wolfden worker --fleet %s%s\n", at, with)
	<-e.ctx.Done()
	return nil
}

// atFleet are the flags of commands about a fleet.
type atFleet struct {
	Fleet string `required:"" help:"The fleet's server, such as nats://host:4222." placeholder:"URL"`
	accessFlags
}

func (f *atFleet) connect(e *env) (*fleet.Fleet, error) {
	return fleet.Connect(e.ctx, f.access(e, f.Fleet, false))
}

type fleetStatusCmd struct {
	atFleet
	JSON bool `help:"One JSON object."`
	Dead bool `help:"Also the jobs that were given up, with their causes."`

	Listen string `help:"Rather show it in a browser, until Ctrl-C, at this address." placeholder:"HOST:PORT"`
}

// Help is the long help of the command.
func (fleetStatusCmd) Help() string {
	return `Tells who works, and how far the runs are. Examples:

  wolfden fleet status --fleet nats://127.0.0.1:4222
  wolfden fleet status --fleet nats://127.0.0.1:4222 --dead
  wolfden fleet status --fleet nats://127.0.0.1:4222 --listen 127.0.0.1:8095`
}

// Run tells.
func (c *fleetStatusCmd) Run(e *env) error {
	all, err := c.connect(e)
	if err != nil {
		return err
	}
	defer all.Close()
	if c.Listen != "" {
		listener, err := listenOn(c.Listen)
		if err != nil {
			return err
		}
		fmt.Fprintf(e.stdout, "http://%s/ (Ctrl-C stops)\n", listener.Addr())
		return serveUntilDone(e.ctx, listener, fleetPage(all))
	}
	s, err := all.Status(e.ctx)
	switch {
	case err != nil:
		return err
	case c.JSON:
		return e.json(s)
	case !c.Dead:
		s.Dead = nil
	}
	return writeFleet(e.stdout, s)
}

//go:embed fleet.html
var fleetHTML string

// fleetPage shows a fleet.
func fleetPage(all *fleet.Fleet) http.Handler {
	page := template.Must(template.New("fleet").Parse(fleetHTML))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s, err := all.Status(r.Context())
		if err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		var text bytes.Buffer
		if err := page.Execute(&text, struct {
			*fleet.Status
			Line string
		}{s, fleetLine(s)}); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(text.Bytes())
	})
}

// fleetLine is a fleet in one line.
func fleetLine(s *fleet.Status) string {
	slots, busy, tokens, rate := 0, 0, 0, 0.0
	for _, k := range s.Workers {
		slots, busy, tokens = slots+k.Slots, busy+k.Busy, tokens+k.Tokens
	}
	for _, r := range s.Runs {
		rate += r.Rate
	}
	line := fmt.Sprintf("%s, %d of %s busy; %s, %.1f games a second", english.Count(len(s.Workers), "worker"), busy, english.Count(slots, "slot"), english.Count(len(s.Runs), "run"), rate)
	if tokens > 0 {
		line += fmt.Sprintf(", models %s a minute", english.Count(tokens, "token"))
	}
	return line
}

// writeFleet writes who works and how far the runs are.
func writeFleet(w io.Writer, s *fleet.Status) error {
	var rows strings.Builder
	rows.WriteString("worker\tslots\tbusy\tdone\tfailed\thas\trefuses\n")
	for _, k := range s.Workers {
		refuses := ""
		if n := len(k.Refuses); n > 0 {
			refuses = english.Count(n, "run")
		}
		fmt.Fprintf(&rows, "%s\t%d\t%d\t%d\t%d\t%s\t%s\n", transcript.Safe(k.Name), k.Slots, k.Busy, k.Done, k.Failed, transcript.Safe(strings.Join(k.Tags, ", ")), refuses)
	}
	var list strings.Builder
	list.WriteString("run\tdone\tof\ta second\twaiting\tgiven up\tcommand\n")
	for _, r := range s.Runs {
		fmt.Fprintf(&list, "%s\t%d\t%d\t%.1f\t%d\t%d\t%s\n", r.ID, r.Done, r.Jobs, r.Rate, r.Waiting, r.Dead, transcript.Safe(r.Command))
	}
	fmt.Fprintln(w, fleetLine(s))
	for _, table := range []struct {
		rows int
		text string
	}{{len(s.Workers), rows.String()}, {len(s.Runs), list.String()}} {
		if table.rows > 0 {
			fmt.Fprintln(w)
			if err := columns.Write(w, table.text); err != nil {
				return err
			}
		}
	}
	for _, k := range s.Workers {
		for run, why := range k.Refuses {
			fmt.Fprintf(w, "%s takes nothing of %s: %s\n", transcript.Safe(k.Name), transcript.Safe(run), transcript.Safe(why))
		}
	}
	for _, d := range s.Dead {
		fmt.Fprintf(w, "given up: %s of %s, begun %s, last by %s at %s: %s\n", transcript.Safe(d.Job), transcript.Safe(d.Run), english.Count(d.Begun, "time"), transcript.Safe(d.Worker), d.At.Format(time.DateTime), transcript.Safe(d.First()))
	}
	return nil
}

type fleetDrainCmd struct {
	Workers []string `arg:"" optional:"" help:"Their names (default: all that are there)."`
	atFleet
}

// Help is the long help of the command.
func (fleetDrainCmd) Help() string {
	return `Workers take no more jobs, and end when those they have are done. Examples:

  wolfden fleet drain --fleet nats://127.0.0.1:4222
  wolfden fleet drain den-1 den-2 --fleet nats://127.0.0.1:4222`
}

// Run drains.
func (c *fleetDrainCmd) Run(e *env) error {
	all, err := c.connect(e)
	if err != nil {
		return err
	}
	defer all.Close()
	s, err := all.Status(e.ctx)
	if err != nil {
		return err
	}
	for _, name := range c.Workers {
		if !slices.ContainsFunc(s.Workers, func(w fleet.WorkerState) bool { return w.Name == name }) {
			return usagef("no worker %s is there; see: wolfden fleet status --fleet %s", name, c.Fleet)
		}
	}
	if len(s.Workers) == 0 {
		fmt.Fprintln(e.stdout, "no worker is there")
		return nil
	}
	if err := all.Drain(e.ctx, c.Workers...); err != nil {
		return err
	}
	n := cmp.Or(len(c.Workers), len(s.Workers))
	fmt.Fprintf(e.stdout, "%s will finish what was begun, and end\n", english.Count(n, "worker"))
	return nil
}

type fleetRetryCmd struct {
	ID string `arg:"" optional:"" name:"run" help:"The run's id, as status has it (default: all runs)."`
	atFleet
}

// Help is the long help of the command.
func (fleetRetryCmd) Help() string {
	return `A job that failed again and again is given up, and its run waits. When the cause is mended:

  wolfden fleet status --dead --fleet nats://127.0.0.1:4222
  wolfden fleet retry --fleet nats://127.0.0.1:4222`
}

// Run hands out again.
func (c *fleetRetryCmd) Run(e *env) error {
	all, err := c.connect(e)
	if err != nil {
		return err
	}
	defer all.Close()
	if s, err := all.Status(e.ctx); err != nil || len(s.Runs) == 0 {
		return cmp.Or(err, fmt.Errorf("nothing to hand out: no run is under way"))
	}
	n, err := all.Retry(e.ctx, c.ID)
	if err != nil {
		return err
	}
	fmt.Fprintf(e.stdout, "%s handed out again\n", english.Count(n, "job"))
	return nil
}

type fleetPurgeCmd struct {
	ID string `arg:"" name:"run" help:"The run's id, as status has it."`
	atFleet
}

// Help is the long help of the command.
func (fleetPurgeCmd) Help() string {
	return `Workers take no more of the run's jobs, and what they have sent is gone. Example, with an id that
status tells:

  wolfden fleet purge 5e1f0c9a7b3d24680acf --fleet nats://127.0.0.1:4222`
}

// Run forgets.
func (c *fleetPurgeCmd) Run(e *env) error {
	all, err := c.connect(e)
	if err != nil {
		return err
	}
	defer all.Close()
	s, err := all.Status(e.ctx)
	if err != nil {
		return err
	}
	for _, r := range s.Runs {
		if r.ID == c.ID {
			if err := all.Purge(e.ctx, r.ID); err != nil {
				return err
			}
			fmt.Fprintf(e.stdout, "forgotten: %s (%s)\n", r.ID, r.Command)
			return nil
		}
	}
	return usagef("no run %s; see: wolfden fleet status --fleet %s", c.ID, c.Fleet)
}
