package agent

import "wolfden/internal/bot/design"

// Design describes a player of the frame.
type Design = design.Design

// Module is a module of a Design.
type Module = design.Module

// Param is a parameter of a Module.
type Param = design.Param
