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

// A rater's secret is its own and follows from the key.
func TestRaterSecret(t *testing.T) {
	key := []byte("a key of more than sixteen bytes")
	secret := RaterSecret(key, "anna")
	if secret != RaterSecret(key, "anna") || len(secret) != 32 {
		t.Errorf("the secret %q is another each time, or short", secret)
	}
	for _, other := range []string{RaterSecret(key, "ben"), RaterSecret(key, "Anna"), RaterSecret([]byte("another key"), "anna")} {
		if other == secret {
			t.Error("two raters, or two keys, have one secret")
		}
	}
}
