// Package settings reads files of settings in YAML.
//
// The law of the package: a file is understood to its last key or refused with everything that is wrong with it, each
// fault with its line, its key and what to do. Which keys there are, and what may stand there, its callers say: in tables
// (Key), or in structures whose fields have tags (Fields). What is not known is answered with the key that was meant, or
// with what it is called today (Former).
//
// Reading goes in steps, a file each: guard.go refuses what would take a parser too long; node.go turns YAML into plain
// values with their lines, within limits that hold against hostile files; walk.go takes these through a table; what may
// stand at a key is in value.go and list.go.
package settings
