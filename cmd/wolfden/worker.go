package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"

	"wolfden/internal/fleet"
	"wolfden/internal/transcript"
)

type workerCmd struct {
	Fleet  string   `required:"" help:"The fleet's server, such as nats://host:4222." placeholder:"URL"`
	Slots  int      `help:"Games at the same time (default: one a processor)." placeholder:"N"`
	Models []string `help:"Models that it can ask, named as in --model of those who hand out games; keys are this machine's." placeholder:"NAME,.."`
	Name   string   `help:"What it is called among the workers (default: after this machine and process)." placeholder:"NAME"`
	accessFlags
}

// Help is the long help of the command.
func (workerCmd) Help() string {
	return `Plays games that others hand out with --fleet, until Ctrl-C: then the games that were
begun are finished. Examples:

  wolfden worker --fleet nats://host:4222
  wolfden worker --fleet tls://host:4222 --fleet-key worker.nk --fleet-ca ca.pem --slots 8
  wolfden worker --fleet nats://host:4222 --models openai:gpt-4o-mini --slots 20

Only workers of the very version that hands the games out play them: a game is the same on
every machine. Games that need a model are played by workers that have it. See docs/fleet.md.`
}

// Run works.
func (c *workerCmd) Run(e *env) error {
	if c.Slots < 0 {
		return usagef("--slots %d: at least one game at a time", c.Slots)
	}
	if c.Slots == 0 {
		c.Slots = runtime.GOMAXPROCS(0)
	}
	if c.Name != "" && c.Name != nameOfWorker(c.Name) {
		return usagef("--name %s: letters from a to z, digits and - only, such as %s", transcript.Safe(c.Name), nameOfWorker(c.Name))
	}
	access := c.access(e, c.Fleet, true)
	access.Works = true
	all, err := fleet.Connect(e.ctx, access)
	if err != nil {
		return err
	}
	defer all.Close()
	host, _ := os.Hostname()
	w := &fleet.Worker{
		Fleet: all, Name: c.Name, Slots: c.Slots, Program: fleetProgram(), Open: openRun(e.stderr),
		Told: saying(e, "worker:"),
	}
	if w.Name == "" {
		w.Name = workerName(host)
	}
	for _, m := range c.Models {
		w.Tags = append(w.Tags, modelTag(m))
	}
	fmt.Fprintf(e.stderr, "worker %s: %d games at a time, of %s\n", w.Name, w.Slots, w.Program)
	return w.Run(e.ctx, context.WithoutCancel(e.ctx))
}

// workerName names a worker after its machine and process.
func workerName(host string) string { return nameOfWorker(fmt.Sprintf("%s-%d", host, os.Getpid())) }

// nameOfWorker is a name in letters that the fleet's server takes.
func nameOfWorker(name string) string {
	return strings.Map(func(r rune) rune {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') {
			return '-'
		}
		return r
	}, name)
}
