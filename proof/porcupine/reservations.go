package main

// What an answer shows of the reservation that its command made or ended, and what the event of that sequence has.
func sameReservation(a *attempt, event object) bool {
	state := map[string]string{"reserve": "held", "confirm": "confirmed", "cancel": "cancelled"}[a.kind()]
	var of []object
	for _, each := range children(event, "reservations") {
		if text(each, "id") == text(a.body, "id") && text(each, "tenant") == a.tenant && text(each, "state") == state {
			of = append(of, each)
		}
	}
	return len(of) == 1 &&
		text(of[0], "owner") == text(a.body, "owner") &&
		number(of[0], "expiresAt") == number(a.body, "expiresAt") &&
		sameLines(children(a.body, "lines"), children(of[0], "lines")) &&
		sameLines(children(a.body, "limits"), children(of[0], "limits"))
}

// In the same order, with the same quantities, and of a confirmed one with what it keeps of each.
func sameLines(answered, published []object) bool {
	if len(answered) != len(published) {
		return false
	}
	for i, each := range answered {
		other := published[i]
		if text(each, "key") != text(other, "key") ||
			number(each, "quantity") != number(other, "quantity") ||
			has(each, "confirmed") != has(other, "confirmed") ||
			number(each, "confirmed") != number(other, "confirmed") {
			return false
		}
	}
	return true
}

// What a reservation's creation says to be left of each key, after its last line there.
func sameRemaining(a *attempt, shown map[string]int64) bool {
	left := map[string]int64{}
	for _, each := range children(a.body, "lines") {
		if has(each, "remaining") {
			left[text(each, "key")] = number(each, "remaining")
		}
	}
	for key, value := range left {
		if found, there := shown[key]; !there || found != value {
			return false
		}
	}
	return true
}
