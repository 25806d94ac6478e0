package form

import (
	"crypto/subtle"
	"net/http"
)

// Links serves each handler below /rate/ and its secret: who has the link is let in, and nothing tells anybody else which there are.
func Links(handlers map[string]http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/rate/{secret}/", func(w http.ResponseWriter, r *http.Request) {
		given := r.PathValue("secret")
		for secret, h := range handlers {
			if subtle.ConstantTimeCompare([]byte(secret), []byte(given)) == 1 {
				http.StripPrefix("/rate/"+secret, h).ServeHTTP(w, r)
				return
			}
		}
		http.Error(w, "Nobody is asked here: the link that you were sent is longer, or no longer holds.", http.StatusNotFound)
	})
	return mux
}

// Link is the path of the pages with a secret, as Links serves them.
func Link(secret string) string { return "/rate/" + secret + "/" }
