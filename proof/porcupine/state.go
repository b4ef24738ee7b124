package main

import (
	"hash/fnv"
	"sort"
	"strconv"
)

// Of one key: what is available, what open reservations would give back, what confirmed ones kept.
type counter struct{ value, held, confirmed int64 }

type line struct {
	key       string
	quantity  int64 // of a limit below 0
	confirmed int64
}

type hold struct {
	state     string
	expiresAt int64
	lines     []line
}

// What a group of keys is at one point of an order; never changed once it is made.
type state struct {
	time     int64
	counters map[string]counter
	holds    map[string]hold
	hash     uint64
	own      map[int]int64 // by client: the last of its calls that ran, of those that a local read must show
}

func newState() *state {
	return &state{counters: map[string]counter{}, holds: map[string]hold{}}
}

func (s *state) clone() *state {
	c := &state{time: s.time, hash: s.hash, own: s.own}
	c.counters = make(map[string]counter, len(s.counters)+1)
	for key, value := range s.counters {
		c.counters[key] = value
	}
	c.holds = make(map[string]hold, len(s.holds)+1)
	for id, value := range s.holds {
		c.holds[id] = value
	}
	return c
}

// The same state, behind that call of a client. It follows from which calls ran, so it is not in the hash.
func (s *state) ran(client int, call int64) *state {
	next := *s
	next.own = map[int]int64{client: max(call, s.own[client])}
	for other, last := range s.own {
		if other != client {
			next.own[other] = last
		}
	}
	return &next
}

// The hash is a sum over all entries, so that it follows changes.
func (s *state) put(key string, c counter) {
	s.hash -= counterHash(key, s.counters[key])
	s.counters[key] = c
	s.hash += counterHash(key, c)
}

func (s *state) putHold(id string, h hold) {
	if old, there := s.holds[id]; there {
		s.hash -= holdHash(id, old)
	}
	s.holds[id] = h
	s.hash += holdHash(id, h)
}

func counterHash(key string, c counter) uint64 {
	if c == (counter{}) {
		return 0
	}
	return hashed(key, c.value, c.held, c.confirmed)
}

func holdHash(id string, h hold) uint64 {
	sum := hashed(id+" "+h.state, h.expiresAt)
	for i, l := range h.lines {
		sum = sum*31 + hashed(l.key, int64(i), l.quantity, l.confirmed)
	}
	return sum
}

func hashed(text string, numbers ...int64) uint64 {
	h := fnv.New64a()
	h.Write([]byte(text))
	for _, n := range numbers {
		h.Write([]byte{' '})
		h.Write(strconv.AppendInt(nil, n, 36))
	}
	return h.Sum64()
}

// Time goes on to that; reservations that are over by then are given back.
func (s *state) at(time int64) *state {
	next := s.clone()
	next.time = time
	for id, h := range next.holds {
		if h.state == "held" && h.expiresAt <= time {
			next.settle(id, "expired", make([]int64, len(h.lines)))
		}
	}
	return next
}

// Every moment that may have come unseen: now, or when some of the open reservations were over.
func (s *state) laterMoments() []*state {
	ends := map[int64]bool{}
	for _, h := range s.holds {
		if h.state == "held" {
			ends[h.expiresAt] = true
		}
	}
	times := make([]int64, 0, len(ends))
	for end := range ends {
		times = append(times, end)
	}
	sort.Slice(times, func(i, j int) bool { return times[i] < times[j] })
	moments := []*state{s}
	for _, time := range times {
		moments = append(moments, s.at(time))
	}
	return moments
}

// Ends a reservation: of each line so much is kept, with its sign, and the rest goes back.
func (s *state) settle(id, how string, kept []int64) {
	h := s.holds[id]
	lines := make([]line, len(h.lines))
	for i, l := range h.lines {
		c := s.counters[l.key]
		c.value += l.quantity - kept[i]
		c.held -= l.quantity
		c.confirmed += kept[i]
		s.put(l.key, c)
		lines[i] = line{l.key, l.quantity, kept[i]}
	}
	s.putHold(id, hold{how, h.expiresAt, lines})
}
