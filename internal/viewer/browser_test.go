package viewer

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"wolfden/internal/waittest"
)

// browser is headless Chromium, driven over its own protocol: no library, since a page of code is all it takes.
type browser struct {
	t       *testing.T
	conn    *websocket.Conn
	session string
	*wire
}

// wire is the connection, which all pages of one Chromium share.
type wire struct {
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

// chromium is the one Chromium of all tests; each has pages of its own, which share nothing with those of another.
var chromium = sync.OnceValue(start)

// end holds what ends the Chromium, once it runs.
var end = make(chan func(), 1)

// started is a Chromium: the address of its protocol, or why there is none.
type started struct{ url, missing string }

func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", "4"); err != nil { // pages and streams wait more than they work
		panic(err)
	}
	code := m.Run()
	select {
	case f := <-end:
		f()
	default:
	}
	os.Exit(code)
}

// start starts the Chromium that stands on PATH, or the one that CHROMIUM names.
func start() *started {
	none := func(why string) *started { return &started{missing: why} }
	path := os.Getenv("CHROMIUM")
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if found, err := exec.LookPath(name); path == "" && err == nil {
			path = found
		}
	}
	if path == "" {
		return none("no Chromium on PATH: install it, or name it in CHROMIUM")
	}
	dir, err := os.MkdirTemp("", "wolfden-browser")
	if err != nil {
		return none(err.Error())
	}
	cmd := exec.Command(path, "--headless", "--no-sandbox", "--disable-gpu", "--disable-software-rasterizer", "--in-process-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars",
		"--disable-features=SpareRendererForSitePerProcess", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
		"--user-data-dir="+dir, "--remote-debugging-port=0", "about:blank")
	stderr, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		_ = os.RemoveAll(dir)
		return none("Chromium does not start: " + err.Error())
	}
	end <- func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		_ = os.RemoveAll(dir)
	}
	url, missing := devtools(bufio.NewScanner(stderr))
	return &started{url, missing}
}

// openBrowser opens a page of its own, and skips the test where there is no Chromium. Nobody looks at the page: it runs, and listens to
// keys, but is not painted, which takes the most time, and nothing in it has a place or a size. What is about how a page looks,
// or what it loads for that, needs openWindow.
func openBrowser(t *testing.T) *browser {
	t.Helper()
	return opens(t, true)
}

// openWindow is openBrowser for a page that is shown.
func openWindow(t *testing.T) *browser {
	t.Helper()
	return opens(t, false)
}

func opens(t *testing.T, hidden bool) *browser {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes its time")
	}
	c := chromium()
	if c.missing != "" {
		t.Skip(c.missing)
	}
	t.Parallel() // one page waits while another is made
	b := &browser{t: t, wire: &wire{calls: map[int]chan reply{}}}
	b.connect(c.url, hidden)
	return b
}

// devtools is the address that Chromium tells when it is ready, or why it tells none.
func devtools(lines *bufio.Scanner) (url, missing string) {
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
			return "", "Chromium ended before it was ready"
		}
		return url, ""
	case <-time.After(waittest.Longest):
		return "", "Chromium is not ready"
	}
}

// connect attaches to a page in a context that goes with the connection.
func (b *browser) connect(url string, hidden bool) {
	b.t.Helper()
	ctx := context.Background()
	conn, resp, err := websocket.Dial(ctx, url, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	if resp.Body != nil {
		_ = resp.Body.Close()
	}
	conn.SetReadLimit(256 << 20)
	b.conn = conn
	b.t.Cleanup(func() { _ = conn.CloseNow() })
	go b.read(ctx)
	var own struct{ BrowserContextID string }
	b.call("", "Target.createBrowserContext", map[string]any{"disposeOnDetach": true}, &own)
	b.open(map[string]any{"url": "about:blank", "browserContextId": own.BrowserContextID, "hidden": hidden})
}

// open opens a page and attaches to it.
func (b *browser) open(how map[string]any) {
	b.t.Helper()
	var target struct{ TargetID string }
	b.call("", "Target.createTarget", how, &target)
	var session struct{ SessionID string }
	b.call("", "Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &session)
	b.session = session.SessionID
	for _, domain := range []string{"Page", "Runtime", "Network", "Log"} {
		b.do(domain+".enable", nil, nil)
	}
	b.do("Emulation.setFocusEmulationEnabled", map[string]any{"enabled": true}, nil) // beside other pages keys may find nobody
	b.still("light")
}

// still sets up a page that is light or dark, and neither glides nor pulses, which would be painted sixty times a second.
func (b *browser) still(scheme string) {
	b.t.Helper()
	b.do("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{
		{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"},
	}}, nil)
}

func (b *browser) read(ctx context.Context) {
	for {
		_, data, err := b.conn.Read(ctx)
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
		b.mu.Lock()
		if c := b.calls[m.ID]; c != nil && m.ID > 0 {
			delete(b.calls, m.ID)
			c <- m.reply
		} else {
			b.event(m.Method, m.Params)
		}
		b.mu.Unlock()
	}
}

// event notes what a page does; the lock is held.
func (b *browser) event(method string, params json.RawMessage) {
	var p struct {
		Request          struct{ URL string }
		ExceptionDetails struct{ Text string }
		Entry            struct{ Level, Text, URL string }
	}
	_ = json.Unmarshal(params, &p)
	switch method {
	case "Network.requestWillBeSent":
		b.loaded = append(b.loaded, p.Request.URL)
	case "Runtime.exceptionThrown":
		b.logs = append(b.logs, "exception: "+string(params))
	case "Log.entryAdded":
		b.logs = append(b.logs, p.Entry.Level+": "+p.Entry.Text+" "+p.Entry.URL)
	}
}

func (b *browser) call(session, method string, params any, result any) {
	b.t.Helper()
	if err := b.try(session, method, params, result); err != nil {
		b.t.Fatalf("%s: %v", method, err)
	}
}

// try is call, but gives back what Chromium refuses.
func (b *browser) try(session, method string, params any, result any) error {
	b.t.Helper()
	if params == nil {
		params = map[string]any{}
	}
	b.mu.Lock()
	b.next++
	id, answer := b.next, make(chan reply, 1)
	b.calls[id] = answer
	b.mu.Unlock()
	message := map[string]any{"id": id, "method": method, "params": params}
	if session != "" {
		message["sessionId"] = session
	}
	data, err := json.Marshal(message)
	if err != nil {
		b.t.Fatal(err)
	}
	if err := b.conn.Write(context.Background(), websocket.MessageText, data); err != nil {
		b.t.Fatal(err)
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

func (b *browser) do(method string, params any, result any) {
	b.t.Helper()
	b.call(b.session, method, params, result)
}

// screen sets up the window: dark or light, wide or a phone.
func (b *browser) screen(width, height int, dark bool) {
	b.t.Helper()
	b.do("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}, nil)
	scheme := "light"
	if dark {
		scheme = "dark"
	}
	b.still(scheme)
}

// visit loads a page and waits until it stands.
func (b *browser) visit(url string) {
	b.t.Helper()
	b.do("Page.navigate", map[string]any{"url": url}, nil)
	b.until("document.readyState === 'complete' && location.href !== 'about:blank'")
}

// eval is the value of an expression in the page, as JSON.
func (b *browser) eval(expression string) string {
	b.t.Helper()
	value, err := b.value(expression)
	if err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
	return value
}

func (b *browser) value(expression string) (string, error) {
	b.t.Helper()
	var r struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails *struct{ Exception struct{ Description string } }
	}
	if err := b.try(b.session, "Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true}, &r); err != nil {
		return "", err
	}
	if r.ExceptionDetails != nil {
		return "", errors.New(r.ExceptionDetails.Exception.Description)
	}
	return string(r.Result.Value), nil
}

// until waits for an expression to be true. That it cannot be asked for is no answer: a page that gives way to the next
// refuses, and one that is being made lacks what the expression is about.
func (b *browser) until(expression string) {
	b.t.Helper()
	var last error
	for began := time.Now(); time.Since(began) < waittest.Longest; time.Sleep(25 * time.Millisecond) {
		value, err := b.value("Boolean(" + expression + ")")
		if err == nil && value == "true" {
			return
		}
		last = err
	}
	b.t.Fatalf("it never comes to: %s (%v)", expression, last)
}

// key presses a key.
func (b *browser) key(key string, code int) {
	b.t.Helper()
	for _, kind := range []string{"keyDown", "keyUp"} {
		p := map[string]any{"type": kind, "key": key, "windowsVirtualKeyCode": code}
		if kind == "keyDown" && len(key) == 1 {
			p["text"] = key
		}
		if kind == "keyDown" && key == "Enter" {
			p["text"] = "\r" // what makes a form go
		}
		b.do("Input.dispatchKeyEvent", p, nil)
	}
}

// shoot takes a picture of what the window shows.
func (b *browser) shoot(file string) {
	b.t.Helper()
	var r struct{ Data string }
	b.do("Page.captureScreenshot", map[string]any{"format": "png"}, &r)
	data, err := base64.StdEncoding.DecodeString(r.Data)
	if err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o644); err != nil {
		b.t.Fatal(err)
	}
}

// complaints is what pages complained about so far.
func (b *browser) complaints() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return strings.Join(b.logs, "\n")
}

// asked is what pages asked for so far.
func (b *browser) asked() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]string(nil), b.loaded...)
}
