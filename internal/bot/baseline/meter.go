package baseline

import (
	"reflect"

	"github.com/nikolalohinski/gonja/v2/exec"
)

// A template is a program of somebody else: it may loop, double a string with every line, hold itself. The meter counts
// what it touches and makes, in bytes, and stops it with a panic, which page.render turns into an error. It counts and
// reads no clock, so the same template always ends at the same place.
const (
	budget     = 64 << 20 // bytes a prompt may touch in all
	heaviest   = 8 << 20  // bytes one value may weigh
	perValue   = 32       // what a value costs besides its bytes
	perList    = 256      // what a body costs whenever it runs
	deepest    = 100      // boxes in boxes; a list in a list is three
	deepestRun = 32       // macros that call macros
)

type meter struct {
	rest    int // bytes left
	running int // macros that are running
}

// pay takes bytes from the budget.
func (m *meter) pay(n int) {
	if m.rest -= n; m.rest < 0 {
		stop("it does too much; a loop or a list is too long")
	}
}

// weigh pays for a value with all that it holds, before anything reads it through: a value that holds itself has no end
// and is stopped here.
func (m *meter) weigh(v *exec.Value) {
	if v == nil {
		m.pay(perValue)
		return
	}
	s := scale{}
	s.addValue(v.Val, 0)
	m.pay(s.weight)
}

// glance pays for a value of which only the outside is looked at.
func (m *meter) glance(v *exec.Value) {
	n := perValue
	if v != nil && !v.IsError() && (v.IsString() || v.IsList()) {
		n += v.Len()
	}
	m.pay(n)
}

// scale adds up one value.
type scale struct{ weight int }

func (s *scale) addWeight(n int) {
	if s.weight += n; s.weight > heaviest {
		stop("a value in it weighs more than %d bytes", heaviest)
	}
}

func (s *scale) addValue(v reflect.Value, depth int) {
	if depth > deepest {
		stop("a value in it is nested deeper than %d, or holds itself", deepest)
	}
	s.addWeight(perValue)
	switch v.Kind() {
	case reflect.String:
		s.addWeight(v.Len())
	case reflect.Interface, reflect.Pointer:
		s.addValue(v.Elem(), depth+1)
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			s.addValue(v.Index(i), depth+1)
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			s.addValue(it.Key(), depth+1)
			s.addValue(it.Value(), depth+1)
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[exec.Value]() && v.CanInterface() {
			s.addValue(v.FieldByName("Val").Interface().(reflect.Value), depth)
			return
		}
		if v.Type() == reflect.TypeFor[reflect.Value]() {
			return
		}
		for i := range v.NumField() {
			s.addValue(v.Field(i), depth+1)
		}
	default: // numbers, and nothing
	}
}
