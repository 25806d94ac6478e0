package agent

import "wolfden/internal/bot/design"

// Design is what a player of the frame describes itself with.
type Design = design.Design

// Module is a module of a Design.
type Module = design.Module

// Param is a figure of a Module.
type Param = design.Param
