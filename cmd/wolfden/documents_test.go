package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"mvdan.cc/sh/v3/syntax"
)

// excuse is why commands of documents that match are not run here. They are parsed all the same.
type excuse struct {
	pattern *regexp.Regexp
	reason  string
}

var excuses = []excuse{
	{regexp.MustCompile(`wolfden (view|actor|serve|join|worker)\b|wolfden (contest|fleet) serve\b|contest judge .*--listen|--web|--watch|wolfden check *(;|$)`), "runs until it is stopped, or waits for a program; the tests of servers do so"},
	{regexp.MustCompile(`--fleet [a-zU]`), "needs a fleet's server; TestFleetOfThree has one"},
	{regexp.MustCompile(`wolfden (bench|lab injection) .*(--model|--exec)|models check|--other-prompts`), "takes more than a second also where it is small; bench.txtar, injection.txtar, models.txtar and prompts.txtar do so"},
	{regexp.MustCompile(`agreement\.txt|contest judge .*--status`), "is about answers of people who are not here; contestjudge.txtar and agree.txtar do so"},
	{regexp.MustCompile(`\b(DIR|NAME|SEAT|HOST|TEAM|COMMAND)\b|\.\.\.`), "names something of the reader's"},
	{regexp.MustCompile(`token `), "needs a secret key in the environment; usage.txtar does so"},
	{regexp.MustCompile(`\| jq`), "needs another program"},
	{regexp.MustCompile(`logs/ja5b|\barchive/`), "is about recorded contest games, which are not here"},
}

// runnable are calls of servers that print and end.
var runnable = regexp.MustCompile(`serve .*--plan|actor --list|-- wolfden join --url \{url\}|='wolfden join --url \{url\}`)

// undecided are commands that exit with 1 where they could not decide, as they do after so few games, where players are not as
// they should be, or where no game is as it was asked for.
var undecided = regexp.MustCompile(`^wolfden (compare|games|situation (run|diff)) `)

// fewer are what numbers of games are cut to here, and who plays them, since what is tested is that the command runs; after a colon,
// for a command that needs another number, or plays many games for each. Moves take at least eight games. The check listens for a
// shorter while to what nobody asked for.
var fewer = map[string]string{
	"games": "2", "play-games": "8", "runs": "1", "judge": "0", "by": "random", "play-by": "random",
	"games:moves": "8", "games:lab injection": "1", "quiet:check": "20ms", "floor:check": "300ms",
}

// documents are the pages with commands: by path from the root of the repository.
func documents(t *testing.T) (all []string) {
	for _, pattern := range []string{"README.md", "docs/*.md", "internal/starter/*/README.md"} {
		found, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(pattern)))
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		all = append(all, found...)
	}
	return all
}

// block is a fenced block of a page.
type block struct {
	lang, before, text string // before is the paragraph above it
	line               int
}

var fence = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```")

func blocks(page string) (all []block) {
	for _, at := range fence.FindAllStringSubmatchIndex(page, -1) {
		above := strings.Split(strings.TrimSpace(page[:at[0]]), "\n\n")
		all = append(all, block{
			lang: page[at[2]:at[3]], text: page[at[4]:at[5]], before: above[len(above)-1], line: strings.Count(page[:at[4]], "\n") + 1,
		})
	}
	return all
}

// pasted is a line of a shell with calls of this program in it.
type pasted struct {
	line  int
	stmt  *syntax.Stmt
	calls [][]string
}

// commandsOf are the lines of a block with calls of this program.
func commandsOf(b block) (all []pasted, err error) {
	if !strings.Contains(b.text, "wolfden ") || b.lang != "" && b.lang != "sh" && b.lang != "bash" {
		return nil, nil
	}
	file, err := syntax.NewParser().Parse(strings.NewReader(b.text), "")
	if err != nil {
		return nil, fmt.Errorf("line %d: %w", b.line, err)
	}
	for _, stmt := range file.Stmts {
		p := pasted{line: b.line + int(stmt.Pos().Line()) - 1, stmt: stmt}
		syntax.Walk(stmt, func(node syntax.Node) bool {
			if call, ok := node.(*syntax.CallExpr); ok {
				if words := wordsOf(call); len(words) > 0 && words[0] == "wolfden" {
					p.calls = append(p.calls, words[1:])
				}
			}
			return true
		})
		if len(p.calls) > 0 {
			all = append(all, p)
		}
	}
	return all, nil
}

// wordsOf are the words of a call, with what only the shell could fill in left as it is written.
func wordsOf(call *syntax.CallExpr) (words []string) {
	for _, word := range call.Args {
		var b strings.Builder
		for _, part := range word.Parts {
			switch part := part.(type) {
			case *syntax.Lit:
				b.WriteString(part.Value)
			case *syntax.SglQuoted:
				b.WriteString(part.Value)
			case *syntax.DblQuoted:
				_ = syntax.NewPrinter().Print(&b, &syntax.Word{Parts: part.Parts})
			default:
				b.WriteString("x")
			}
		}
		words = append(words, b.String())
	}
	return words
}

// TestCommandsOfDocuments: whatever command a page shows is one that this program takes, and does what it says when it is pasted.
func TestCommandsOfDocuments(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("one goroutine")
	}
	ran, games, seen := 0, "", map[string]bool{}
	var stand *standIns
	for _, path := range documents(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		page := strings.ReplaceAll(string(text), "\r\n", "\n")
		name := strings.TrimPrefix(filepath.ToSlash(path), "../../")
		var lines []pasted
		for _, b := range blocks(page) {
			found, err := commandsOf(b)
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			lines = append(lines, found...)
		}
		for _, p := range lines {
			for _, words := range p.calls {
				if err := parses(words); err != nil {
					t.Errorf("%s:%d: wolfden %s: %v", name, p.line, strings.Join(words, " "), err)
				}
			}
		}
		lines = slices.DeleteFunc(lines, func(p pasted) bool {
			reason := excused(p.stmt)
			if reason != "" {
				t.Logf("%s:%d is not run, since it %s: %s", name, p.line, reason, shellText(p.stmt))
			}
			return reason != ""
		})
		ran += len(lines)
		lines = slices.DeleteFunc(lines, func(p pasted) bool { return !*long && toldBefore(p.stmt, seen) })
		if len(lines) > 0 {
			if games == "" {
				games, stand = gamesOfPages(t), standInsOf(t)
			}
			t.Run(strings.ReplaceAll(name, "/", "_"), func(t *testing.T) { stand.paste(t, name, page, games, lines) })
		}
	}
	if ran < 180 {
		t.Errorf("%d commands are run: the pages are not read, or everything is excused", ran)
	}
}

// tells are commands that only tell of games, or of players, so that nothing below their line needs them.
var tells = regexp.MustCompile(`^wolfden (analyze|chances|check|compare|contest publish|lab (chances|injection|words)|moves|play (.* )?(--|--model|--exec)|report|score|show|situation run|try|verify|whatif) `)

// toldBefore reports whether such a command has been seen with the same flags before, whatever games or players it was about.
func toldBefore(stmt *syntax.Stmt, seen map[string]bool) bool {
	words, plain := plainWords(stmt)
	line := strings.Join(words, " ")
	if !plain || !tells.MatchString(line) {
		return false
	}
	key := words[1]
	if slices.Contains([]string{"contest", "lab", "situation"}, key) {
		key += " " + words[2]
	}
	for i, word := range words[:slices.Index(append(words, "--"), "--")] { // what follows is another program's
		if strings.HasPrefix(word, "-") {
			key += word + " "
			if word == "--table" || word == "--format" || word == "--by" {
				key += words[i+1] + " "
			}
		}
	}
	before := seen[key]
	seen[key] = true
	return before
}

// parses reports what is wrong with the words of a call.
func parses(words []string) (err error) {
	defer func() {
		if v := recover(); v != nil {
			if _, ok := v.(exited); !ok {
				panic(v)
			}
		}
	}()
	_, err = parseArgs(words, io.Discard, io.Discard)
	return err
}

// excused is the reason why a line is not run, "" for none.
func excused(stmt *syntax.Stmt) string {
	text := shellText(stmt)
	for _, e := range excuses {
		if e.pattern.MatchString(text) && !runnable.MatchString(text) {
			return e.reason
		}
	}
	return ""
}

func shellText(node syntax.Node) string {
	var b strings.Builder
	_ = syntax.NewPrinter(syntax.SingleLine(true)).Print(&b, node)
	return strings.TrimSpace(b.String())
}

// paste runs the lines of a page in a folder of their own, one after another.
func (s *standIns) paste(t *testing.T, name, page, games string, lines []pasted) {
	t.Parallel()
	dir := t.TempDir()
	furnish(t, dir, page, games, lines)
	for _, p := range lines {
		stmt := s.here(cut(p.stmt), dir)
		text := shellText(stmt)
		if script := meanwhile(text); script != "" {
			if out, err := inShell(t, dir, script, s.environment()); err != nil {
				t.Fatalf("%s:%d: before %s: %v\n%s", name, p.line, text, err, out)
			}
		}
		out, status, err := s.pasteLine(t, dir, stmt)
		if err != nil || status != exitOK && (status != exitFailure || !undecided.MatchString(text)) {
			t.Errorf("%s:%d: %s: status %d, %v\n%s", name, p.line, text, status, err, out)
		}
	}
}

// pasteLine runs a line: in a shell, unless it is nothing but a call of this program that a shell would leave as it is.
func (s *standIns) pasteLine(t *testing.T, dir string, stmt *syntax.Stmt) (out []byte, status int, err error) {
	t.Helper()
	if words, ok := plainWords(stmt); ok && words[0] == "wolfden" {
		dir, err := filepath.Abs(dir)
		if err != nil {
			return nil, 0, err
		}
		done, err := idle.do(errand{Args: words[1:], Env: s.environment(), Dir: dir})
		return append(done.Stdout, done.Stderr...), done.Status, err
	}
	out, err = inShell(t, dir, shellText(stmt), s.environment())
	var ended *exec.ExitError
	if errors.As(err, &ended) && ended.Exited() {
		return out, ended.ExitCode(), nil
	}
	return out, exitOK, err
}

// plainWords are the words of a line if there is nothing in it for a shell to do.
func plainWords(stmt *syntax.Stmt) (words []string, ok bool) {
	call, ok := stmt.Cmd.(*syntax.CallExpr)
	if !ok || len(stmt.Redirs) > 0 || stmt.Background || stmt.Negated || len(call.Assigns) > 0 || len(call.Args) == 0 {
		return nil, false
	}
	for _, word := range call.Args {
		for _, part := range word.Parts {
			switch part := part.(type) {
			case *syntax.Lit:
				if strings.ContainsAny(strings.ReplaceAll(part.Value, "{url}", ""), `*?[{~\`) {
					return nil, false
				}
			case *syntax.SglQuoted:
			default:
				return nil, false
			}
		}
	}
	return wordsOf(call), true
}

// inShell runs a line as a reader's shell does.
func inShell(t *testing.T, dir, text string, environment []string) ([]byte, error) {
	line := exec.CommandContext(t.Context(), "sh", "-c", text)
	line.Dir, line.Env = dir, environment
	return line.CombinedOutput()
}

// cut makes the numbers of games in a line small.
func cut(stmt *syntax.Stmt) *syntax.Stmt {
	syntax.Walk(stmt, func(node syntax.Node) bool {
		call, ok := node.(*syntax.CallExpr)
		if !ok {
			return true
		}
		words := wordsOf(call)
		if len(words) < 2 || words[0] != "wolfden" || slices.Contains(words, "--help") {
			return true
		}
		context, err := parseArgs(words[1:], io.Discard, io.Discard)
		if err != nil {
			return true
		}
		end := len(words)
		if i := slices.Index(words, "--"); i >= 0 {
			end = i // what follows is another program's
		}
		call.Args = slices.Insert(call.Args, end, smaller(context, words[:end])...)
		return true
	})
	return stmt
}

// smaller are the words that make a call small.
func smaller(call *kong.Context, words []string) (more []*syntax.Word) {
	command := call.Selected().Path()
	for _, flag := range call.Flags() {
		given := slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, "--"+flag.Name) })
		value := cmp.Or(fewer[flag.Name+":"+command], fewer[flag.Name])
		goesOn := strings.HasSuffix(flag.Name, "by") && flag.PlaceHolder == "BOT" // elsewhere it is what tables are grouped by
		if value == "" || strings.HasSuffix(flag.Name, "by") && !goesOn || !given && !goesOn && (flag.Default == "" || flag.Default == "1") {
			continue
		}
		more = append(more, literal("--"+flag.Name+"="+value))
	}
	if command == "situation run" && len(call.Selected().Positional) > 0 && call.Selected().Positional[0].Target.Len() == 0 {
		more = append(more, literal("en5-called-a-werewolf"), literal("ja9-medium-speaks"))
	}
	return more
}

func literal(word string) *syntax.Word {
	return &syntax.Word{Parts: []syntax.WordPart{&syntax.Lit{Value: word}}}
}

// named are files with a setup that a page shows below a line that names them.
var named = regexp.MustCompile("`([a-z]+\\.ya?ml)`")

// gamesOfPages plays what the commands of all pages read: a folder with a short game, what its moves were worth, and its contest log.
func gamesOfPages(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	wolfden(t, exitOK, "play", "--bots", "plain", "--seed", "2", "--out", filepath.Join(dir, "games"), "-q")
	files, err := filepath.Glob(filepath.Join(dir, "games", "*.jsonl"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	wolfden(t, exitOK, "convert", files[0], "--to", "log", "-o", filepath.Join(dir, "game.log"))
	wolfden(t, exitOK, "moves", files[0], "--by", fewer["by"], "--games", fewer["games:moves"])
	return dir
}

// furnish puts into the folder what the commands of a page read: the files that the page shows, and games.
func furnish(t *testing.T, dir, page, games string, lines []pasted) {
	root := filepath.Join("..", "..")
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range blocks(string(readme) + page) { // what a page does not show itself, README.md does
		if b.lang != "yaml" {
			continue
		}
		for _, found := range named.FindAllStringSubmatch(b.before, -1) {
			if err := os.WriteFile(filepath.Join(dir, found[1]), []byte(strings.ReplaceAll(b.text, "games: 300", "games: 9")), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	if root, err = filepath.Abs(root); err != nil {
		t.Fatal(err)
	}
	script := []string{
		"cp " + filepath.Join(root, "internal", "bot", "baseline", "*.yml") + " .", // the project of prompts has them
		"cp -r " + games + "/. .", "cp $(ls games/*.jsonl | head -n 1) game.jsonl; cp games/*.moves.json game.moves.json",
		"printf '{}' > input.json; printf 'team\naruru\nbyakko\ncanis\ndenki\negao\nfugu\ngori\nhebi\ninu\n' > teams.csv; touch agent.py old.py new.py",
		"mkdir target; touch target/Agent.class",
	}
	for _, folder := range []string{"data", "runs/a", "runs/b", "warm", "cold", "logs", "contest2025"} {
		if !strings.Contains(page, "--out "+folder) { // else the page makes it itself
			script = append(script, "mkdir -p "+folder+" && cp games/*.jsonl "+folder)
		}
	}
	for _, p := range lines {
		for _, words := range p.calls {
			for _, w := range words {
				if strings.HasPrefix(w, "games/") && strings.HasSuffix(w, ".jsonl") && w != "games/01JGFJJZ07ZSB6EC3P9MJRQ0H0.jsonl" {
					script = append(script, "cp -n game.jsonl "+w+"; cp -n game.moves.json "+strings.TrimSuffix(w, "jsonl")+"moves.json")
				}
			}
		}
	}
	for _, name := range []string{"agent", "other", "old", "new"} {
		if strings.Contains(page, "./"+name+" ") {
			writePrograms(t, dir, name)
		}
	}
	if out, err := inShell(t, dir, "set -e\n"+strings.Join(script, "\n"), nil); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
