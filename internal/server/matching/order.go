package matching

// horizon is how far the order of play looks ahead for the next match.
const horizon = 512

// inOrder sorts matches, in place, so that a contest that is stopped early is
// nearly balanced too: next always comes the match whose teams have so far
// played least, and had the least of the roles they have in it.
func inOrder(s *Spec, tables [][]Chair) {
	n := s.Players()
	played, had := make([]int, s.Teams), grid(s.Teams, kinds)
	price := func(chairs []Chair) (sum int) {
		for _, c := range chairs {
			sum += n*played[c.Slot] + had[c.Slot][c.Role]
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
			played[c.Slot]++
			had[c.Slot][c.Role]++
		}
	}
}
