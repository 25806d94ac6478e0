// Command wolfden is the place where AI players of Werewolf meet.
//
// It is the only package that reads flags, the environment and signals; it
// wires the others together. A file a command.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
	"unicode"

	"github.com/alecthomas/kong"
	"golang.org/x/term"

	"wolfden/internal/program"
)

// The exit statuses of every command.
const (
	exitOK      = 0
	exitFailure = 1                          // the command could not do its job, or found what it looks for
	exitUsage   = 2                          // it was called wrongly
	exitUnread  = 128 + int(syscall.SIGPIPE) // as shells say of what nobody reads
)

// errFound ends a command with a failure that it has already reported.
var errFound = errors.New("reported")

// usageError is wrong usage that the parser of flags could not detect.
type usageError struct{ error }

func usagef(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

// cli is the command line.
type cli struct {
	Play    playCmd    `cmd:"" help:"Play games between built-in players." group:"See and play games:"`
	View    viewCmd    `cmd:"" help:"Show games in a browser, live and past." group:"See and play games:"`
	Show    showCmd    `cmd:"" help:"Print the transcript of a recorded game." group:"See and play games:"`
	Games   gamesCmd   `cmd:"" help:"List games, and where to find them." group:"See and play games:"`
	Moves   movesCmd   `cmd:"" help:"Tell where a game turned, and what was a mistake." group:"See and play games:"`
	Chances chancesCmd `cmd:"" help:"Tell who would win from moments of a game on." group:"See and play games:"`
	Whatif  whatifCmd  `cmd:"" help:"Tell what would have happened with something replaced." group:"See and play games:"`
	Convert convertCmd `cmd:"" help:"Write a game in another format." group:"See and play games:"`
	Verify  verifyCmd  `cmd:"" help:"Replay records, contest logs and feeds through the rules." group:"See and play games:"`

	Agent     agentCmd     `cmd:"" help:"Write a small agent to begin with." group:"Write an agent:"`
	Check     checkCmd     `cmd:"" help:"Examine an agent before a contest." group:"Write an agent:"`
	Try       tryCmd       `cmd:"" help:"Play a program against others, and tell how good it is and why it lost." group:"Write an agent:"`
	Situation situationCmd `cmd:"" help:"Give positions to players and check what they do there." group:"Write an agent:"`
	Join      joinCmd      `cmd:"" help:"Let built-in players play on a server." group:"Write an agent:"`

	Compare compareCmd `cmd:"" help:"Ask which of two players is better." group:"Tell who is better:"`
	League  leagueCmd  `cmd:"" help:"Play many games by a plan, to tell players apart." group:"Tell who is better:"`
	Bench   benchCmd   `cmd:"" help:"Measure models, players and programs by a fixed suite, one card each." group:"Tell who is better:"`
	Score   scoreCmd   `cmd:"" help:"Count who won how often, with intervals and ratings." group:"Tell who is better:"`
	Report  reportCmd  `cmd:"" help:"Write figures of several runs as a page, tables and charts." group:"Tell who is better:"`

	Contest contestCmd `cmd:"" help:"Run a contest from its roster to its standings." group:"Run a contest:"`
	Serve   serveCmd   `cmd:"" help:"Serve contests over WebSocket." group:"Run a contest:"`
	Token   tokenCmd   `cmd:"" help:"Make tokens for a server with authentication." group:"Run a contest:"`
	Judge   judgeCmd   `cmd:"" help:"Have models or people rank the players of games." group:"Run a contest:"`
	Agree   agreeCmd   `cmd:"" help:"Tell how far raters agree." group:"Run a contest:"`

	Analyze analyzeCmd `cmd:"" help:"Count what players did: answers, claims, votes, inducement, whispers." group:"Study how they talk:"`
	Parse   parseCmd   `cmd:"" help:"Print what the players of a game say, as speech acts." group:"Study how they talk:"`
	Export  exportCmd  `cmd:"" help:"Write games as tables for other programs." group:"Study how they talk:"`
	Import  importCmd  `cmd:"" help:"Make records of an organiser's archive." group:"Study how they talk:"`
	Lab     labCmd     `cmd:"" help:"Repeat the papers' experiments." group:"Study how they talk:"`

	Bots    botsCmd    `cmd:"" help:"List the built-in players." group:"Players and language models:"`
	Models  modelsCmd  `cmd:"" help:"Tell which language models are within reach, or examine one." group:"Players and language models:"`
	Actor   actorCmd   `cmd:"" help:"Serve models with a will of their own, to try a setup without a key." group:"Players and language models:"`
	Prompts promptsCmd `cmd:"" help:"Write out what language models are asked with, or check your own." group:"Players and language models:"`
	Tasks   tasksCmd   `cmd:"" help:"List what players ask of language models, or try it." group:"Players and language models:"`

	Worker workerCmd `cmd:"" help:"Play games that others hand out with --fleet." group:"Many machines:"`
	Fleet  fleetCmd  `cmd:"" help:"Serve a fleet, tell how it is, drain it." group:"Many machines:"`

	Man        manCmd        `cmd:"" help:"Print the manual page of all commands." group:"This program:"`
	Completion completionCmd `cmd:"" help:"Print what a shell needs to complete commands." group:"This program:"`
	About      versionCmd    `cmd:"" name:"version" help:"Print the version, or the licences of what the program contains." group:"This program:"`
	Complete   completeCmd   `cmd:"" hidden:"" help:"Print what may stand at the cursor." group:"This program:"`

	Version kong.VersionFlag `help:"Print the version."`
}

// Help is what a newcomer reads first.
func (cli) Help() string {
	return `Start here:

  wolfden play                                a game between five different players
  wolfden play --web                          take a seat yourself, in a browser
  wolfden view games                          the games played so far, in a browser
  wolfden agent new my                        a small agent in Python, to be changed
  wolfden try -- python3 my/agent.py {url}    how good it is, and why it lost`
}

// env is a command's access to the outside.
type env struct {
	ctx    context.Context
	stdout io.Writer
	stderr io.Writer
}

// json prints a value for programs. People look at it too, so what would steer a terminal is escaped.
func (e *env) json(v any) error {
	var text bytes.Buffer
	out := json.NewEncoder(&text)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	if err := out.Encode(v); err != nil {
		return err
	}
	var b strings.Builder
	for _, r := range text.String() {
		if r >= unicode.MaxASCII && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
			fmt.Fprintf(&b, "\\u%04x", r) // only strings hold such
		} else {
			b.WriteRune(r)
		}
	}
	_, err := io.WriteString(e.stdout, b.String())
	return err
}

// colour reports whether the stream is a terminal that shows colour and progress. NO_COLOR (no-color.org)
// turns both off.
func colour(w io.Writer) bool {
	_, off := os.LookupEnv("NO_COLOR")
	return !off && terminal(w)
}

// terminal reports whether somebody reads the stream at a terminal.
func terminal(w io.Writer) bool {
	if n, ok := w.(*naming); ok {
		w = n.to
	}
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// slowStop is the time after which a user who stops the program is told what it waits for.
const slowStop = 2 * time.Second

func main() {
	if len(os.Args) > 1 && os.Args[1] == guardWord {
		os.Exit(program.Guard(os.Stdin, os.Args[2:], os.Stdout, os.Stderr))
	}
	deaf := signal.Ignored(os.Interrupt)
	signals, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals.Done()
		stop()    // a second signal ends the process at once
		if deaf { // a shell begins what its scripts do in the background so, and stop has only brought that back
			again := make(chan os.Signal, 1)
			signal.Notify(again, os.Interrupt)
			go func() {
				<-again
				os.Exit(exitFailure)
			}()
		}
		time.Sleep(slowStop)
		fmt.Fprintln(os.Stderr, "wolfden: stopping when what was begun is done; Ctrl-C again stops at once")
	}()
	// What a command reads at its start is more than a first heap: room that is never touched spares it many collections. A server's
	// memory is a multiple of what it holds (server.GCPercent), and this would be held.
	room := []byte(nil)
	if !slices.Contains(os.Args, "serve") {
		room = make([]byte, 64<<20)
	}
	ctx, stdout := unlessUnread(signals, os.Stdout)
	status := run(ctx, os.Args[1:], stdout, os.Stderr)
	runtime.KeepAlive(room)
	os.Exit(status)
}

// exited carries the exit status of kong's own exits (--help) out of the parser.
type exited int

// run runs the program and returns the exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	return runWith(ctx, args, os.Stdin, stdout, stderr)
}

// runWith is run with a standard input of its own.
func runWith(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) (status int) {
	defer func() {
		if v := recover(); v != nil {
			code, ok := v.(exited)
			if !ok {
				panic(v)
			}
			status = int(code)
		}
	}()
	call, err := parseArgs(args, stdout, stderr)
	if errors.As(err, new(usageError)) {
		return statusOf(ctx, err, stderr)
	}
	if err != nil {
		fmt.Fprintf(stderr, "wolfden: %s\nTry: %s --help\n", plainly(err), commandOf(err))
		return exitUsage
	}
	input, err := standardInput(call, stdin)
	if err != nil {
		return statusOf(ctx, err, stderr)
	}
	defer input.remove()
	stdout, stderr = input.told(stdout), input.told(stderr)
	return statusOf(ctx, call.Run(&env{ctx: ctx, stdout: stdout, stderr: stderr}), stderr)
}

// parseArgs parses the arguments, as a user types them.
func parseArgs(args []string, stdout, stderr io.Writer) (call *kong.Context, err error) {
	if args, err = organisersArgs(args); err != nil {
		return nil, err
	}
	if args, err = situationArgs(args); err != nil {
		return nil, err
	}
	args = normalArgs(args)
	parser, err := newParser(grammar(args), stdout, stderr)
	if err != nil {
		return nil, usageError{err}
	}
	return parser.Parse(args)
}

// grammar is as much of the command line as the arguments need, for the parser: to describe all of it takes longer than most
// commands do.
func grammar(args []string) any {
	all := reflect.TypeFor[cli]()
	version, _ := all.FieldByName("Version")
	for i := range all.NumField() {
		if command := all.Field(i); len(args) > 0 && command.Name != version.Name && strings.ToLower(command.Name) == args[0] {
			return reflect.New(reflect.StructOf([]reflect.StructField{command, version})).Interface()
		}
	}
	return &cli{}
}

// normalArgs returns the arguments with the words for help and version, which are commands in other programs,
// turned into flags. Without any the help is meant.
func normalArgs(args []string) []string {
	switch {
	case len(args) == 0:
		return []string{"--help"}
	case args[0] == "help":
		return append(slices.Clone(args[1:]), "--help")
	case len(args) == 1 && args[0] == "version":
		return []string{"--version"}
	default:
		return args
	}
}

// commandOf returns the command that a wrong call meant, as far as the error tells.
func commandOf(err error) string {
	var wrong *kong.ParseError
	words := []string{"wolfden"}
	if errors.As(err, &wrong) && wrong.Context != nil {
		for _, word := range strings.Fields(wrong.Context.Command()) {
			if !strings.HasPrefix(word, "<") { // a command, not what it is to be given
				words = append(words, word)
			}
		}
	}
	return strings.Join(words, " ")
}

func statusOf(ctx context.Context, err error, stderr io.Writer) int {
	var usage usageError
	switch {
	case err == nil:
		return exitOK
	case errors.Is(context.Cause(ctx), errUnread):
		return exitUnread
	case errors.Is(err, errFound):
		return exitFailure
	case errors.As(err, &usage):
		fmt.Fprintf(stderr, "wolfden: %v\n", err)
		return exitUsage
	case errors.Is(err, context.Canceled) && err.Error() == context.Canceled.Error():
		fmt.Fprintln(stderr, "wolfden: stopped")
		return exitFailure
	default:
		fmt.Fprintf(stderr, "wolfden: %v\n", err)
		return exitFailure
	}
}
