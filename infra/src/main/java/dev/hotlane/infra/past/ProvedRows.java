package dev.hotlane.infra.past;

import dev.hotlane.flusher.mysql.ChangeRow;
import dev.hotlane.flusher.mysql.ChangeRow.Cause;
import dev.hotlane.processor.state.ChangeTrace.Numbers;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Rows of changes that wait until a TICK proves them. A counter that one record changed twice is one row: the value before
 * the first change, the numbers and the cause of the last, which is the record's command if that changed it. One thread.
 */
final class ProvedRows {
    private static final byte[] NO_TENANT = {};

    private final Deque<ChangeRow> waiting = new ArrayDeque<>();
    private final Map<ByteBuffer, ChangeRow> ofRecord = new LinkedHashMap<>();
    private final Deque<ChangeRow> proved = new ArrayDeque<>();
    private int sent;

    /** Adds a change of the record that is being followed. */
    void add(TracedChange change) {
        ByteBuffer key = ByteBuffer.wrap(change.key());
        ChangeRow first = ofRecord.get(key);
        Long before = first == null ? before(change.before()) : first.before();
        ofRecord.put(
                key,
                new ChangeRow(change.sequence(), change.time(), cause(change), change.key(), before, after(change)));
    }

    /** The record is done. */
    void endRecord() {
        waiting.addAll(ofRecord.values());
        ofRecord.clear();
    }

    /** From now on the rows below that sequence are proved. */
    void prove(long next) {
        while (isBelow(waiting, next)) {
            proved.addLast(waiting.removeFirst());
        }
    }

    /** How many rows are proved, and neither sent nor dropped. */
    int count() {
        return proved.size() - sent;
    }

    /** Returns the proved rows, which are sent from now on; they stay until they are dropped. */
    List<ChangeRow> send() {
        sent = proved.size();
        return proved();
    }

    /** What was sent may be in the table or not: it is to be sent again unless it is dropped. */
    void takeBack() {
        sent = 0;
    }

    /** The proved rows, in the order of their sequences. */
    List<ChangeRow> proved() {
        return new ArrayList<>(proved);
    }

    /** Drops the rows below that sequence: the table has them. None may be sent. */
    void dropBelow(long next) {
        while (isBelow(proved, next)) {
            proved.removeFirst();
        }
        while (isBelow(waiting, next)) {
            waiting.removeFirst();
        }
    }

    private static boolean isBelow(Deque<ChangeRow> rows, long next) {
        return !rows.isEmpty() && rows.peekFirst().sequence() < next;
    }

    private static Long before(Numbers numbers) {
        return numbers.equals(Numbers.ABSENT) ? null : Long.valueOf(numbers.value());
    }

    private static ChangeRow.Numbers after(TracedChange change) {
        Numbers after = change.after();
        return change.isRemoved()
                ? null
                : new ChangeRow.Numbers(after.value(), after.version(), after.held(), after.confirmed());
    }

    /** A record key is the id, or tenant, space, id. */
    private static Cause cause(TracedChange change) {
        byte[] key = change.id();
        int space = 0;
        while (key != null && space < key.length && key[space] != ' ') {
            space++;
        }
        if (key == null || space == key.length) {
            return new Cause(change.kind(), NO_TENANT, key);
        }
        return new Cause(change.kind(), Arrays.copyOf(key, space), Arrays.copyOfRange(key, space + 1, key.length));
    }
}
