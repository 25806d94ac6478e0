package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"wolfden/internal/bot"
	"wolfden/internal/columns"
)

type botsCmd struct {
	JSON     bool   `help:"One JSON object a player."`
	Describe string `help:"Draw what one player is made of." placeholder:"NAME"`
}

// Help is the long help of the command.
func (botsCmd) Help() string {
	return `Lists the built-in players, or draws one. Examples:

  wolfden bots                           the built-in players; "model" marks those that can use one
  wolfden bots --describe kanolab-nw     its modules, with the paper they come from

A player of modules can play without some of them, to see what they are good for:

  wolfden compare kanolab kanolab:off=logic+summary --games 100

Parameters with bounds in the description can be set, alone or beside modules that are
left out:

  wolfden play --bots gptaku:claim=0.7,plain
  wolfden compare kanolab kanolab:off=summary,certain=5`
}

// Run lists the players, or describes one.
func (c *botsCmd) Run(e *env) error {
	if c.Describe != "" {
		return c.describe(e)
	}
	if c.JSON {
		enc := json.NewEncoder(e.stdout)
		for _, k := range bot.Kinds() {
			if err := enc.Encode(map[string]any{"name": k.Name, "model": k.Asks(), "summary": k.Summary, "source": k.Source}); err != nil {
				return err
			}
		}
		return nil
	}
	var rows strings.Builder
	for _, k := range bot.Kinds() {
		mark := ""
		if k.Asks() {
			mark = "model"
		}
		fmt.Fprintf(&rows, "%s\t%s\t%s\t%s\n", k.Name, mark, k.Summary, k.Source)
	}
	return columns.Write(e.stdout, rows.String())
}

// describe draws a player's modules.
func (c *botsCmd) describe(e *env) error {
	d, err := bot.Describe(c.Describe)
	if err != nil {
		return usageError{err}
	}
	if c.JSON {
		return json.NewEncoder(e.stdout).Encode(d)
	}
	return d.Draw(e.stdout)
}
