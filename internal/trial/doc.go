// Package trial tells how one program plays among others, and whether it plays better than it did.
//
// The law: every figure is a pure function of the records of games, and what a reader would act upon has an interval. Trials of
// one kind share their deals, whatever program is tried: the same chance, roles and opponents in the same seats. So what
// differs between two of them is the program.
package trial
