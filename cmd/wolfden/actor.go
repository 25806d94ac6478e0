package main

import (
	"fmt"
	"strings"

	"wolfden/internal/columns"
	"wolfden/internal/llm/llmtest/actor"
)

type actorCmd struct {
	Name   string `arg:"" optional:"" help:"The actor; without it, whichever a request names as its model."`
	Listen string `help:"Address of the server." default:"127.0.0.1:8095" placeholder:"HOST:PORT"`
	List   bool   `help:"Only list the actors."`
}

// Help is the long help of the command.
func (actorCmd) Help() string {
	return `Serves models that play with a will of their own, to try a setup without a key: one
always claims to be the seer, one never speaks, one takes 25 seconds. They speak the
interfaces of OpenAI, Anthropic, Gemini and Ollama.

  wolfden actor --list
  wolfden actor
  wolfden play --bots kanolab --model openai@http://127.0.0.1:8095/v1:seer

Ctrl-C stops the server.`
}

// Run serves the actors until it is stopped.
func (c *actorCmd) Run(e *env) error {
	if c.List {
		return listActors(e)
	}
	handler, err := actor.Handler(c.Name)
	if err != nil {
		return usageError{err}
	}
	listener, err := listenOn(c.Listen)
	if err != nil {
		return err
	}
	name := c.Name
	if name == "" {
		name = "NAME"
	}
	fmt.Fprintf(e.stdout, "--model openai@http://%s/v1:%s (Ctrl-C stops)\n", listener.Addr(), name)
	return serveUntilDone(e.ctx, listener, handler)
}

func listActors(e *env) error {
	var rows strings.Builder
	for _, m := range actor.Known() {
		fmt.Fprintf(&rows, "%s\t%s\n", m.Name, m.Summary)
	}
	return columns.Write(e.stdout, rows.String())
}
