package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"wolfden/internal/check"
	"wolfden/werewolf"
)

type checkCmd struct {
	Players int           `default:"5" help:"Players of the games: 5, 9 or 13." placeholder:"N"`
	Anytime bool          `help:"Check for the speak-anytime track."`
	Also    string        `help:"Play a game more in which the agent has a role that contests do not send: FREEMASON." placeholder:"ROLE"`
	JSON    bool          `help:"Report as one JSON object."`
	Timeout time.Duration `default:"5s" help:"Time for an answer, as the packets tell it." placeholder:"TIME"`
	Floor   time.Duration `default:"10s" help:"Length of an open floor, with --anytime." placeholder:"TIME"`
	Quiet   time.Duration `default:"300ms" help:"How long to listen after packets that want no answer." placeholder:"TIME"`
	Wait    time.Duration `default:"60s" help:"How long to wait for a connection." placeholder:"TIME"`
	Limit   time.Duration `default:"30m" help:"Time for the whole check." placeholder:"TIME"`
	Listen  string        `default:"127.0.0.1:0" help:"Address to listen on; port 0 is any free one." placeholder:"HOST:PORT"`
	URLFile string        `help:"Write the address to connect to into this file." placeholder:"FILE"`
	Verbose bool          `short:"v" help:"Show what the started command prints."`
	Command []string      `arg:"" optional:"" help:"Starts the agent; {url} stands for the address, which is in WOLFDEN_URL as well."`
}

// Help is the long help of the command.
func (checkCmd) Help() string {
	return `Plays one agent through games of every role, with hostile words, ties, deaths, tight limits
and a late answer, and reports what a contest would punish. docs/check.md explains the checks.
Exits with 0 when nothing failed, 1 when something did, 2 when it was called wrongly.

  wolfden check                                  prints the address and waits for the agent
  wolfden check -- python main.py --url {url}    starts it, and again when it ends after a game
  wolfden check --players 9 --also FREEMASON -- ./agent
                                                 one game more, with a role that contests do not send
  wolfden check --players 13 --json -- wolfden join --url {url} --team t --games 0 --reconnect`
}

// Run checks.
func (c *checkCmd) Run(e *env) error {
	if c.Timeout < time.Millisecond || c.Wait <= 0 || c.Limit <= 0 || c.Floor < time.Millisecond || c.Quiet <= 0 {
		return usagef("--timeout, --wait, --limit, --floor and --quiet are times above zero")
	}
	if c.Players != 5 && c.Players != 9 && c.Players != 13 {
		return usagef("--players %d: 5, 9 or 13", c.Players)
	}
	also := werewolf.StandardRoles().Typed(c.Also)
	if contest := werewolf.StandardRoles().Like(also) == also; c.Also != "" && contest {
		return usagef("--also %s: none of the roles that contests do not send, as FREEMASON", c.Also)
	}
	examination, err := check.New(check.Config{
		Players: c.Players, Anytime: c.Anytime, Also: also, Listen: c.Listen, Timeout: c.Timeout, Wait: c.Wait,
		Limit: c.Limit, Quiet: c.Quiet, Floor: c.Floor,
		Log: func(line string) { fmt.Fprintln(e.stderr, line) },
	})
	if err != nil {
		return err
	}
	url := examination.URL()
	fmt.Fprintln(e.stderr, "waiting for one agent at", url)
	if c.URLFile != "" {
		if err := e.write(c.URLFile, []byte(url+"\n")); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithCancel(e.ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if len(c.Command) > 0 {
			c.agent(e, examination).keep(ctx, examination)
		}
	}()
	report, err := examination.Run(e.ctx)
	cancel()
	<-ended
	if err != nil {
		return err
	}
	return c.print(e, report)
}

func (c *checkCmd) print(e *env, r *check.Report) error {
	var err error
	if c.JSON {
		err = e.json(r)
	} else {
		err = r.Text(e.stdout)
	}
	if err == nil && !r.OK {
		return errFound
	}
	return err
}

// agent is the command that is to be started.
func (c *checkCmd) agent(e *env, examination *check.Check) *agentProcess {
	a := &agentProcess{command: c.Command, url: examination.URL(), shown: io.Discard}
	if c.Verbose {
		a.shown = e.stderr
	}
	return a
}
