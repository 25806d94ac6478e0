package main

import (
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/chances"
	"wolfden/internal/columns"
	"wolfden/internal/english"
	"wolfden/internal/stats"
	"wolfden/internal/transcript"
	"wolfden/internal/trial"
	"wolfden/internal/versus"
	"wolfden/internal/viewer/story"
	"wolfden/werewolf"
)

// score prints the figures of a run: before it is known why it lost, which takes longer than the games of a fast program.
func (r *trialRun) score(w io.Writer) error {
	var b strings.Builder
	f, name := r.figures, r.spec.Entries[0].Name
	fmt.Fprintf(&b, "%s, %s: %s of %d, %s played in %.1f s\n", name, r.run.Called(), english.Count(len(r.games), "game"),
		r.rules().Players(), filepath.ToSlash(r.run.Dir()), r.played.Seconds())
	fmt.Fprintf(&b, "won %d: %s; %s\n", f.Won.Successes, f.Won, faultsOf(f.Faults))
	if r.lines > 0 {
		fmt.Fprintf(&b, "it printed %s, kept in %s, such as: %s\n", english.Count(r.lines, "line"), filepath.ToSlash(filepath.Join(r.run.Dir(), programsDir)),
			transcript.Safe(r.last))
	}
	b.WriteByte('\n')
	b.WriteString(r.byRole())
	b.WriteByte('\n')
	b.WriteString(r.against())
	b.WriteByte('\n')
	fmt.Fprintf(&b, "ahead of the others in the same roles: %s points, over %s of %d games%s\n", versus.Points(f.Ahead),
		english.Count(f.Ahead.N, "deck"), r.rules().Players(), verdictOf(f.Ahead, f.Decided, len(r.games), "game"))
	for i := range r.beside {
		o := &r.beside[i]
		fmt.Fprintf(&b, "beside %s: %s%s\n", o.run.Called(), besideText(o), verdictOf(o.Difference, o.Decided, o.Deals, "deal"))
		if !slices.Equal(o.run.Command, r.run.Command) {
			fmt.Fprintf(&b, "   that run was of another command: %s\n", transcript.Safe(strings.Join(o.run.Command, " ")))
		}
	}
	switch {
	case len(r.beside) > 1:
		fmt.Fprintf(&b, "P is corrected for the %d comparisons (Holm)\n", len(r.beside))
	case len(r.beside) == 0:
		fmt.Fprintln(&b, "no run before this one has these deals")
	}
	_, err := fmt.Fprint(w, b.String())
	return err
}

// tell prints why a run lost, and what it was made by; of a run for programs all of it.
func (c *tryCmd) tell(e *env, r *trialRun) error {
	if c.JSON {
		return c.encode(e, r)
	}
	var b strings.Builder
	r.worst(&b)
	r.lost(&b, c)
	if _, err := fmt.Fprint(e.stdout, b.String()); err != nil {
		return err
	}
	if err := writeCalls(e.stdout, r.asked); err != nil {
		return err
	}
	for _, warning := range r.made.Warnings() {
		fmt.Fprintf(e.stdout, "warning: %s\n", warning)
	}
	_, err := fmt.Fprintf(e.stdout, "\nall games: wolfden games %s --team %s; pages: wolfden view %[1]s\n", shellWord(filepath.ToSlash(r.run.Dir())), shellWord(r.spec.Entries[0].Name))
	return err
}

// faultsOf are the faults of answers in words.
func faultsOf(faults map[gamelog.Fault]int) string {
	if len(faults) == 0 {
		return "no answer with a fault"
	}
	all, kinds := 0, []string{}
	for _, kind := range slices.Sorted(maps.Keys(faults)) {
		all += faults[kind]
		kinds = append(kinds, fmt.Sprintf("%d %s", faults[kind], kind))
	}
	return fmt.Sprintf("%s with a fault: %s", english.Count(all, "answer"), strings.Join(kinds, ", "))
}

// byRole is the table of roles.
func (r *trialRun) byRole() string {
	var rows strings.Builder
	rows.WriteString("ROLE\tGAMES\tWON [95%]\tOTHERS IN THIS ROLE [95%]\n")
	for _, f := range r.figures.Roles {
		fmt.Fprintf(&rows, "%s\t%d\t%s\t%s\n", roleName(r.rules(), f.Role), f.Own.Trials, rateIn(f.Own), rateIn(f.Others))
	}
	return columns.Align(rows.String())
}

// against is the table of the others.
func (r *trialRun) against() string {
	var rows strings.Builder
	rows.WriteString("WITH\tON THE OTHER SIDE\tWON [95%]\tON ITS OWN SIDE\tWON [95%]\n")
	for _, w := range r.figures.With {
		fmt.Fprintf(&rows, "%s\t%s\t%s\t%s\t%s\n", transcript.Safe(w.Name), english.Count(w.Against.Trials, "game"), rateIn(w.Against),
			english.Count(w.Beside.Trials, "game"), rateIn(w.Beside))
	}
	return columns.Align(rows.String())
}

// rateIn is a rate in a cell, "-" without trials.
func rateIn(r stats.Rate) string {
	if r.Trials == 0 {
		return "-"
	}
	return rateOf(r)
}

// besideText is the difference to another run.
func besideText(o *besideRun) string {
	if o.Deals == 0 {
		return "no deal in common (other players, pool, language or seed)"
	}
	return fmt.Sprintf("%s points over %s (only this one won %d, only that one %d; P = %s)", versus.Points(o.Difference),
		english.Count(o.Deals, "deal"), o.OnlyThis, o.OnlyOther, versus.Chance(o.corrected))
}

// verdictOf says what a difference comes to, and how many games are still needed for a verdict.
func verdictOf(d stats.Estimate, decided, played int, what string) string {
	switch {
	case d.N == 0:
		return ""
	case d.Low > 0:
		return ": better"
	case d.High < 0:
		return ": worse"
	case decided > played:
		return fmt.Sprintf(": undecided; if it is what it seems, some %s more decide", english.Count(decided-played, what))
	default:
		return ": undecided"
	}
}

// lost prints the defeats that teach most.
func (r *trialRun) lost(b *strings.Builder, c *tryCmd) {
	switch {
	case len(r.defeats) == 0:
		return
	case len(r.instruct) == 0:
		fmt.Fprintf(b, "\n%s, not looked into since it was stopped\n", english.Count(len(r.defeats), "defeat"))
		return
	}
	judged, mistakes, sum := 0, 0, 0.0
	for i := range r.defeats {
		if d := &r.defeats[i]; d.Judged {
			judged++
			mistakes += len(d.Mistakes)
			sum += d.Lost()
		}
	}
	fmt.Fprintf(b, "\n%s", english.Count(len(r.defeats), "defeat"))
	if judged > 0 {
		fmt.Fprintf(b, "; %d judged, played on by %s %d times each way: ", judged, jurors, c.Ways)
		if mistakes == 0 {
			fmt.Fprint(b, "no mistake")
		} else {
			fmt.Fprintf(b, "%s, which lost %.1f points a game", english.Count(mistakes, "mistake"), 100*sum/float64(judged))
		}
	}
	if r.cut {
		fmt.Fprint(b, "; stopped before the next")
	}
	fmt.Fprintln(b)
	for i := range r.instruct {
		r.defeat(b, i+1, &r.instruct[i])
	}
}

// habitWords are the kinds of habits in words.
var habitWords = map[string]string{
	trial.VoteAstray:   "votes for somebody less suspect than another, by what it was shown",
	"votes-own":        "votes for somebody likelier on its own side than another, by what it was shown",
	"divines-known":    "divines somebody of whom there is nothing to learn",
	"divines-less":     "divines somebody of whom there is less to learn than of another",
	"guards-less":      "guards somebody less likely to have a power than another",
	"attacks-own":      "attacks somebody likely on its own side",
	"attacks-less":     "attacks somebody less likely to have a power than another",
	trial.Silent:       "says nothing all day",
	trial.Hides:        "keeps a result to itself all day, and what it is",
	"fault-late":       "answers too late",
	"fault-lost":       "is not connected when it is asked",
	"fault-illegal":    "chooses nobody who may be chosen",
	"fault-unparsable": "answers what cannot be read",
	"fault-crashed":    "fails instead of answering",
	"claim":            "speaks as another role than the one it claims",
	"result":           "tells a result that does not go with its own, or that nobody can have",
	"suspicion":        "suspects against its own result, or on both sides of a dispute",
	"vote":             "announces a vote against its own words, or two at once",
	"praise":           "praises and blames one player in one turn",
	"no-claim":         "speaks of claims that were not made, or as if none were",
	"no-vote":          "speaks of votes that nobody has announced",
	"no-word":          "speaks of words that nobody has said",
	"no-event":         "speaks of what did not happen, or to the dead",
	"unanswered":       "leaves a question to it unanswered",
	"evaded":           "answers what was not asked",
	"template":         "repeats a sentence of somebody else",
	"register":         "speaks in two ways",
	"tic":              "begins with the same set phrase",
	"said-vote":        "says whom it will vote for",
	"said-accusation":  "calls somebody a werewolf without a reason",
}

// habitText is what a habit is, in words.
func habitText(kind string) string {
	if role, claims := strings.CutPrefix(kind, "claims-"); claims {
		return "comes out as " + strings.ToLower(role)
	}
	return habitWords[kind]
}

// worst prints the habits that cost most.
func (r *trialRun) worst(b *strings.Builder) {
	if len(r.habits) == 0 {
		if r.weighed {
			fmt.Fprintln(b, "\nno habit seems to cost anything")
		}
		return
	}
	fmt.Fprintf(b, "\nhabits that cost most, beside silence, a choice worth more, or what %s answers, who plays on:\n", jurors)
	for i := range r.habits {
		h := &r.habits[i]
		var roles []string
		for _, role := range h.Roles.Slice() {
			roles = append(roles, roleName(r.rules(), role))
		}
		costs := "costs"
		if h.Cost.Value <= 0 {
			costs = "seems to cost nothing:"
		}
		fmt.Fprintf(b, "%d. as %s: %s, %s in %s: %s %s points a game, %s each time\n", i+1, strings.Join(roles, " or "), habitText(h.Kind),
			english.Count(h.Times, "time"), english.Count(h.Games, "game"), costs, versus.Points(h.Cost), versus.Points(h.Each))
		for _, s := range h.Seen[:min(mostSights, len(h.Seen))] {
			fmt.Fprintf(b, "   wolfden show %s --why %d --at %s\n", shellWord(filepath.ToSlash(s.File)), s.Seat, s.Moment)
		}
	}
}

// mostSights is how many places of a habit are told.
const mostSights = 2

// defeat prints one.
func (r *trialRun) defeat(b *strings.Builder, n int, d *trial.Defeat) {
	file := filepath.ToSlash(d.File)
	fmt.Fprintf(b, "%d. %s as %s", n, file, roleName(r.rules(), d.Role))
	if d.At != "" {
		fmt.Fprintf(b, "; its side stood at %.0f%% before %s", 100*d.Stood, d.At)
	}
	fmt.Fprintln(b)
	if rec, err := gamelog.ReadFile(d.File); err == nil {
		for i := range d.Mistakes[:min(mostMistakes, len(d.Mistakes))] {
			m := &d.Mistakes[i]
			fmt.Fprintf(b, "   %s  %s (%s)\n", m.Moment, inWords(&rec.Header, m), mistakeText(&rec.Header, m))
		}
		if a := d.Astray; a != nil {
			named := func(id werewolf.SeatID) string { return transcript.Safe(rec.Header.Seats[id-1].Name) }
			fmt.Fprintf(b, "   %s  its vote was for %s, by what it was shown a werewolf with %.0f%%; %s with %.0f%%\n", a.Moment, named(a.Target), 100*a.Chance,
				named(a.Rather), 100*a.Instead)
		}
	}
	command := fmt.Sprintf("wolfden show %s --why %d", shellWord(file), d.Seat)
	if turn := d.Turn(); turn != "" {
		command += " --at " + turn
	}
	fmt.Fprintf(b, "   %s\n", command)
}

// page is the path of the page to look at first: of the defeat that teaches most, at its turn, else of the list.
func (r *trialRun) page() string {
	if len(r.instruct) == 0 {
		return "/"
	}
	d := &r.instruct[0]
	path := pageOf(d.ID)
	if rec, err := gamelog.ReadFile(d.File); err == nil {
		path += "#" + story.Of(rec, story.Perspective{All: true}).At(d.Turn())
	}
	return path
}

// mostMistakes is how many mistakes of a defeat are told.
const mostMistakes = 2

// mistakeText is what a mistake lost, and what had been better.
func mistakeText(h *gamelog.Header, m *chances.Move) string {
	if m.Lost == nil {
		return "a mistake by its own eyes" + rather(h, m)
	}
	return "lost " + lost(*m.Lost) + " points by its own eyes" + rather(h, m)
}
