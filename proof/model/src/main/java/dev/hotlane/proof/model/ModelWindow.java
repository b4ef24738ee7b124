package dev.hotlane.proof.model;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The outcomes of the last commands, and the greatest keep-time that ever left the window. Belongs to one thread. */
final class ModelWindow {
    /**
     * One outcome. A null content answers any command under that id.
     *
     * @param kept bytes of the outcome, or of the other command's outcome that it copies, each without its head
     */
    record Entry(LogEntry.Command content, String id, long sequence, long keepTime, ModelAnswer answer, long kept) {
        boolean opensHold() {
            return content instanceof LogEntry.Transact transact && transact.hold();
        }

        private long bytes() {
            return content instanceof LogEntry.Abandon ? ModelBytes.copyEntry(id, kept) : ModelBytes.entry(id, kept);
        }
    }

    private final Deque<Entry> entries = new ArrayDeque<>();
    private final Map<String, Entry> byId = new HashMap<>();
    private long bytes;
    private long horizon;

    /** Null if it is not remembered. */
    Entry find(String id) {
        return byId.get(ModelIds.same(id));
    }

    void add(LogEntry.Command content, String id, long sequence, long now, ModelAnswer answer, long kept) {
        long keepTime = ModelIds.hasTime(id) ? Math.max(now, ModelIds.time(id)) : now;
        Entry entry = new Entry(content, ModelIds.same(id), sequence, keepTime, answer, kept);
        entries.add(entry);
        bytes += entry.bytes();
        byId.put(entry.id(), entry);
    }

    /** Drops all but the newest, by number and bytes, and of these whatever is too old. Returns how many. */
    int forget(LogEntry.Numbers rules, long time) {
        int dropped = 0;
        while (!entries.isEmpty()
                && (entries.size() > rules.windowSize()
                        || entries.size() > 1 && bytes > rules.windowBytesMax()
                        || time - entries.peek().keepTime() > rules.windowAge())) {
            Entry old = entries.remove();
            bytes -= old.bytes();
            byId.remove(old.id());
            horizon = Math.max(horizon, old.keepTime());
            dropped++;
        }
        return dropped;
    }

    long horizon() {
        return horizon;
    }

    int size() {
        return entries.size();
    }

    /** Sequences of the records of the commands, oldest first. */
    List<Long> sequences() {
        return entries.stream().map(Entry::sequence).toList();
    }
}
