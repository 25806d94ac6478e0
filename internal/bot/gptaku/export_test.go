package gptaku

import "wolfden/internal/bot/agent"

// Player is the player.
type Player = agent.Agent[state]

// Players is the only number of players it plays with.
const Players = players

// New returns a player.
func New(c agent.Config) (*Player, error) { return System.Player(c) }
