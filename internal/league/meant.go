package league

import (
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"wolfden/internal/spelling"
)

// meant is the key that was probably meant by one that no plan has in its place; "" where none is close, and for a key that has
// its place elsewhere.
func meant(doc *ast.File, key *token.Token) string {
	if doc == nil || key == nil {
		return ""
	}
	plan := reflect.TypeFor[planFile]()
	for _, node := range ast.Filter(ast.MappingValueType, doc.Docs[0]) {
		v, ok := node.(*ast.MappingValueNode)
		if ok && v.Key.GetToken().Position.Offset == key.Position.Offset && !somewhere(plan, key.Value) {
			keys := keysOf(placeOf(plan, v.Key.GetPath()))
			slices.SortStableFunc(keys, func(a, b string) int { return shared(b, key.Value) - shared(a, key.Value) })
			return spelling.Nearest(key.Value, keys)
		}
	}
	return ""
}

// shared is how many letters two words begin with alike.
func shared(a, b string) (n int) {
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// placeOf is the structure in which a key with the path stands, such as $.entries[0].bot.
func placeOf(place reflect.Type, path string) reflect.Type {
	parts := strings.Split(path, ".")
	for _, part := range parts[1 : len(parts)-1] {
		name, _, _ := strings.Cut(part, "[")
		i := slices.Index(keysOf(place), name)
		if i < 0 {
			return reflect.TypeFor[struct{}]()
		}
		place = item(place.Field(i).Type)
	}
	return place
}

// keysOf are the keys of a structure, in the order of its fields; none of anything else.
func keysOf(place reflect.Type) (keys []string) {
	if place.Kind() == reflect.Struct {
		for f := range place.Fields() {
			key, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
			keys = append(keys, key)
		}
	}
	return keys
}

// item is what a list holds, or a pointer points to.
func item(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Slice || t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// somewhere reports whether a structure, or one in it, has the key.
func somewhere(place reflect.Type, key string) bool {
	keys := keysOf(place)
	found := slices.Contains(keys, key)
	for i := range keys {
		found = found || somewhere(item(place.Field(i).Type), key)
	}
	return found
}
