// Package wolfden is the part of this source that agents in Go are built with, since it is in no registry.
package wolfden

import "embed"

// Source holds packages werewolf and wire, the go.mod and go.sum that they are built with here, and the licence.
//
//go:embed LICENSE go.mod go.sum werewolf/*.go wire/*.go
var Source embed.FS
