package main

import (
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"wolfden/internal/bot"
)

type botsCmd struct {
	JSON bool `help:"One JSON object a player."`
}

// Run lists the players.
func (c *botsCmd) Run(e *env) error {
	if c.JSON {
		enc := json.NewEncoder(e.stdout)
		for _, k := range bot.Kinds() {
			if err := enc.Encode(map[string]string{"name": k.Name, "summary": k.Summary, "source": k.Source}); err != nil {
				return err
			}
		}
		return nil
	}
	w := tabwriter.NewWriter(e.stdout, 0, 0, 2, ' ', 0)
	for _, k := range bot.Kinds() {
		fmt.Fprintf(w, "%s\t%s\t%s\n", k.Name, k.Summary, k.Source)
	}
	return w.Flush()
}
