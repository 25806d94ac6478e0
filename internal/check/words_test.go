package check

import "testing"

// Markup is what a page or a terminal shows otherwise than people say it: stars, headings, lists and links of Markdown, tags and
// entities of HTML. What people write in a line of talk is none.
func TestMarkup(t *testing.T) {
	for text, want := range map[string]bool{
		"I am **sure**.": true, "```\nBob\n```": true, "See [this](x).": true, "<b>Bob</b>": true, "One<br>two": true,
		"Bob &lt;3": true, "Bob &amp; Ann": true, "# My view": true, "- Bob is quiet": true, "* Bob is quiet": true,
		"Bob is a wolf.": false, "": false, "*": false, "-": false, "#": false, "* ": true, "*sigh* Bob it is.": false, "-3 for Bob.": false,
		"2 * 2 is 4 - is it not?": false, "#1 is Bob.": false, "Bob & Ann": false, "1 < 2": false, "[Bob]": false,
	} {
		j := judge{book: newFindingLog()}
		j.contents(place{}, text)
		if got := j.book.findings["markup"] != nil; got != want {
			t.Errorf("%q: markup %v, want %v", text, got, want)
		}
	}
}
