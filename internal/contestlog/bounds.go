package contestlog

import (
	"fmt"
	"io"

	"wolfden/gamelog"
	"wolfden/internal/strictjson"
)

// maxDay is far beyond the last day of any game.
const maxDay = 10_000

// maxCommunicationValues is far above any communication log: a game of thirteen players has some ten thousand.
const maxCommunicationValues = 1_000_000

// readObject reads a file that is one JSON object with known keys. It refuses a file that is too long or holds
// so many values that they would fill the memory: an empty value takes three bytes in the file and hundreds
// when read.
func readObject(r io.Reader, into any) error {
	data, err := io.ReadAll(io.LimitReader(r, gamelog.MaxFile+1))
	if err != nil {
		return err
	}
	if len(data) > gamelog.MaxFile {
		return fmt.Errorf("more than %d MiB; no game is that long", gamelog.MaxFile>>20)
	}
	if n := strictjson.Values(data); n > maxCommunicationValues {
		return fmt.Errorf("%d values; no game has more than %d", n, maxCommunicationValues)
	}
	return strictjson.Read(data, into)
}
