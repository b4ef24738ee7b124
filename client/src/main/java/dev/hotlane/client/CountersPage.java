package dev.hotlane.client;

import java.util.List;
import java.util.Optional;

/**
 * A page of counters from MySQL, in the order of their keys' bytes.
 *
 * @param counters the counters
 * @param at MySQL holds the state just before this place
 * @param cursor start of the next page; empty on the last page
 */
public record CountersPage(List<CounterValue> counters, LogPoint at, Optional<String> cursor) {
    static CountersPage read(JsonFields body) {
        LogPoint at = LogPoint.read(body);
        return new CountersPage(body.list("counters", one -> CounterValue.read(one, at)), at, body.textIfAny("cursor"));
    }
}
