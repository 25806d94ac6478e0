// Package site writes the games of a contest as a site of files.
//
// The laws of the package. Only games that are over are shown. Divisions are counted each by itself, by the code of score and report, so that
// every figure is that of wolfden score and wolfden report. The pages are the viewer's or in its frame, load nothing from elsewhere and lead
// nowhere else, and every link is relative. A site is written beside its place and put there when it is whole; what others have laid there is
// never written over and never taken away.
package site
