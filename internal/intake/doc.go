// Package intake makes records of the files that organisers keep of their games.
//
// Its law: a record it returns replays, and says nothing that the files do not. What it cannot read it refuses with the
// reason, and it opens and writes no file itself.
package intake
