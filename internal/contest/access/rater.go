package access

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
)

// RaterSecret is what stands in the link of a rater: the same whenever it is made for the name with the key, and not to be made without
// it. No token is signed with it, or the other way round.
func RaterSecret(key []byte, rater string) string {
	mac := hmac.New(sha256.New, key)
	_, _ = mac.Write([]byte("wolfden rater\x00" + rater))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}
