package mille

import "wolfden/internal/bot/agent"

// New returns a player.
func New(c agent.Config) (*agent.Agent[state], error) { return System.Player(c) }
