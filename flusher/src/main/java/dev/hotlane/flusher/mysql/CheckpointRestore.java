package dev.hotlane.flusher.mysql;

import dev.hotlane.flusher.batch.DirtyHolds;
import dev.hotlane.flusher.batch.DirtyMap;
import dev.hotlane.flusher.batch.OpenHold;
import dev.hotlane.flusher.batch.PackedChunks;
import dev.hotlane.flusher.mysql.FlusherException.Reason;
import dev.hotlane.protocol.Meta;
import java.sql.SQLException;

/**
 * Writes a whole checkpoint into an empty database, in one transaction: {@link #finish} commits all of it. The calls
 * come in the order of {@link CheckpointSink}. One thread. Throws {@link FlusherException}.
 */
public final class CheckpointRestore implements AutoCloseable {
    private static final String[] TABLES = {"hl_meta", "hl_counter", "hl_hold", "hl_resolved", "hl_window"};

    /** Counters or holds written at once: some megabytes. */
    private static final int ROWS_MAX = 20_000;

    /** Chunks of packed entries written at once: 2 MiB. */
    private static final int CHUNKS_MAX = 8;

    private final FlushSettings settings;
    private final Session session;
    private final Tally tally = new Tally();
    private final CounterRows counterRows = new CounterRows(CounterRows.OF_CHECKPOINT);
    private final HoldRows holdRows = new HoldRows();
    private DirtyMap counters = new DirtyMap();
    private DirtyHolds holds = new DirtyHolds();
    private PackedRows table = PackedRows.RESOLVED;
    private final PackedChunks packed = new PackedChunks();
    private Identity identity;
    private Meta cut;

    /** Creates the tables and checks that they are empty. */
    public CheckpointRestore(FlushSettings settings) {
        this.settings = settings;
        Schema.migrate(settings);
        session = attempt(() -> Session.forWriting(settings));
        try {
            attempt(this::requireEmpty);
        } catch (FlusherException e) {
            session.close();
            throw e;
        }
    }

    private Void requireEmpty() throws SQLException {
        for (String each : TABLES) {
            if (session.text("SELECT 1 FROM " + each + " LIMIT 1") != null) {
                throw new FlusherException(
                        Reason.NOT_EMPTY,
                        "The database at " + settings.mysql().urlForPeople() + " is not empty: " + each + " has rows."
                                + " A checkpoint is only restored into an empty database: make a new one, and point"
                                + " the processors at it.");
            }
        }
        return null;
    }

    /** Inserts the meta row: from here on no other process can begin in this database. */
    public void meta(Identity belongsTo, long fenceEpoch, Meta stands) {
        identity = belongsTo;
        cut = new Meta().set(stands);
        attempt(() -> {
            MetaRow.insert(session, identity, fenceEpoch, cut);
            return null;
        });
    }

    /** One counter. The hash is any good 64-bit hash of its key. */
    public void counter(byte[] key, long hash, long value, long version, long held, long confirmed) {
        counters.put(key, 0, key.length, hash, value, version, held, confirmed);
        if (counters.size() >= ROWS_MAX) {
            writeCounters();
        }
    }

    /** One open hold; copied. */
    public void hold(OpenHold hold) {
        writeCounters();
        holds.opened(hold);
        if (holds.size() >= ROWS_MAX) {
            writeHolds();
        }
    }

    /** The image of one resolved hold. */
    public void resolved(long sequence, byte[] source, int offset, int length) {
        packed(PackedRows.RESOLVED, sequence, source, offset, length);
    }

    /** One entry of the window. */
    public void packed(long sequence, byte[] source, int offset, int length) {
        packed(PackedRows.WINDOW, sequence, source, offset, length);
    }

    private void packed(PackedRows into, long sequence, byte[] source, int offset, int length) {
        boolean full = packed.chunkCount() >= CHUNKS_MAX && packed.lastSequence() != sequence;
        if (into != table || full) {
            writePacked();
            table = into;
        }
        packed.append(sequence, source, offset, length);
    }

    private void writeCounters() {
        if (counters.size() > 0) {
            attempt(() -> {
                counterRows.prepare(counters);
                counterRows.write(session, counters, tally);
                counters = new DirtyMap();
                return null;
            });
        }
    }

    private void writeHolds() {
        if (holds.size() > 0) {
            attempt(() -> {
                holdRows.prepare(holds);
                holdRows.write(session, holds, Long.MIN_VALUE, tally);
                holds = new DirtyHolds();
                return null;
            });
        }
    }

    private void writePacked() {
        attempt(() -> {
            table.write(session, packed, Long.MIN_VALUE, tally);
            packed.clear();
            return null;
        });
    }

    /**
     * Writes the rest and a row of history, and commits. Unlists snapshots of later offsets: the log may get other
     * records there than those that they were made of.
     *
     * @param listed whether this snapshot is listed: then the leader may delete the log before it
     */
    public void finish(String who, String file, boolean listed) {
        writeCounters();
        writeHolds();
        writePacked();
        attempt(() -> {
            OperatorRows.history(session, "restored", who, identity, cut, "from " + file);
            SnapshotRows.unlistAbove(session, identity, cut.nextOffset);
            if (listed) {
                SnapshotRows.taken(session, identity, cut, file);
            }
            session.commit();
            return null;
        });
    }

    /** Rolls back an unfinished restore. */
    @Override
    public void close() {
        session.close();
    }

    private <T> T attempt(Step<T> step) {
        try {
            return step.run();
        } catch (SQLException e) {
            throw Checkpoint.unavailable(settings, e);
        }
    }

    private interface Step<T> {
        T run() throws SQLException;
    }
}
