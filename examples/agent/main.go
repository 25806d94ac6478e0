// Command agent is a whole agent: it talks once a day, votes for whoever spoke last, and plays on every server of the protocol.
package main

import (
	"context"
	"log"
	"os"
	"strings"

	"wolfden/werewolf"
	"wolfden/wire"
)

type agent struct{}

// Answer is called for everything that is asked or announced.
func (agent) Answer(_ context.Context, o werewolf.Observation) (string, error) {
	switch {
	case o.Request.Kind.Chooses():
		for i := len(o.Talks) - 1; i >= 0; i-- {
			if who := o.Talks[i].Seat; who != o.Seat && o.Request.Targets.Has(who) {
				return o.Name(who), nil
			}
		}
		return o.Name(o.Request.Targets.First()), nil
	case o.Request.Kind.Speaks() && o.Request.Turn == 0:
		return "I am " + o.Name(o.Seat) + " and I listen before I judge.", nil
	case o.Request.Open:
		return "", nil // an open floor: nothing to say now
	default:
		return werewolf.OverText, nil
	}
}

func main() {
	log.SetFlags(0) //nolint:forbidden // this is a command
	if len(os.Args) != 3 {
		log.Fatal("usage: agent ws://HOST:PORT/ws NAME, or agent listen:HOST:PORT NAME") //nolint:forbidden // this is a command
	}
	c := wire.Client{URL: os.Args[1], Name: os.Args[2], Games: 1, New: func(string) (wire.Player, error) { return agent{}, nil }}
	play := c.Run
	if address, listens := strings.CutPrefix(c.URL, "listen:"); listens { // the server calls
		play = func(ctx context.Context) error { return c.Listen(ctx, address) }
	}
	if err := play(context.Background()); err != nil {
		log.Fatal(err) //nolint:forbidden // this is a command
	}
}
