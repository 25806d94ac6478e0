package viewer

import (
	"fmt"
	"html/template"

	"wolfden/werewolf"
)

// ledgerAfter is what has changed in the table of what was said, thought and done since n entries were seen, by day.
func (p *gamePage) ledgerAfter(n int) (days []ledgerDay) {
	if p.heard == nil {
		return nil
	}
	for _, r := range p.ledger().after(n) {
		if len(days) == 0 || days[len(days)-1].Day != r.day {
			days = append(days, ledgerDay{page: p, Day: r.day})
		}
		d := &days[len(days)-1]
		d.Rows = append(d.Rows, p.ledgerView(r))
	}
	return days
}

// Inside reports whether the reader may see thoughts of anybody's, as far as there are any.
func (p *gamePage) Inside() bool {
	return (p.Story.Perspective.All || p.Story.Perspective.Seat != 0) && !p.unnoted
}

// LedgerTitle is the name of the table.
func (p *gamePage) LedgerTitle() string {
	if p.Inside() {
		return p.T("part.ledger")
	}
	return p.T("part.deeds")
}

// Inside is the same of a day.
func (d ledgerDay) Inside() bool { return d.page.Inside() }

// InFile reports whether the page is a file, whose rows do not change any more.
func (v ledgerView) InFile() bool { return v.page.callStore.within != nil }

// Inside is the same of a row.
func (v ledgerView) Inside() bool { return v.page.Inside() }

// Title is the name of the day.
func (d ledgerDay) Title() string { return d.page.T("votes.day", d.Day) }

// Wide is how many columns there are.
func (d ledgerDay) Wide() int {
	if d.Inside() {
		return 4
	}
	return 3
}

// Who is the player with its face.
func (v ledgerView) Who() template.HTML { return v.page.Who(v.Seat) }

func (p *gamePage) ledgerView(r *ledgerRow) ledgerView {
	v := ledgerView{words: p.words, page: p, Seat: r.seat, Day: r.day, Notes: r.notes}
	if who := p.Story.Player(r.seat); who != nil {
		v.Role = who.Role
	}
	name := func(id werewolf.SeatID) template.HTML { return p.named(id) }
	for i := range r.said {
		s := &r.said[i]
		text := p.saying(s, func(id werewolf.SeatID) any { return name(id) })
		v.Said = append(v.Said, v.entry(text, s.item, s.off, p.list(s.rather)))
	}
	for _, n := range []struct {
		key string
		*suspicion
	}{{"think.most", r.suspect.suspicion}, {"mask.most", r.mask.suspicion}} {
		if n.suspicion != nil {
			v.Inner = append(v.Inner, v.entry(p.H(n.key, p.list(n.most), percent(n.p)), n.item, "", ""))
		}
	}
	if r.plan != nil {
		v.Inner = append(v.Inner, v.entry(p.H(r.plan.key, name(r.plan.target)), r.plan.item, "", ""))
	}
	for _, d := range r.did {
		v.Did = append(v.Did, v.entry(p.H(d.key, name(d.target), p.species(d.species)), d.item, d.off, ""))
	}
	return v
}

func (v *ledgerView) entry(text template.HTML, item, off string, rather template.HTML) ledgerEntry {
	e := ledgerEntry{Text: text, Item: item}
	if off != "" {
		e.Off, v.Off = v.H(off, rather), true
	}
	return e
}

// list is several names.
func (p *gamePage) list(ids []werewolf.SeatID) template.HTML {
	var names []string
	for i, id := range ids {
		if i > 0 {
			names = append(names, template.HTMLEscapeString(p.T("comma")))
		}
		names = append(names, string(p.named(id)))
	}
	return html(names...)
}

// percent keeps the sign beside its number.
func percent(p float64) string { return fmt.Sprintf("%.0f\u00a0%%", 100*p) }

// named is a player's name in its colour.
func (p *gamePage) named(id werewolf.SeatID) template.HTML {
	other := p.Story.Player(id)
	if other == nil {
		return html(`<span class="nobody">`, template.HTMLEscapeString(p.T("nobody")), `</span>`)
	}
	return html(`<b class="c`, colour(id), `">`, template.HTMLEscapeString(other.Name), `</b>`)
}
