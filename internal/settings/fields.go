package settings

import (
	"encoding"
	"math"
	"reflect"
	"strconv"
	"strings"
)

// Fields are the keys of a structure, to which into points: of its fields with the tag yaml, and of structures embedded in
// it. The type of a field says what may stand there. A field whose key is absent is left as it is, a pointer nil.
func Fields(into any) []Key { return fields(reflect.ValueOf(into).Elem()) }

func fields(v reflect.Value) (table []Key) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		switch {
		case name != "":
			table = append(table, Key{Path: name, Form: formOf(v.Field(i))})
		case f.Anonymous:
			table = append(table, fields(reflect.Indirect(v.Field(i)))...)
		}
	}
	return table
}

// formOf is the form of a variable.
func formOf(v reflect.Value) Form {
	if t, is := v.Addr().Interface().(encoding.TextUnmarshaler); is {
		return ownForm(t)
	}
	switch v.Kind() {
	case reflect.String:
		return Single("text", false, func(s string) string { v.SetString(s); return "" })
	case reflect.Int, reflect.Int64:
		return Single("a whole number", true, func(s string) string {
			n, why := Whole(s, math.MinInt, math.MaxInt)
			v.SetInt(int64(n))
			return why
		})
	case reflect.Float64:
		return Single("a number", true, func(s string) string {
			x, err := strconv.ParseFloat(s, 64)
			if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
				return "is not a number"
			}
			v.SetFloat(x)
			return ""
		})
	case reflect.Struct:
		return Form{Want: "a group of keys", Sub: fields(v), Read: func(r *Reader, path string, n *Node) { r.Walk(path, n, fields(v), nil) }}
	case reflect.Pointer, reflect.Slice, reflect.Map:
		return formOfMore(v, func() reflect.Value { return reflect.New(v.Type().Elem()).Elem() })
	default: // an empty interface
		return Form{Want: anything, Read: func(_ *Reader, _ string, n *Node) {
			if plain := n.plain(); plain != nil {
				v.Set(reflect.ValueOf(plain))
			}
		}}
	}
}

// formOfMore is the form of a variable that holds others, each of which it is given anew.
func formOfMore(v reflect.Value, another func() reflect.Value) Form {
	f := formOf(another())
	read := func(r *Reader, path string, n *Node) reflect.Value {
		one := another()
		formOf(one).Read(r, path, n)
		return one
	}
	switch want := f.Want; v.Kind() {
	case reflect.Slice:
		f.Want, f.List = "a list", true
		f.Read = func(r *Reader, path string, n *Node) {
			all := Items(r, path, n, "which each is "+want, func(at string, item *Node) reflect.Value { return read(r, at, item) })
			v.Set(reflect.Append(reflect.Zero(v.Type()), all...))
		}
	case reflect.Map:
		f = Form{Want: "a group of keys"}
		f.Read = func(r *Reader, path string, n *Node) {
			v.Set(reflect.MakeMap(v.Type()))
			r.Entries(path, n, f.Want, func(at string, p Pair) {
				one := another()
				if p.Value.Kind != Null {
					one = read(r, at, p.Value)
				}
				v.SetMapIndex(reflect.ValueOf(p.Key), one)
			})
		}
	default: // a pointer
		f.Read = func(r *Reader, path string, n *Node) {
			if n.Kind != Null {
				v.Set(read(r, path, n).Addr())
			}
		}
	}
	return f
}

// ownForm is that of a type that reads its text by itself; its errors say what to write.
func ownForm(t encoding.TextUnmarshaler) Form {
	return Form{Want: "text", Read: func(r *Reader, path string, n *Node) {
		if n.Kind != Scalar {
			r.Fault(path, n.Line, "%s does not fit; write a single value", n.Kind)
		} else if err := t.UnmarshalText([]byte(n.Text)); err != nil {
			r.Fault(path, n.Line, "%v", err)
		}
	}}
}

// plain is a value as YAML takes it, of texts, numbers, truths, lists and maps.
func (n *Node) plain() any {
	switch n.Kind {
	case List:
		all := []any{}
		for _, item := range n.Items {
			all = append(all, item.plain())
		}
		return all
	case Mapping:
		all := map[string]any{}
		for _, p := range n.Pairs {
			all[p.Key] = p.Value.plain()
		}
		return all
	case Null, Scalar:
	}
	return n.value
}
