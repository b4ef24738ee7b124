package main

// Confirm, cancel or extend a reservation.
func change(s *state, a *attempt, out *told) *state {
	id := a.key(a.path[1])
	h, there := s.holds[id]
	if out != nil && out.status >= 300 {
		return refusedChange(s, a, h, there, out)
	}
	if !there {
		return orNothing(s, out)
	}
	if out != nil && out.again {
		if h.state == map[string]string{"confirm": "confirmed", "cancel": "cancelled"}[a.kind()] && tells(out.body, h) {
			return s
		}
		return nil
	}
	if h.state != "held" {
		return orNothing(s, out)
	}
	next := s.clone()
	switch a.kind() {
	case "extend":
		h.expiresAt = s.time + number(a.request, "ttlMs")
		next.putHold(id, h)
	case "cancel":
		next.settle(id, "cancelled", make([]int64, len(h.lines)))
	default:
		kept, fits := kept(h, children(a.request, "lines"))
		if !fits {
			return orNothing(s, out)
		}
		next.settle(id, "confirmed", kept)
	}
	if out != nil && !tells(out.body, next.holds[id]) {
		return nil
	}
	return next
}

// Without an answer it may have been refused.
func orNothing(s *state, out *told) *state {
	if out == nil {
		return s
	}
	return nil
}

func refusedChange(s *state, a *attempt, h hold, there bool, out *told) *state {
	fits := true
	switch out.code {
	case "NOT_FOUND":
		fits = !there
	case "EXPIRED":
		fits = there && h.state == "expired"
	case "ALREADY_CONFIRMED":
		fits = there && h.state == "confirmed"
	case "ALREADY_CANCELLED":
		fits = there && h.state == "cancelled"
	case "EXCEEDS_HELD":
		_, enough := kept(h, children(a.request, "lines"))
		fits = there && h.state == "held" && !enough
	}
	if !fits {
		return nil
	}
	return s
}

// How much of each line is kept: what is named fills the lines of its key in order; of limits the share, rounded up.
func kept(h hold, named []object) ([]int64, bool) {
	kept := make([]int64, len(h.lines))
	var total, sum int64
	for i, l := range h.lines {
		if l.quantity > 0 {
			total += l.quantity
			if len(named) == 0 {
				kept[i] = l.quantity
			}
		}
	}
	for _, each := range named {
		rest := number(each, "quantity")
		for i, l := range h.lines {
			if l.key == text(each, "key") && l.quantity > 0 {
				more := min(rest, l.quantity-kept[i])
				kept[i] += more
				rest -= more
			}
		}
		if rest > 0 {
			return nil, false
		}
	}
	for _, k := range kept {
		sum += k
	}
	for i, l := range h.lines {
		if l.quantity < 0 {
			kept[i] = -((-l.quantity*sum + total - 1) / total)
		}
	}
	return kept, true
}
