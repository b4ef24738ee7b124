package main

import "github.com/anishathalye/porcupine"

// The contract for one group of keys. Where nobody was told the time of the log, or what became of a call, every
// possibility is followed.
func laneModel() *porcupine.NondeterministicModel {
	return &porcupine.NondeterministicModel{
		Init: func() []any { return []any{newState()} },
		Step: func(s, input, output any) []any {
			var next []any
			for _, each := range step(s.(*state), input.(*attempt), output.(*told)) {
				next = append(next, each)
			}
			return next
		},
		Equal: func(a, b any) bool {
			one, other := a.(*state), b.(*state)
			return one.hash == other.hash && one.time == other.time
		},
		Hash: func(s any) uint64 { return s.(*state).hash ^ uint64(s.(*state).time) },
	}
}

func step(s *state, a *attempt, out *told) []*state {
	var moments, next []*state
	switch {
	case s.own[a.client] < a.after:
		return nil
	case out != nil && out.again:
		moments = s.laterMoments()
	case out != nil && out.time != 0:
		if out.time < s.time {
			return nil
		}
		moments = []*state{s.at(out.time)}
	default:
		moments = s.laterMoments()
	}
	if out == nil {
		next = append(next, s)
	}
	for _, moment := range moments {
		if after := apply(moment, a, out); after != nil {
			next = append(next, after)
		}
	}
	if out != nil && a.required {
		for i, each := range next {
			next[i] = each.ran(a.client, a.call)
		}
	}
	return next
}

// The state after the call, nil if it can't have told that there. Without an answer: what it does if it runs.
func apply(s *state, a *attempt, out *told) *state {
	switch a.kind() {
	case "counter":
		return reads(s, []object{out.body})
	case "query":
		return reads(s, children(out.body, "counters"))
	case "reservation":
		return readsHold(s, a.key(a.path[1]), out)
	case "confirm", "cancel", "extend":
		return change(s, a, out)
	}
	return transact(s, a, out)
}

func reads(s *state, counters []object) *state {
	for _, told := range counters {
		c := counter{number(told, "value"), number(told, "held"), number(told, "confirmed")}
		if !has(told, "bucket") && s.counters[text(told, "key")] != c {
			return nil
		}
	}
	return s
}

func readsHold(s *state, id string, out *told) *state {
	h, there := s.holds[id]
	if out.status == 404 {
		if there {
			return nil
		}
		return s
	}
	if !there || !tells(out.body, h) {
		return nil
	}
	return s
}

func tells(body object, h hold) bool {
	if text(body, "state") != h.state || number(body, "expiresAt") != h.expiresAt {
		return false
	}
	stock, limits := children(body, "lines"), children(body, "limits")
	for _, l := range h.lines {
		from, sign := &stock, int64(1)
		if l.quantity < 0 {
			from, sign = &limits, -1
		}
		if len(*from) == 0 {
			return false
		}
		told := (*from)[0]
		*from = (*from)[1:]
		if text(told, "key") != l.key || number(told, "quantity") != sign*l.quantity ||
			number(told, "confirmed") != sign*l.confirmed {
			return false
		}
	}
	return len(stock)+len(limits) == 0
}
