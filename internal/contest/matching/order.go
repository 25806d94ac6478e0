package matching

// horizon is how far the order of play looks ahead for the next match.
const horizon = 512

// inOrder sorts matches, in place, so that in a contest that is stopped early
// all teams have played about equally often: next always comes the match whose
// teams have so far played least. Roles have no say, although they could be kept
// even on the way too: then whoever has followed the contest knows the next
// werewolf in four games of ten.
func inOrder(s *Spec, tables [][]chair) {
	played := make([]int, s.Teams)
	price := func(chairs []chair) (sum int) {
		for _, c := range chairs {
			sum += played[c.slot]
		}
		return sum
	}
	for i := range tables {
		best, least := i, price(tables[i])
		for k := i + 1; k < min(len(tables), i+horizon); k++ {
			if p := price(tables[k]); p < least {
				best, least = k, p
			}
		}
		next := tables[best]
		copy(tables[i+1:best+1], tables[i:best])
		tables[i] = next
		for _, c := range next {
			played[c.slot]++
		}
	}
}
