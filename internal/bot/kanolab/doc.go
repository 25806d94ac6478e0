// Package kanolab is the player of Watanabe and Kano (AIWolfDial 2024). It makes talk from seven elements and tells the
// model what follows logically from the claims.
//
// The law of the package: it reads like figure 1 and table 2 of the paper. System lists the blocks of the figure
// in order, and what each adds to the seven elements. The rules do not vote for anybody whom logic excludes as a werewolf.
package kanolab
