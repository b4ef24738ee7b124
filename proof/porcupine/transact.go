package main

import "strings"

// A command that runs ops, all or none, and may hold what it took.
func transact(s *state, a *attempt, out *told) *state {
	if out != nil && out.status >= 300 {
		return refused(s, a, out)
	}
	next := s.clone()
	var lines []line
	for i, op := range ops(a) {
		key := text(op, "key")
		c := next.counters[key]
		before := c.value
		if !run(op, &c) {
			return nil
		}
		if op["op"] == "take" || !matches(out, i, before, c.value) {
			if op["op"] != "take" {
				return nil
			}
			continue
		}
		next.put(key, c)
		if op["op"] == "add" {
			lines = append(lines, line{key: key, quantity: before - c.value})
		}
	}
	if a.kind() != "reserve" {
		return next
	}
	expiresAt := next.time + number(a.request, "ttlMs")
	if out != nil {
		expiresAt = number(out.body, "expiresAt")
		if !remains(next, lines, out.body) {
			return nil
		}
	}
	for _, l := range lines {
		c := next.counters[l.key]
		c.held += l.quantity
		next.put(l.key, c)
	}
	next.putHold(a.id, hold{"held", expiresAt, lines})
	return next
}

// What the call asks for, as ops; checks of time and takes from buckets say nothing here.
func ops(a *attempt) []object {
	switch a.kind() {
	case "transact":
		return children(a.request, "ops")
	case "reserve":
		var all []object
		for _, l := range children(a.request, "limits") {
			all = append(all, object{"op": "add", "key": l["key"], "by": number(l, "quantity"), "max": l["max"]})
		}
		for _, l := range children(a.request, "lines") {
			all = append(all, object{"op": "add", "key": l["key"], "by": -number(l, "quantity")})
		}
		return all
	case "put":
		return []object{{"op": "set", "key": a.path[1], "to": number(a.request, "value")}}
	case "drain":
		return []object{{"op": "set", "key": a.path[1], "to": int64(0)}}
	case "increment":
		by := int64(1)
		if has(a.request, "amount") {
			by = number(a.request, "amount")
		}
		return []object{{"op": "add", "key": a.path[1], "by": by}}
	}
	return []object{{"op": "remove", "key": a.path[1]}}
}

func run(op object, c *counter) bool {
	switch op["op"] {
	case "add":
		by, given := op["by"].(int64)
		if !given {
			by = number(op, "delta")
		}
		return add(op, c, by)
	case "set":
		c.value = op["to"].(int64)
	case "remove":
		c.value, c.confirmed = 0, 0
	case "check":
		return !(has(op, "min") && c.value < number(op, "min") || has(op, "max") && c.value > number(op, "max"))
	}
	return true
}

func add(op object, c *counter, by int64) bool {
	sum := c.value + by
	low, lowest := number(op, "min"), true
	if has(op, "min") && op["min"] == nil {
		lowest = false
	}
	if op["clamp"] == true {
		if by < 0 && lowest {
			sum = max(sum, min(low, c.value))
		} else if by > 0 && has(op, "max") {
			sum = min(sum, max(number(op, "max"), c.value))
		}
		c.value = sum
		return true
	}
	if lowest && sum < low || has(op, "max") && sum > number(op, "max") {
		return false
	}
	c.value = sum
	return true
}

func matches(out *told, op int, before, after int64) bool {
	if out == nil || op >= len(out.results) {
		return true
	}
	return out.results[op].previous == before && out.results[op].value == after
}

// What a reservation's creation told to be left after each of its stock lines.
func remains(s *state, lines []line, body object) bool {
	left := map[string]int64{}
	for i := len(lines) - 1; i >= 0; i-- {
		l := lines[i]
		if _, seen := left[l.key]; !seen {
			left[l.key] = s.counters[l.key].value
		}
	}
	stock := children(body, "lines")
	at := len(stock)
	for i := len(lines) - 1; i >= 0; i-- {
		l := lines[i]
		if l.quantity > 0 {
			at--
			if at < 0 || has(stock[at], "remaining") && number(stock[at], "remaining") != left[l.key] {
				return false
			}
		}
		left[l.key] += l.quantity
	}
	return true
}

// A refusal must have had its reason, and changes nothing.
func refused(s *state, a *attempt, out *told) *state {
	switch out.code {
	case "INSUFFICIENT", "LIMIT_EXCEEDED":
		next, failed := s.clone(), number(out.body, "failedOp")
		for i, op := range ops(a) {
			key := text(op, "key")
			c := next.counters[key]
			before := c.value
			runs := run(op, &c)
			if int64(i) == failed {
				if runs || before != number(out.body, "available") {
					return nil
				}
				return s
			}
			if !runs {
				return nil
			}
			next.put(key, c)
		}
		return nil
	case "EXISTS", "VALUE_MISMATCH", "VERSION_MISMATCH":
		key := text(out.body, "key")
		if key != "" && !strings.HasSuffix(key, ":rate") && s.counters[key].value != number(out.body, "available") {
			return nil
		}
	}
	return s
}
