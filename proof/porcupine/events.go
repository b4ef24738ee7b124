package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
)

const lineMax = 16 << 20

type object = map[string]any

// One call of one client: what it sent and, if it was told, what it heard.
type attempt struct {
	client   int
	tenant   string
	id       string // with the tenant before it, if there is one
	method   string
	path     []string // below /v1, decoded, without the query
	request  object
	ifMatch  string
	call     int64
	told     int64 // 0: never
	decided  bool  // an answer that says what became of it
	status   int64
	replayed bool
	body     object
	sent     int64 // time of the call, in ns of the recorder
	local    bool  // a local answer: it is at most staleMs older than the call
	staleMs  int64
	// Of a local read: the greatest offset that its client was answered before, if it names one; else -1.
	minOffset int64
	after     int64 // of a local read: the call of its client whose effect it must show, 0 for none
	required  bool  // some local read must show its effect
}

// Gives all attempts, and the time of each event by its number, in ns of the recorder.
func readAttempts(file string) ([]*attempt, []int64, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, nil, err
	}
	defer in.Close()
	var attempts []*attempt
	times := []int64{0}
	open := map[int64]*attempt{}
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 1<<20), lineMax)
	for lines.Scan() {
		decoder := json.NewDecoder(strings.NewReader(lines.Text()))
		decoder.UseNumber()
		event := object{}
		if err := decoder.Decode(&event); err != nil {
			return nil, nil, fmt.Errorf("%s: %w in %s", file, err, lines.Text())
		}
		times = append(times, number(event, "t"))
		switch kind := text(event, "type"); kind {
		case "invoke":
			a, err := invoked(event)
			if err != nil {
				return nil, nil, err
			}
			attempts = append(attempts, a)
			open[number(event, "seq")] = a
		case "ok", "fail", "unknown":
			a := open[number(event, "invoke")]
			if a == nil {
				return nil, nil, fmt.Errorf("%s: an answer without a call: %s", file, lines.Text())
			}
			a.tell(event, kind)
		}
	}
	return attempts, times, lines.Err()
}

func invoked(event object) (*attempt, error) {
	request := child(event, "request")
	raw, terms, _ := strings.Cut(text(request, "path"), "?")
	query, err := url.ParseQuery(terms)
	if err != nil {
		return nil, fmt.Errorf("terms %s: %w", terms, err)
	}
	minOffset, err := strconv.ParseInt(query.Get("minOffset"), 10, 64)
	if err != nil {
		minOffset = -1
	}
	a := &attempt{
		client:  int(number(event, "client")),
		tenant:  text(event, "tenant"),
		method:  text(request, "method"),
		request: child(request, "body"),
		ifMatch: text(request, "ifMatch"),
		// Of the order of events only that counts which one process saw: the number, not the clock.
		call:      number(event, "seq"),
		sent:      number(event, "t"),
		minOffset: minOffset,
	}
	if has(event, "id") {
		a.id = a.key(text(event, "id"))
	}
	for _, part := range strings.Split(raw, "/")[2:] {
		decoded, err := url.PathUnescape(part)
		if err != nil {
			return nil, fmt.Errorf("path %s: %w", raw, err)
		}
		a.path = append(a.path, decoded)
	}
	return a, nil
}

// An id of the caller's tenant: two tenants may use the same one.
func (a *attempt) key(id string) string {
	if a.tenant == "" {
		return strings.ToLower(id)
	}
	return a.tenant + " " + strings.ToLower(id)
}

func (a *attempt) tell(event object, kind string) {
	a.told = number(event, "seq")
	a.status = number(event, "status")
	a.body = child(event, "body")
	a.replayed = event["replayed"] == true
	a.decided = kind == "ok" || kind == "fail" && a.status != 503
	a.local = has(event, "proof")
	a.staleMs = number(child(event, "proof"), "staleMs")
}

func (a *attempt) ok() bool { return a.decided && a.status < 300 }

func (a *attempt) unknown() bool { return !a.decided && a.status != 503 }

// What tells this call from another under the same id.
func (a *attempt) content() string {
	request, _ := json.Marshal(a.request)
	return a.method + " " + strings.Join(a.path, "/") + " " + a.ifMatch + " " + string(request)
}

func (a *attempt) code() string { return text(a.body, "code") }

// What the path asks for: of a command with a target the last part, else the first.
func (a *attempt) kind() string {
	switch {
	case a.path[0] == "transactions":
		return "transact"
	case a.path[0] == "buckets":
		return "take"
	case a.path[0] == "reservations" && len(a.path) == 1 && a.method == "POST":
		return "reserve"
	case len(a.path) == 3:
		return a.path[2]
	case a.path[0] == "counters" && a.method == "PUT":
		return "put"
	case a.path[0] == "counters" && a.method == "DELETE":
		return "delete"
	case a.path[0] == "counters" && a.path[1] == "query" && a.method == "POST":
		return "query"
	case a.path[0] == "counters":
		return "counter"
	case a.path[0] == "reservations" && len(a.path) == 2:
		return "reservation"
	case a.path[0] == "commands":
		return "command"
	}
	return "list"
}

func text(o object, name string) string {
	value, _ := o[name].(string)
	return value
}

func number(o object, name string) int64 {
	if value, ok := o[name].(json.Number); ok {
		n, err := value.Int64()
		if err == nil {
			return n
		}
	}
	return 0
}

func has(o object, name string) bool {
	_, there := o[name]
	return there
}

func child(o object, name string) object {
	value, _ := o[name].(object)
	return value
}

func children(o object, name string) []object {
	list, _ := o[name].([]any)
	var all []object
	for _, element := range list {
		if value, ok := element.(object); ok {
			all = append(all, value)
		}
	}
	return all
}
