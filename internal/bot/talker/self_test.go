package talker

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/doubt"
	"wolfden/werewolf"
)

// TestSelfIsThereToBeRead: no exported method of what modules are given changes a player, but for its stream of chance and for the
// note on whom it wanted last; nor does who scribbles on the opinion, or wipes out the lists, that it was given.
func TestSelfIsThereToBeRead(t *testing.T) {
	called := map[string]int{}
	for _, n := range []int{5, 13} {
		r, err := werewolf.Standard(n)
		if err != nil {
			t.Fatal(err)
		}
		players := make([]bottest.Player, n)
		for i := range players {
			players[i] = newPlayer(t, uint64(i))
		}
		table, err := bottest.Sit(r, bottest.Seats(names[:n]...), 3, players)
		if err != nil {
			t.Fatal(err)
		}
		moments := 0
		table.Observe = func(o *werewolf.Observation, _ string) {
			each := map[int]int{5: 29, 13: 149}[n] // a portrait takes its time
			if *long {
				each = 29
			}
			if moments++; moments%each > 0 {
				return
			}
			p := newPlayer(t, uint64(o.Seat)) // comes into the game, and finds its own words there
			if !p.Listen(o) {
				return
			}
			p.Act()
			p.account.said = []Said{{By: "a part"}}
			self, before := reflect.ValueOf(&p.Self), portrait(&p.Self)
			for i := range self.NumMethod() {
				name := self.Type().Method(i).Name
				for _, out := range self.Method(i).Call(arguments(self.Method(i).Type(), o)) {
					if opinion, is := out.Interface().(*doubt.Opinion); is {
						opinion.Score[1] += 99
						opinion.Weigh(o, p.Ledger(), doubt.Observer{Me: o.Others().First()})
					}
					scribble(out)
				}
				now := portrait(&p.Self)
				if called[name]++; now != before || p.account.said[0].By == "" {
					t.Errorf("day %d: %s has changed the %s", o.Day, name, o.Role())
				}
				before = now
			}
			for _, d := range []Decider{Nothing{}, Rules{}} {
				c := Choice{Of: Show, Shown: p.Pretence()}
				d.Choose(&p.Self, &c)
				if scribble(reflect.ValueOf(c.Shown)); portrait(&p.Self) != before {
					t.Errorf("day %d: what %T shows has changed the %s", o.Day, d, o.Role())
				}
			}
		}
		if err := table.Play(); err != nil {
			t.Fatal(err)
		}
	}
	if len(called) < 20 || called["Target"] < 5 {
		t.Errorf("called %v", called)
	}
}

// arguments are some that fit.
func arguments(of reflect.Type, o *werewolf.Observation) (list []reflect.Value) {
	for in := range of.Ins() {
		switch in {
		case reflect.TypeFor[werewolf.SeatID]():
			list = append(list, reflect.ValueOf(o.Others().First()))
		case reflect.TypeFor[werewolf.SeatSet]():
			list = append(list, reflect.ValueOf(o.Others()))
		case reflect.TypeFor[werewolf.RequestKind]():
			list = append(list, reflect.ValueOf(werewolf.Vote))
		case reflect.TypeFor[float64]():
			list = append(list, reflect.ValueOf(0.5))
		default:
			list = append(list, reflect.Zero(in))
		}
	}
	return list
}

// portrait is all that a player knows of itself, in text, without what may change when it is read.
func portrait(p *Self) string {
	var b strings.Builder
	self := reflect.ValueOf(p).Elem()
	for _, f := range reflect.VisibleFields(self.Type()) {
		if !f.Anonymous && !slices.Contains([]string{"random", "account", "decider"}, f.Name) {
			b.WriteString(f.Name)
			draw(&b, self.FieldByIndex(f.Index))
		}
	}
	return b.String()
}

// draw writes a value out, through its pointers, but for books of words and streams of chance.
func draw(b *strings.Builder, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if kind := v.Type().String(); !v.IsNil() && !slices.Contains([]string{"*wording.Book", "*rand.Rand", "*werewolf.Rules"}, kind) {
			draw(b, v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			draw(b, v.Field(i))
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			draw(b, v.Index(i))
		}
	case reflect.Map:
		var rows []string
		for key, value := range v.Seq2() {
			var row strings.Builder
			draw(&row, key)
			draw(&row, value)
			rows = append(rows, row.String())
		}
		slices.Sort(rows)
		fmt.Fprint(b, rows)
	case reflect.Func:
	case reflect.String:
		b.WriteString(v.String() + " ")
	case reflect.Bool:
		b.WriteString(strconv.FormatBool(v.Bool()) + " ")
	default:
		switch { // fmt takes its time
		case v.CanInt():
			b.WriteString(strconv.FormatInt(v.Int(), 10) + " ")
		case v.CanUint():
			b.WriteString(strconv.FormatUint(v.Uint(), 10) + " ")
		case v.CanFloat():
			b.WriteString(strconv.FormatFloat(v.Float(), 'g', -1, 64) + " ")
		default:
			fmt.Fprint(b, v, " ")
		}
	}
}

// scribble wipes out what stands in the slices of a value.
func scribble(v reflect.Value) {
	switch v.Kind() {
	case reflect.Slice:
		for i := range v.Len() {
			v.Index(i).SetZero()
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				scribble(v.Field(i))
			}
		}
	default: // holds none
	}
}
