package form_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"wolfden/internal/waittest"
)

// page is a page in headless Chromium, driven over its own protocol, one command after another.
type page struct {
	t       *testing.T
	conn    *websocket.Conn
	session string
	last    int
	faults  []string // what pages complained about
}

// chromium is the one Chromium of all tests; each has a page of its own, which shares nothing with that of another.
var chromium = sync.OnceValue(start)

// end holds what ends the Chromium, once it runs.
var end = make(chan func(), 1)

func TestMain(m *testing.M) {
	code := m.Run()
	select {
	case f := <-end:
		f()
	default:
	}
	os.Exit(code)
}

// started is a Chromium: the address of its protocol, or why there is none.
type started struct{ url, missing string }

// openPage opens a page in Chromium, and skips the test where there is none. CHROMIUM names another binary.
func openPage(t *testing.T) *page {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes its time")
	}
	c := chromium()
	if c.missing != "" {
		t.Skip(c.missing)
	}
	p := &page{t: t}
	p.attach(c.url)
	return p
}

// start starts Chromium.
func start() started {
	names := slices.DeleteFunc([]string{os.Getenv("CHROMIUM"), "chromium", "chromium-browser", "google-chrome", "chrome"}, func(name string) bool {
		_, err := exec.LookPath(name)
		return err != nil
	})
	if len(names) == 0 {
		return started{missing: "no Chromium on PATH: install it, or name it in CHROMIUM"}
	}
	home, err := os.MkdirTemp("", "wolfden-form")
	if err != nil {
		return started{missing: err.Error()}
	}
	cmd := exec.Command(names[0], "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-features=SpareRendererForSitePerProcess", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--user-data-dir="+home, "--remote-debugging-port=0")
	errs, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		_ = os.RemoveAll(home)
		return started{missing: "Chromium does not start: " + err.Error()}
	}
	end <- func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		_ = os.RemoveAll(home)
	}
	for lines := bufio.NewScanner(errs); lines.Scan(); {
		if m := devtools.FindStringSubmatch(lines.Text()); m != nil {
			go func() { _, _ = io.Copy(io.Discard, errs) }()
			return started{url: m[1]}
		}
	}
	return started{missing: "Chromium ended before it was ready"}
}

var devtools = regexp.MustCompile(`DevTools listening on (\S+)`)

func (p *page) attach(url string) {
	p.t.Helper()
	conn, resp, err := websocket.Dial(p.t.Context(), url, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	if resp.Body != nil {
		_ = resp.Body.Close()
	}
	conn.SetReadLimit(64 << 20)
	p.t.Cleanup(func() { _ = conn.CloseNow() })
	p.conn = conn
	var made struct{ BrowserContextID, TargetID, SessionID string }
	p.do("Target.createBrowserContext", map[string]any{"disposeOnDetach": true}, &made)
	p.do("Target.createTarget", map[string]any{"url": "about:blank", "browserContextId": made.BrowserContextID}, &made)
	p.do("Target.attachToTarget", map[string]any{"targetId": made.TargetID, "flatten": true}, &made)
	p.session = made.SessionID
	for _, domain := range []string{"Page.enable", "Runtime.enable", "Log.enable"} {
		p.do(domain, nil, nil)
	}
	p.do("Emulation.setFocusEmulationEnabled", map[string]any{"enabled": true}, nil) // or keys may find nobody
}

// message is what goes over the connection, both ways.
type message struct {
	ID      int             `json:"id,omitempty"`
	Session string          `json:"sessionId,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  any             `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   json.RawMessage `json:"error,omitempty"`
}

// do gives a command and waits for its result.
func (p *page) do(method string, params map[string]any, result any) {
	p.t.Helper()
	p.last++
	data, err := json.Marshal(message{ID: p.last, Session: p.session, Method: method, Params: params})
	if err == nil {
		err = p.conn.Write(p.t.Context(), websocket.MessageText, data)
	}
	for err == nil {
		var m message
		if _, data, err = p.conn.Read(p.t.Context()); err == nil {
			err = json.Unmarshal(data, &m)
		}
		switch {
		case m.Method == "Runtime.exceptionThrown", m.Method == "Log.entryAdded":
			p.faults = append(p.faults, string(data))
		case m.ID == p.last && m.Error != nil:
			p.t.Fatalf("%s: %s", method, m.Error)
		case m.ID == p.last && result != nil:
			err = json.Unmarshal(m.Result, result)
			fallthrough
		case m.ID == p.last:
			if err == nil {
				return
			}
		}
	}
	p.t.Fatalf("%s: %v", method, err)
}

// try puts the value of an expression into to, which may be nil, or returns what is wrong with the expression now.
func (p *page) try(expression string, to any) error {
	p.t.Helper()
	var r struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails json.RawMessage
	}
	p.do("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true}, &r)
	if r.ExceptionDetails != nil {
		return fmt.Errorf("%s: %s", expression, r.ExceptionDetails)
	}
	if to == nil {
		return nil
	}
	if err := json.Unmarshal(r.Result.Value, to); err != nil {
		return fmt.Errorf("%s is %s: %w", expression, r.Result.Value, err)
	}
	return nil
}

// eval is try with an expression that holds.
func (p *page) eval(expression string, to any) {
	p.t.Helper()
	if err := p.try(expression, to); err != nil {
		p.t.Fatal(err)
	}
}

// until waits for an expression to be true. A page that is being made may lack what the expression is about.
func (p *page) until(expression string) {
	p.t.Helper()
	var last error
	for began := time.Now(); time.Since(began) < waittest.Longest; time.Sleep(25 * time.Millisecond) {
		var is bool
		if last = p.try("Boolean("+expression+")", &is); is {
			return
		}
	}
	var text string
	p.eval("document.body.innerText + [...document.querySelectorAll('input')].map((e) => ' input: ' + e.value)", &text)
	p.t.Fatalf("it never comes to %s (%v); the page says:\n%.600s\n%s", expression, last, text, p.faults)
}

// press presses keys, by the names that scripts see.
func (p *page) press(keys ...string) {
	p.t.Helper()
	codes := map[string]int{"ArrowUp": 38, "ArrowDown": 40, " ": 32, "Enter": 13, "Escape": 27, "Tab": 9}
	for _, key := range keys {
		down := map[string]any{"type": "keyDown", "key": key, "code": key, "windowsVirtualKeyCode": codes[key]}
		if text := map[string]string{" ": " ", "Enter": "\r"}[key]; text != "" {
			down["text"] = text
		}
		p.do("Input.dispatchKeyEvent", down, nil)
		p.do("Input.dispatchKeyEvent", map[string]any{"type": "keyUp", "key": key, "code": key, "windowsVirtualKeyCode": codes[key]}, nil)
	}
}

// visit loads a page; reload loads it again. Both wait until it stands.
func (p *page) visit(url string) {
	p.t.Helper()
	p.do("Page.navigate", map[string]any{"url": url}, nil)
	p.until("location.href !== 'about:blank' && document.readyState === 'complete' && document.querySelector('main').children.length")
}

func (p *page) reload() {
	p.t.Helper()
	p.eval("window.old = true", nil)
	p.do("Page.reload", nil, nil)
	p.until("!window.old && document.readyState === 'complete' && document.querySelector('main').children.length")
}
