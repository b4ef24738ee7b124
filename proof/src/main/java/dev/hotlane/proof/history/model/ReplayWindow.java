package dev.hotlane.proof.history.model;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** The last commands and what each came to, and the greatest time that was ever forgotten. Belongs to one thread. */
final class ReplayWindow {
    /** One command that is remembered; {@code content} is null of one that never runs, whatever comes. */
    record Entry(String id, String content, ReplayOutcome outcome, long keepTime) {}

    private final Deque<Entry> entries = new ArrayDeque<>();
    private final Map<String, Entry> byId = new HashMap<>();
    private long horizon;

    Entry find(String id) {
        return byId.get(Ids.same(id));
    }

    void add(String id, String content, ReplayOutcome outcome, long logTime) {
        Entry entry = new Entry(Ids.same(id), content, outcome, Math.max(logTime, Ids.time(id)));
        entries.add(entry);
        byId.put(entry.id(), entry);
    }

    /** The last N, and of these whatever is not too old. */
    void forget(ReplayRules rules, long logTime) {
        while (!entries.isEmpty()
                && (entries.size() > rules.windowSize()
                        || logTime - entries.peek().keepTime() > rules.windowAge())) {
            Entry old = entries.remove();
            byId.remove(old.id(), old);
            horizon = Math.max(horizon, old.keepTime());
        }
    }

    long horizon() {
        return horizon;
    }

    int count() {
        return entries.size();
    }
}
