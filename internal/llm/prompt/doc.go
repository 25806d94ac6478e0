// Package prompt reads prompts that their user may replace: files laid over the program's own, and templates of Go's
// text/template.
//
// The law of the package: what is wrong with a template is said when it is read, with file, line and what was perhaps
// meant, also where no example comes by. A template sees the variables that a table lists, calls the functions that are
// offered, and reaches no file. Words of others leave it inside a fence only. It ends: it runs over lists, and calls no
// part that it is a part of.
package prompt
