package task

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"wolfden/internal/bot/phrase"
	"wolfden/internal/llm"
)

// quotation is what a Japanese sentence quotes, english words of a language other than its own: names alone are not two in a row.
var (
	quotation = regexp.MustCompile(`「[^」]*」?`)
	english   = regexp.MustCompile(`[A-Za-z]{2,}[ ,.]+[a-z]{2,}`)
	gap       = regexp.MustCompile(`\{([a-z]+)\}`)
)

// japaneseAlone reports whether a text has Japanese words and no English ones but for those that it quotes.
func japaneseAlone(text string) bool {
	text = quotation.ReplaceAllString(text, "")
	return strings.ContainsFunc(text, func(r rune) bool { return r >= 'ぁ' && r <= 'ん' }) && !english.MatchString(text)
}

// given are the reasons that the source of this package and of the players gives, with the gaps that it fills.
func given(t *testing.T) map[string][]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "*", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]string{}
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), f, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, isCall := n.(*ast.CallExpr)
			if !isCall {
				return true
			}
			name, _ := call.Fun.(*ast.Ident)
			if of, from := call.Fun.(*ast.SelectorExpr); from {
				name = of.Sel
			}
			if name != nil && name.Name == "Needed" {
				found[literal(t, call.Args[1])] = []string{}
			}
			if name == nil || name.Name != "Breaks" {
				return true
			}
			reason, gaps := literal(t, call.Args[1]), []string{}
			for i := 2; i < len(call.Args); i += 2 {
				gaps = append(gaps, literal(t, call.Args[i]))
			}
			found[reason] = slices.Sorted(slices.Values(gaps))
			return true
		})
	}
	return found
}

func literal(t *testing.T, e ast.Expr) string {
	t.Helper()
	lit, isLiteral := e.(*ast.BasicLit)
	if !isLiteral {
		t.Fatalf("a reason or a gap is not written where it is given: %v", e)
	}
	text, err := strconv.Unquote(lit.Value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestReasons: each reason for which an answer does not hold has one sentence in both languages, with the gaps that are filled; it
// speaks to the model as "you".
func TestReasons(t *testing.T) {
	want := given(t)
	if len(want) < 40 {
		t.Fatalf("the source gives %d reasons", len(want))
	}
	want["nothing"], want["unreadable"], want["again"] = nil, nil, []string{"why"}
	for _, lang := range languages() {
		book, err := phrase.Read(reasonFiles, "reasons", lang)
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range book.Kinds() {
			if _, used := want[kind]; !used {
				t.Errorf("%s: nobody gives the reason %s", lang, kind)
			}
		}
		for kind, gaps := range want {
			all := book.All(kind)
			if len(all) != 1 {
				t.Errorf("%s: %s has %d sentences", lang, kind, len(all))
				continue
			}
			var has []string
			for _, m := range gap.FindAllStringSubmatch(all[0], -1) {
				has = append(has, m[1])
			}
			if slices.Sort(has); !slices.Equal(has, gaps) {
				t.Errorf("%s: %s has the gaps %v, filled are %v: %s", lang, kind, has, gaps, all[0])
			}
			japanese := strings.ContainsFunc(all[0], func(r rune) bool { return r > 0x7f })
			if japanese != (lang == "ja") || strings.Contains(all[0], "the player ") || strings.Contains(all[0], "プレイヤー") {
				t.Errorf("%s: %s: %s", lang, kind, all[0])
			}
		}
	}
}

// TestReasonIsTold: what is quoted, listed or said in words of a language comes in that of the prompt, also in an error that was
// wrapped; what is no reason of a task has a sentence too.
func TestReasonIsTold(t *testing.T) {
	why := fmt.Errorf("task word: %w", llm.Because("c", Breaks(BreachChoice, "not-allowed", "value", Said("{allowed}"), "allowed", Listed{"Ada", "Bela"})))
	commits := CommitsOtherwise(func(lang string) string { return lang }, func(string) string { return "x" })
	misread := json.Unmarshal([]byte(`"a"`), new(int))
	for _, test := range []struct {
		err      error
		lang, is string
	}{
		{why, "en", `"{allowed}" is none that may be chosen; choose one of "Ada", "Bela"`},
		{why, "ja", "「{allowed}」は選べません。選べるのは「Ada」、「Bela」です"},
		{Breaks(BreachChoice, "not-allowed", "value", Said("x"), "allowed", Listed{}), "ja", "「x」は選べません。選べるのはなしです"},
		{commits, "en", `only one of draft and utterance commits you so: the draft to "en", the utterance to "x"`},
		{commits, "ja", "下書きと発言とで、あなたが表明していることが違います。下書きでは「ja」、発言では「x」です"},
		{misread, "en", "a value in it does not have the form that was asked for"},
		{errors.Join(misread), "ja", "指定された形でない値があります"},
	} {
		if got := toldOf(test.err, test.lang); got != test.is {
			t.Errorf("%v in %s: %s", test.err, test.lang, got)
		}
	}
	if Breaks(breachRepeated, "said-before").Error() != "you have said the same today" {
		t.Error("a record has it otherwise")
	}
}
