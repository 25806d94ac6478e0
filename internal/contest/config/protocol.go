package config

import (
	"wolfden/internal/contestlog"
	"wolfden/wire"
)

// Dialect is what players are spoken to in.
func (p Protocol) Dialect() wire.Dialect {
	if p == ProtocolFebruary {
		return wire.February
	}
	return wire.Newest
}

// Edition is what logs and the realtime feed are written in.
func (p Protocol) Edition() contestlog.Edition {
	if p == ProtocolFebruary {
		return contestlog.February
	}
	return contestlog.Newest
}
