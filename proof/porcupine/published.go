package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// What a change feed published: its events by the command's id, with the tenant before it, up to its position.
type published struct {
	upTo int64
	byId map[string][]object
}

// The first line is the position, each other one an event.
func readPublished(file string) (*published, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	p := &published{upTo: -1, byId: map[string][]object{}}
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 1<<20), lineMax)
	for first := true; lines.Scan(); first = false {
		decoder := json.NewDecoder(strings.NewReader(lines.Text()))
		decoder.UseNumber()
		event := object{}
		if err := decoder.Decode(&event); err != nil {
			return nil, fmt.Errorf("%s: %w in %s", file, err, lines.Text())
		}
		switch {
		case first:
			p.upTo = number(event, "upTo")
		case has(event, "id"):
			of := &attempt{tenant: text(event, "tenant")}
			id := of.key(text(event, "id"))
			p.byId[id] = append(p.byId[id], event)
		}
	}
	return p, lines.Err()
}

// Each acknowledged change is published exactly once, with the values of its answer. Gives the number of those compared.
func (p *published) compare(attempts []*attempt) (int, []string) {
	var faults []string
	fault := func(what string, a *attempt) {
		if len(faults) < faultsTold {
			faults = append(faults, fmt.Sprintf("id %s: %s: call %d", a.id, what, a.call))
		}
	}
	compared := 0
	for _, a := range attempts {
		if a.id == "" || !a.ok() || a.replayed || number(a.body, "offset") > p.upTo || !changed(a) {
			continue
		}
		compared++
		var of []object
		for _, event := range p.byId[a.id] {
			if number(event, "seq") == number(a.body, "offset") {
				of = append(of, event)
			}
		}
		switch {
		case len(of) != 1:
			fault(fmt.Sprintf("an acknowledged change is published %d times", len(of)), a)
		case !sameValues(a, of[0]):
			fault("an acknowledged change is published with other values", a)
		}
	}
	return compared, faults
}

// Whether the answer alone shows that something changed which a feed without buckets publishes.
func changed(a *attempt) bool {
	switch a.kind() {
	case "reserve", "confirm", "cancel":
		return true
	case "take", "abandon", "extend":
		return false
	}
	for key, value := range values(a) {
		if !strings.HasSuffix(key, ":rate") && value.previous != value.value {
			return true
		}
	}
	return false
}

// What the answer shows of each counter: before its first op, after its last.
func values(a *attempt) map[string]result {
	all := map[string]result{}
	results := results(a.body)
	for i, op := range ops(a) {
		if i >= len(results) {
			break
		}
		key := text(op, "key")
		first, there := all[key]
		if !there {
			first = results[i]
		}
		all[key] = result{first.previous, results[i].value, true}
	}
	return all
}

func sameValues(a *attempt, event object) bool {
	shown := map[string]int64{}
	for _, change := range children(event, "changes") {
		shown[text(change, "key")] = number(change, "value")
	}
	if a.kind() == "reserve" || a.kind() == "confirm" || a.kind() == "cancel" {
		return sameReservation(a, event) && sameRemaining(a, shown)
	}
	for key, value := range values(a) {
		found, there := shown[key]
		if !strings.HasSuffix(key, ":rate") && value.previous != value.value && (!there || found != value.value) {
			return false
		}
	}
	return true
}

func publishedFaults(history, events string) (int, []string, error) {
	attempts, _, err := readAttempts(history)
	if err != nil {
		return 0, nil, err
	}
	p, err := readPublished(events)
	if err != nil {
		return 0, nil, err
	}
	compared, faults := p.compare(attempts)
	return compared, faults, nil
}
