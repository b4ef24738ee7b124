package main

// What an operation told, in one form for all calls.
type told struct {
	status  int64
	code    string
	time    int64 // of the log, 0 if it was not told
	again   bool  // it was done before, by whatever call
	results []result
	body    object
}

type result struct {
	previous, value int64
	known           bool
}

func output(body object, status int64) *told {
	out := &told{status: status, code: text(body, "code"), body: body, time: number(body, "time")}
	if out.time == 0 {
		out.time = number(body, "serverTime")
	}
	out.results = results(body)
	return out
}

// Of a stored outcome, told to somebody who asked: the numbers come without keys, in the order of the ops.
func learntOutput(stored object) *told {
	out := output(stored, 200)
	if text(stored, "state") == "rejected" {
		out.status = number(stored, "status")
	}
	if reservation := child(stored, "reservation"); reservation != nil {
		out.body = reservation
		out.results = results(reservation)
	}
	return out
}

func results(body object) []result {
	var all []result
	for _, each := range children(body, "results") {
		all = append(all, result{number(each, "previous"), number(each, "value"), true})
	}
	if has(body, "previous") {
		all = append(all, result{number(body, "previous"), number(body, "value"), true})
	}
	return all
}
