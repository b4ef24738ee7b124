package dev.hotlane.infra.past;

import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.FlusherException;
import dev.hotlane.flusher.mysql.HistoryPosition;
import dev.hotlane.flusher.mysql.HistoryTable;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.infra.past.PastException.Reason;
import dev.hotlane.processor.state.ChangeTrace;
import dev.hotlane.processor.state.Effects;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Keeps a table of every change of a lane, each once. It replays the log to the table's position, follows it from there,
 * and writes what a TICK has proved: rows and position in one transaction, which moves the position only if no other
 * process did. If one did, it drops what the table has and goes on behind. Reads the log only. One thread, and one
 * inside that writes.
 */
public final class ProjectedHistory implements AutoCloseable {
    /** A transaction has about this many rows when the follower is behind, and whole TICKs. */
    private static final int ROWS = 10_000;

    /** Without rows the position moves after this many records. */
    private static final int IDLE_RECORDS = 10;

    /** On a busy lane a poll is never empty: after this long a step writes what is proved. */
    private static final long READ_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(100);

    /** The same while the records are older than this process. */
    private static final long BEHIND_NANOS_MAX = TimeUnit.SECONDS.toNanos(1);

    /** Records between two looks at the clock. */
    private static final int RECORDS_AT_ONCE = 256;

    private final Supplier<LogSpan> logs;
    private final Identity identity;
    private final SnapshotShelf shelf;
    private final HistoryTable table;
    private final HistoryWriter writer;
    private final int rowsAtOnce;
    private final Consumer<String> notes;
    private final ChangeTrace trace = new ChangeTrace();
    private final Meta meta = new Meta();
    private final Progress progress;
    private final Deque<HistoryPosition> ticked = new ArrayDeque<>();
    private LogSpan log;
    private PastReplay replay;
    private RecordChanges changes;
    private ProvedRows rows;
    private HistoryPosition position;
    private HistoryPosition proved;
    private long end;
    private int failures;
    private long written;

    /**
     * Opens the table and replays to its position; {@link #step} goes on from there.
     *
     * @param into a database without a checkpoint
     * @param snapshots to begin with; without a usable one: the first record of the log
     * @throws FlusherException if the database can't be used, or its table belongs to another lane
     * @throws PastException if the records that the table needs are gone
     */
    public ProjectedHistory(
            KafkaConnection kafka, String lane, FlushSettings into, List<Path> snapshots, Consumer<String> notes) {
        this(() -> LogSpan.of(kafka, lane), TopicAdmin.identity(kafka, lane), into, snapshots, notes, ROWS);
    }

    ProjectedHistory(
            Supplier<LogSpan> logs,
            Identity identity,
            FlushSettings into,
            List<Path> snapshots,
            Consumer<String> notes,
            int rowsAtOnce) {
        this.logs = logs;
        this.rowsAtOnce = rowsAtOnce;
        this.identity = identity;
        this.notes = notes;
        shelf = new SnapshotShelf(snapshots, identity, notes);
        progress = new Progress(notes);
        table = HistoryTable.open(into);
        writer = new HistoryWriter(table);
        try {
            begin();
        } catch (Throwable e) {
            close();
            throw e;
        }
    }

    private void begin() {
        try {
            replayTo(table.position().orElse(null));
        } catch (RuntimeException e) {
            leave();
            throw e;
        }
    }

    private void replayTo(HistoryPosition stored) {
        log = logs.get();
        PastStart start = new ProjectedStart(shelf, log, identity).before(stored);
        end = log.end();
        log.follow();
        replay = new PastReplay(log, start.state(), start.last(), trace);
        rows = new ProvedRows();
        changes = new RecordChanges(HistoryQuery.ALL, start.state(), trace, rows::add);
        HistoryPosition here = here();
        position = stored == null ? table.initialize(here) : stored;
        ProjectedStart.requireSameLog(here, position);
        ticked.clear();
        proved = here;
        compare(here);
    }

    /** The next step begins again at the table's position. */
    private void leave() {
        replay = null;
        if (log != null) {
            log.close();
            log = null;
        }
    }

    /** The state's own position. */
    private HistoryPosition here() {
        replay.state().describe(meta);
        long next = meta.sequenceBase + meta.nextOffset;
        return new HistoryPosition(identity, meta.sequenceBase, next, meta.logTime, meta.digest);
    }

    private void compare(HistoryPosition here) {
        if (here.next() == position.next() && here.digest() != position.digest()) {
            throw new PastException(
                    Reason.DIFFERS,
                    "the replay up to sequence " + (here.next() - 1) + " gives another state than the one whose changes"
                            + " are in the table: another build, a snapshot that was changed, or a damaged log");
        }
    }

    /**
     * Applies the next records for about 100 ms, or less if there are none, and writes what is proved. Far behind, the next
     * step reads while MySQL writes, and throws what became of it. Returns how long to wait before the next call: not at
     * all, unless MySQL failed. Throws faults that are final.
     */
    public Duration step() {
        try {
            if (replay == null) {
                begin();
            }
            read();
            settle();
            if (replay != null && isDue()) {
                write();
            }
            failures = 0;
            return Duration.ZERO;
        } catch (FlusherException e) {
            requirePassing(e);
            failures++;
            if (Integer.bitCount(failures) == 1) {
                notes.accept("attempt " + failures + " failed, the next one follows: " + e.getMessage());
            }
            return Duration.ofMillis(50L << Math.min(failures, 6));
        }
    }

    private void read() {
        long begin = System.nanoTime();
        long most = replay.state().nextOffset() < end ? BEHIND_NANOS_MAX : READ_NANOS_MAX;
        boolean more = true;
        while (more && rows.count() < rowsAtOnce && System.nanoTime() - begin < most) {
            for (int i = 0; more && i < RECORDS_AT_ONCE && rows.count() < rowsAtOnce; i++) {
                more = follow(replay.peek());
            }
        }
    }

    /** Returns whether there was a record. */
    private boolean follow(ConsumerRecord<byte[], byte[]> next) {
        if (next == null) {
            return false;
        }
        Effects effects = replay.apply();
        long sequence = proved.base() + next.offset();
        if (sequence >= position.next()) {
            changes.follow(next, effects, sequence, replay.state().logTime());
            rows.endRecord();
        }
        if (effects.kind() == RecordKind.TICK && effects.accepted()) {
            tick();
        }
        if (next.offset() < end) {
            progress.at(next.offset(), end);
        }
        return true;
    }

    private void tick() {
        HistoryPosition here = here();
        compare(here);
        long next = proved.base() + replay.provedBelow();
        while (!ticked.isEmpty() && ticked.peek().next() <= next) {
            proved = ticked.remove();
            rows.prove(proved.next());
        }
        ticked.add(here);
    }

    private boolean isDue() {
        return rows.count() > 0 || proved.next() - position.next() >= IDLE_RECORDS;
    }

    private void write() {
        // After a failure each transaction is waited for before the next records are read.
        boolean behind = failures == 0 && rows.count() >= rowsAtOnce;
        writer.begin(position.next(), proved, rows.send());
        if (!behind) {
            settle();
        }
    }

    /** Waits for the transaction under way and counts its rows: before the last figures. Throws faults that are final. */
    public void finish() {
        try {
            settle();
        } catch (FlusherException e) {
            requirePassing(e);
            notes.accept("the last transaction failed: " + e.getMessage());
        }
    }

    private static void requirePassing(FlusherException e) {
        if (e.reason() != FlusherException.Reason.UNAVAILABLE && e.reason() != FlusherException.Reason.DENIED) {
            throw e;
        }
    }

    private void settle() {
        if (!writer.isUnderWay()) {
            return;
        }
        boolean moved;
        try {
            moved = writer.await();
        } finally {
            rows.takeBack();
        }
        if (!moved) {
            adopt();
            return;
        }
        written += writer.rows();
        position = writer.to();
        rows.dropBelow(position.next());
    }

    /** Another process moved the position, or the answer to an own commit was lost: what is below it is in the table. */
    private void adopt() {
        HistoryPosition stored = table.position().orElse(null);
        if (stored == null || stored.next() < position.next()) {
            notes.accept("the position of the table went back: begins there again");
            leave();
            return;
        }
        ProjectedStart.requireSameLog(position, stored);
        position = stored;
        rows.dropBelow(stored.next());
    }

    /** First sequence whose changes are not in the table. */
    public long next() {
        return position.next();
    }

    /** Rows that this process has written. */
    public long written() {
        return written;
    }

    @Override
    public void close() {
        writer.close();
        leave();
        table.close();
    }
}
