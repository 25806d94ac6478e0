package bottest

// Few is how many of all games a test plays that measures: about a third, or all where it is to play the whole.
func Few[N ~int | ~uint64 | ~float64](whole bool, all N) N {
	if whole {
		return all
	}
	return all/3 + 1
}
