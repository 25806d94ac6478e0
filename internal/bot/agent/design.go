package agent

import "wolfden/internal/bot/design"

// What players of the frame describe themselves with.
type (
	Design = design.Design
	Module = design.Module
	Param  = design.Param
)
