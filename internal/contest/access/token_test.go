package access

import (
	"testing"
	"time"
)

func TestATokenNeedsAKey(t *testing.T) {
	if _, err := NewToken(nil, PlayerToken, "cats", time.Now()); err == nil {
		t.Error("a token without a key")
	}
}
