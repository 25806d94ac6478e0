package server

import (
	"wolfden/internal/contestlog"
	"wolfden/internal/server/config"
	"wolfden/wire"
)

// dialectOf is what a track's players are spoken to in.
func dialectOf(p config.Protocol) wire.Dialect {
	if p == config.ProtocolFebruary {
		return wire.February
	}
	return wire.Newest
}

// editionOf is what a track's logs and feed are written in.
func editionOf(p config.Protocol) contestlog.Edition {
	if p == config.ProtocolFebruary {
		return contestlog.February
	}
	return contestlog.Newest
}
