package main

import (
	"encoding/json"
	"fmt"
	"math"
	"sort"
	"strings"

	"github.com/anishathalye/porcupine"
)

const faultsTold = 20

// All attempts under one id: the lane may run them once.
type command struct {
	attempts []*attempt
	// What somebody else was told of it, by asking or by abandoning it; nil if nobody was.
	learnt   object
	learntAt int64
	gone     bool // abandoned before it ran
}

type history struct {
	groups   map[string][]porcupine.Operation
	commands map[string]*command
	groupOf  map[string]string
	faults   []string
	times    []int64               // of the events, by their numbers
	answered map[string][]*attempt // commands of a group with an answer, by group
}

// Gives the operations of each group of keys, and answers that contradict each other whatever the order.
func read(file string) (map[string][]porcupine.Operation, []string, error) {
	attempts, times, err := readAttempts(file)
	if err != nil {
		return nil, nil, err
	}
	h := &history{
		groups:   map[string][]porcupine.Operation{},
		commands: map[string]*command{},
		groupOf:  map[string]string{},
		times:    times,
		answered: map[string][]*attempt{},
	}
	var ids []string
	for _, a := range attempts {
		if a.id != "" && h.commands[a.id] == nil {
			h.commands[a.id] = &command{}
			ids = append(ids, a.id)
		}
		if a.id != "" {
			h.commands[a.id].attempts = append(h.commands[a.id].attempts, a)
		}
		if group := groupOfKeys(a); group != "" && a.id != "" && h.groupOf[a.id] == "" {
			h.groupOf[a.id] = group
		}
	}
	for _, a := range attempts {
		h.learn(a)
	}
	for _, id := range ids {
		h.addCommand(h.commands[id])
	}
	for _, a := range attempts {
		h.addRead(a)
	}
	return h.groups, h.faults, nil
}

// Keys of a group begin alike, up to the second colon.
func groupOfKeys(a *attempt) string {
	key := ""
	switch {
	case len(a.path) > 1 && (a.path[0] == "counters" || a.path[0] == "buckets") && a.kind() != "query":
		key = a.path[1]
	case len(children(a.request, "ops")) > 0:
		key = text(children(a.request, "ops")[0], "key")
	case a.kind() == "reserve" && len(children(a.request, "lines")) > 0:
		key = text(children(a.request, "lines")[0], "key")
	case a.kind() == "query":
		if keys, ok := a.request["keys"].([]any); ok && len(keys) > 0 {
			key, _ = keys[0].(string)
		}
	}
	parts := strings.SplitN(key, ":", 3)
	if len(parts) < 3 {
		return key
	}
	return parts[0] + ":" + parts[1]
}

func (h *history) group(a *attempt) string {
	if group := groupOfKeys(a); group != "" {
		return group
	}
	if len(a.path) > 1 {
		return h.groupOf[a.key(a.path[1])]
	}
	return ""
}

// Who abandons a command, or reads it, hears what became of it.
func (h *history) learn(a *attempt) {
	if !a.ok() || a.kind() != "abandon" && a.kind() != "command" {
		return
	}
	target := h.commands[a.key(a.path[1])]
	if target == nil {
		return
	}
	switch text(a.body, "state") {
	case "abandoned":
		target.gone = true
	case "done", "rejected":
		if target.learnt == nil || a.told < target.learntAt {
			target.learnt, target.learntAt = a.body, a.told
		}
	}
}

// Under one id somebody may have sent two contents: the one that was decided is the one that ran, if any did.
func (h *history) addCommand(c *command) {
	contents := map[string]*command{}
	var order []string
	decided := ""
	for _, a := range c.attempts {
		content := a.content()
		if contents[content] == nil {
			contents[content] = &command{learnt: c.learnt, learntAt: c.learntAt, gone: c.gone}
			order = append(order, content)
		}
		contents[content].attempts = append(contents[content].attempts, a)
		if a.decided && !isNoRun(a.code()) {
			decided = content
		}
	}
	for _, content := range order {
		if decided == "" || content == decided {
			h.addContent(contents[content])
		}
	}
}

func (h *history) addContent(c *command) {
	switch c.attempts[0].kind() {
	case "abandon", "take":
		return
	case "confirm", "cancel":
		h.addChange(c)
	default:
		h.addOnce(c)
	}
}

// A command whose repeat tells the stored answer: one operation at most, whatever was sent.
func (h *history) addOnce(c *command) {
	var ran, told, sent *attempt
	for _, a := range c.attempts {
		switch {
		case a.unknown() && sent == nil:
			sent = a
		case !a.decided || isNoRun(a.code()):
		case !a.replayed && ran == nil:
			ran = a
		case !a.replayed:
			h.fault("ran twice", ran, a)
		case told == nil || a.told < told.told:
			told = a
		}
	}
	for _, a := range c.attempts {
		if ran != nil && a.decided && a.replayed && !same(a.body, ran.body) {
			h.fault("a repeat was told another answer", ran, a)
		}
	}
	switch {
	case c.gone:
		if ran != nil && ran.ok() || told != nil && told.ok() {
			h.fault("it ran and was abandoned", c.attempts[0], c.attempts[len(c.attempts)-1])
		}
	case ran != nil:
		h.add(ran, output(ran.body, ran.status), ran.call, ran.told)
	case told != nil && told.code() == "ABANDONED":
	case told != nil && sent != nil:
		h.add(told, output(told.body, told.status), sent.call, told.told)
	case told != nil:
		h.fault("a first answer that is told as a repeat", told, told)
	case sent != nil && c.learnt != nil:
		h.add(sent, learntOutput(c.learnt), sent.call, c.learntAt)
	case sent != nil:
		h.add(sent, nil, sent.call, math.MaxInt64)
	}
}

// Confirm and cancel: whoever asks again, under whatever id, is told what was done first.
func (h *history) addChange(c *command) {
	decided := false
	for _, a := range c.attempts {
		if a.decided && !isNoRun(a.code()) && a.code() != "ABANDONED" && (a.ok() || !a.replayed) {
			h.add(a, output(a.body, a.status), a.call, a.told)
			decided = decided || !a.replayed
		}
	}
	for _, a := range c.attempts {
		if a.unknown() && !decided && !c.gone {
			h.add(a, nil, a.call, math.MaxInt64)
		}
	}
}

func (h *history) addRead(a *attempt) {
	if a.id != "" || !a.decided || a.kind() == "list" || a.kind() == "command" {
		return
	}
	if sum, transfers := sumOfTransfers(a); transfers && sum != 0 {
		h.fault(fmt.Sprintf("the two sides of all transfers add up to %d", sum), a, a)
	}
	if !a.local {
		h.add(a, output(a.body, a.status), a.call, a.told)
		return
	}
	if own := h.lastOwn(a); own != nil {
		own.required = true
		a.after = own.call
	}
	h.add(a, output(a.body, a.status), h.provenFrom(a), a.told)
}

// The moment that a local answer may be of: its call, moved back by its age. All that was answered before is included.
func (h *history) provenFrom(a *attempt) int64 {
	bound := a.sent - a.staleMs*1_000_000
	return int64(sort.Search(int(a.call), func(event int) bool { return h.times[event] >= bound }))
}

// The last command of the client that the offset named by its local read covers; nil for none.
func (h *history) lastOwn(a *attempt) *attempt {
	var last *attempt
	for _, own := range h.answered[h.group(a)] {
		covered := own.client == a.client && own.told < a.call && number(own.body, "offset") <= a.minOffset
		if covered && (last == nil || own.call > last.call) {
			last = own
		}
	}
	return last
}

// The sum over the two keys that units move between; false if the call reads others.
func sumOfTransfers(a *attempt) (int64, bool) {
	counters := children(a.body, "counters")
	if len(counters) != 2 || !strings.HasSuffix(text(counters[0], "key"), ":plus") ||
		!strings.HasSuffix(text(counters[1], "key"), ":minus") {
		return 0, false
	}
	return number(counters[0], "value") + number(counters[1], "value"), true
}

func (h *history) add(a *attempt, out *told, call, end int64) {
	group := h.group(a)
	if group == "" || strings.HasSuffix(strings.Join(a.path, "/"), ":rate") {
		return
	}
	if out != nil {
		out.again = a.replayed && (a.kind() == "confirm" || a.kind() == "cancel")
	}
	if out != nil && a.id != "" && a.ok() && !a.replayed {
		h.answered[group] = append(h.answered[group], a)
	}
	h.groups[group] = append(h.groups[group], porcupine.Operation{
		ClientId: a.client, Input: a, Output: out, Call: call, Return: end,
	})
}

func (h *history) fault(what string, a, b *attempt) {
	if len(h.faults) < faultsTold {
		h.faults = append(h.faults, fmt.Sprintf("id %s: %s: call %d and call %d", a.id, what, a.call, b.call))
	}
}

// Refusals that are not remembered and change nothing, and those of the clock and of buckets, which are not modelled.
func isNoRun(code string) bool {
	switch code {
	case "ID_REUSED", "ID_EXPIRED", "ID_IN_FUTURE", "MALFORMED", "UNSUPPORTED", "QUOTA_EXCEEDED",
		"RATE_LIMITED", "CLOSED", "NOT_OPEN":
		return true
	}
	return false
}

func same(a, b object) bool {
	one, _ := json.Marshal(a)
	other, _ := json.Marshal(b)
	return string(one) == string(other)
}
