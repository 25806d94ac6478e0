// Package program starts programs for the seats that wait for them.
//
// The law: a program is a process group of its own, and no group outlives who started it, however that ended: a guard
// stands between the two, which ends the group when it hears no more of its starter. A program is known by the address that
// it was given, whatever it calls itself. What it prints goes to a file and to the seat that it plays, and steers nothing.
package program
