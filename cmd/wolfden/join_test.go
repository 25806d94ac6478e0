package main

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/coder/websocket"
)

// Who is sent home by a server learns its reason, and whether coming back would help.
func TestJoinTellsWhyItWasSentHome(t *testing.T) {
	for _, test := range []struct {
		code   websocket.StatusCode
		reason string
		want   []string
		not    string
	}{
		{websocket.StatusPolicyViolation, "all 5 slots are taken", []string{"code 1008", `"all 5 slots are taken"`, "check name, team and token"}, "--reconnect"},
		{websocket.StatusGoingAway, "closing", []string{"code 1001", `"closing"`, "try again later", "--reconnect"}, "check name"},
	} {
		web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			ws, err := websocket.Accept(w, r, nil)
			if err != nil {
				t.Error(err)
				return
			}
			_ = ws.Close(test.code, test.reason)
		}))
		var out, said bytes.Buffer
		status := run(t.Context(), []string{"join", "--url", "ws" + strings.TrimPrefix(web.URL, "http"), "--team", "late"}, &out, &said)
		web.Close()
		if status != exitFailure || strings.Contains(said.String(), test.not) {
			t.Errorf("status %d: %q", status, said.String())
		}
		for _, want := range test.want {
			if !strings.Contains(said.String(), want) {
				t.Errorf("%q does not hold %q", said.String(), want)
			}
		}
	}
}
