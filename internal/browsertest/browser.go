// Package browsertest lets a test open a page in headless Chromium, and do there what a person would.
//
// The law of the package: a page is opened only where CHROMIUM names the program, so that `go test ./...` asks the same on every machine,
// and only by a test with Browser in its name, by which CI finds those it runs in its step for pages. Whether a machine is busy decides
// nothing: whatever waits, waits for what the page says.
package browsertest

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"wolfden/internal/waittest"
)

// Page is a page in headless Chromium, driven over Chromium's own protocol: no library, since a page of code is all it takes. What goes
// wrong fails the test T. A page belongs to the goroutine of its test.
type Page struct {
	T       *testing.T
	session string
	*wire
}

// wire is the connection, which the pages of one person share.
type wire struct {
	conn   *websocket.Conn
	mu     sync.Mutex
	next   int
	calls  map[int]chan reply
	loaded []string // addresses of what pages asked for
	logs   []string // what pages complained about
}

type reply struct {
	Result json.RawMessage
	Error  *struct{ Message string }
}

// chromium is the one Chromium of all tests of a package; each has pages of its own, which share nothing with those of another.
var chromium = sync.OnceValues(start)

// end holds what ends the Chromium, once it runs.
var end = make(chan func(), 1)

// Main runs the tests of a package, for its TestMain, ends the Chromium if one was started, and returns the code to exit with.
func Main(m *testing.M) int {
	code := m.Run()
	select {
	case f := <-end:
		f()
	default:
	}
	return code
}

// start starts the Chromium that CHROMIUM names; the address is that of its protocol.
func start() (address string, err error) {
	dir, err := os.MkdirTemp("", "wolfden-browser")
	if err != nil {
		return "", err
	}
	cmd := exec.Command(os.Getenv("CHROMIUM"), "--headless", "--no-sandbox", "--disable-gpu", "--disable-software-rasterizer", "--in-process-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars",
		"--disable-features=SpareRendererForSitePerProcess", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
		"--user-data-dir="+dir, "--remote-debugging-port=0", "about:blank")
	stderr, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return "", errors.Join(err, os.RemoveAll(dir))
	}
	end <- func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		_ = os.RemoveAll(dir)
	}
	return devtools(bufio.NewScanner(stderr))
}

// Open opens a page, and skips the test where CHROMIUM names no program. A hidden page is looked at by nobody: it runs, and listens to
// keys, but is not painted, which takes the most time, and nothing in it has a place or a size. What is about how a page looks, or what
// it loads for that, needs one that is shown. The test goes on beside others, since one page waits while another is made.
func Open(t *testing.T, hidden bool) *Page {
	t.Helper()
	if !strings.Contains(t.Name(), "Browser") {
		t.Fatal("a test that opens a page has Browser in its name, or CI does not run it")
	}
	if os.Getenv("CHROMIUM") == "" {
		t.Skip("CHROMIUM names no Chromium to open pages in")
	}
	address, err := chromium()
	if err != nil {
		t.Fatal("Chromium: ", err)
	}
	t.Parallel()
	p := &Page{T: t, wire: &wire{calls: map[int]chan reply{}}}
	p.connect(address, hidden)
	return p
}

// Apart is a page of a further person at the same browser, with cookies of their own. It is hidden.
func (p *Page) Apart() *Page {
	p.T.Helper()
	other := &Page{T: p.T, wire: p.wire}
	other.open(nil, true)
	return other
}

// devtools is the address that Chromium tells when it is ready.
func devtools(lines *bufio.Scanner) (address string, err error) {
	found := make(chan string, 1)
	go func() {
		for lines.Scan() {
			if _, url, ok := strings.Cut(lines.Text(), "DevTools listening on "); ok {
				found <- url
			}
		}
		close(found)
	}()
	select {
	case url, ok := <-found:
		if !ok {
			return "", errors.New("it ended before it was ready")
		}
		return url, nil
	case <-time.After(waittest.Longest):
		return "", errors.New("it is not ready")
	}
}

// connect attaches to a page in a context that goes with the connection.
func (p *Page) connect(address string, hidden bool) {
	p.T.Helper()
	conn, resp, err := websocket.Dial(context.Background(), address, nil)
	if err != nil {
		p.T.Fatal(err)
	}
	if resp.Body != nil {
		_ = resp.Body.Close()
	}
	conn.SetReadLimit(256 << 20)
	p.conn = conn
	p.T.Cleanup(func() { _ = conn.CloseNow() })
	go p.read()
	p.open(map[string]any{"disposeOnDetach": true}, hidden)
}

// open opens a page in a context of its own and attaches to it.
func (p *Page) open(how map[string]any, hidden bool) {
	p.T.Helper()
	var own struct{ BrowserContextID string }
	p.call("", "Target.createBrowserContext", how, &own)
	var target struct{ TargetID string }
	p.call("", "Target.createTarget", map[string]any{"url": "about:blank", "browserContextId": own.BrowserContextID, "hidden": hidden}, &target)
	var session struct{ SessionID string }
	p.call("", "Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &session)
	p.session = session.SessionID
	for _, domain := range []string{"Page", "Runtime", "Network", "Log"} {
		p.Do(domain+".enable", nil, nil)
	}
	p.Do("Emulation.setFocusEmulationEnabled", map[string]any{"enabled": true}, nil) // beside other pages keys may find nobody
	p.still("light")
}

// still sets up a page that is light or dark, and neither glides nor pulses, which would be painted sixty times a second.
func (p *Page) still(scheme string) {
	p.T.Helper()
	p.Do("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{
		{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"},
	}}, nil)
}

func (p *Page) read() {
	for {
		_, data, err := p.conn.Read(context.Background())
		if err != nil {
			return
		}
		var m struct {
			ID     int
			Method string
			Params json.RawMessage
			reply
		}
		if json.Unmarshal(data, &m) != nil {
			continue
		}
		p.mu.Lock()
		if c := p.calls[m.ID]; c != nil && m.ID > 0 {
			delete(p.calls, m.ID)
			c <- m.reply
		} else {
			p.event(m.Method, m.Params)
		}
		p.mu.Unlock()
	}
}

// event notes what a page does; the lock is held.
func (p *Page) event(method string, params json.RawMessage) {
	var of struct {
		Request struct{ URL string }
		Entry   struct{ Level, Text, URL string }
	}
	_ = json.Unmarshal(params, &of)
	switch method {
	case "Network.requestWillBeSent":
		p.loaded = append(p.loaded, of.Request.URL)
	case "Runtime.exceptionThrown":
		p.logs = append(p.logs, "exception: "+string(params))
	case "Log.entryAdded":
		p.logs = append(p.logs, of.Entry.Level+": "+of.Entry.Text+" "+of.Entry.URL)
	}
}

func (p *Page) call(session, method string, params any, result any) {
	p.T.Helper()
	if err := p.try(session, method, params, result); err != nil {
		p.T.Fatalf("%s: %v", method, err)
	}
}

// try is call, but gives back what Chromium refuses.
func (p *Page) try(session, method string, params any, result any) error {
	p.T.Helper()
	if params == nil {
		params = map[string]any{}
	}
	p.mu.Lock()
	p.next++
	id, answer := p.next, make(chan reply, 1)
	p.calls[id] = answer
	p.mu.Unlock()
	message := map[string]any{"id": id, "method": method, "params": params}
	if session != "" {
		message["sessionId"] = session
	}
	data, err := json.Marshal(message)
	if err != nil {
		p.T.Fatal(err)
	}
	if err := p.conn.Write(context.Background(), websocket.MessageText, data); err != nil {
		p.T.Fatal(err)
	}
	select {
	case r := <-answer:
		if r.Error != nil {
			return errors.New(r.Error.Message)
		}
		if result != nil {
			return json.Unmarshal(r.Result, result)
		}
	case <-time.After(waittest.Longest):
		return errors.New("no answer")
	}
	return nil
}

// Do gives a command of Chromium's protocol to the page, and puts its result into result, which may be nil.
func (p *Page) Do(method string, params any, result any) {
	p.T.Helper()
	p.call(p.session, method, params, result)
}

// Screen sets up the window: dark or light, wide or a phone.
func (p *Page) Screen(width, height int, dark bool) {
	p.T.Helper()
	p.Do("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}, nil)
	scheme := "light"
	if dark {
		scheme = "dark"
	}
	p.still(scheme)
}

// Visit loads a page and waits until it stands.
func (p *Page) Visit(url string) {
	p.T.Helper()
	p.Do("Page.navigate", map[string]any{"url": url}, nil)
	p.Until("document.readyState === 'complete' && location.href !== 'about:blank'")
}

// Eval is the value of an expression in the page, as JSON.
func (p *Page) Eval(expression string) string {
	p.T.Helper()
	value, err := p.Value(expression)
	if err != nil {
		p.T.Fatalf("%s: %v", expression, err)
	}
	return value
}

// Value is Eval, but gives back what is wrong with the expression now.
func (p *Page) Value(expression string) (string, error) {
	p.T.Helper()
	var r struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails *struct{ Exception struct{ Description string } }
	}
	if err := p.try(p.session, "Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true}, &r); err != nil {
		return "", err
	}
	if r.ExceptionDetails != nil {
		return "", errors.New(r.ExceptionDetails.Exception.Description)
	}
	return string(r.Result.Value), nil
}

// Until waits for an expression to be true. That it cannot be asked for is no answer: a page that gives way to the next
// refuses, and one that is being made lacks what the expression is about.
func (p *Page) Until(expression string) {
	p.T.Helper()
	var last error
	for began := time.Now(); time.Since(began) < waittest.Longest; time.Sleep(25 * time.Millisecond) {
		value, err := p.Value("Boolean(" + expression + ")")
		if err == nil && value == "true" {
			return
		}
		last = err
	}
	says, _ := p.Value("document.body.innerText + [...document.querySelectorAll('input')].map((e) => ' input: ' + e.value)")
	p.T.Fatalf("it never comes to: %s (%v); the page says:\n%.600s\n%s", expression, last, says, p.Complaints())
}

// Press presses keys, by the names that scripts see.
func (p *Page) Press(keys ...string) {
	p.T.Helper()
	codes := map[string]int{"ArrowDown": 40, "ArrowLeft": 37, "ArrowRight": 39, "ArrowUp": 38, "End": 35, " ": 32, "Enter": 13, "Escape": 27, "Tab": 9}
	for _, key := range keys {
		how := map[string]any{"type": "keyDown", "key": key, "windowsVirtualKeyCode": codes[key]}
		if len(key) == 1 {
			how["text"] = key
		}
		if key == "Enter" {
			how["text"] = "\r" // what makes a form go
		}
		p.Do("Input.dispatchKeyEvent", how, nil)
		delete(how, "text")
		how["type"] = "keyUp"
		p.Do("Input.dispatchKeyEvent", how, nil)
	}
}

// Shoot takes a picture of what the window shows.
func (p *Page) Shoot(file string) {
	p.T.Helper()
	var r struct{ Data string }
	p.Do("Page.captureScreenshot", map[string]any{"format": "png"}, &r)
	data, err := base64.StdEncoding.DecodeString(r.Data)
	if err != nil {
		p.T.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o644); err != nil {
		p.T.Fatal(err)
	}
}

// Complaints is what pages complained about so far.
func (p *Page) Complaints() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.Join(p.logs, "\n")
}

// Asked is what pages asked for so far.
func (p *Page) Asked() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.loaded...)
}
