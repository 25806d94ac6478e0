// Package kanolab is the player of Watanabe and Kano (AIWolfDial 2024): talk made from seven elements, beside what follows
// by logic from what was claimed.
//
// The law of the package: it reads like figure 1 and table 2 of the paper. Think is the blocks of the figure in their order;
// Brief is the seven elements. What logic excludes, the rules do not vote for either.
package kanolab
