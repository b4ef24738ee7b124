package dev.hotlane.flusher.mysql;

import dev.hotlane.flusher.batch.DirtyHolds;
import dev.hotlane.flusher.batch.OpenHold;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;

/*
 * A batch may begin below MySQL's offset if another leader flushed further meanwhile. MySQL may then have rows of holds
 * that were opened and resolved within the batch, which no longer contains them. All such rows are between the first
 * hold opened in the batch and MySQL's offset. The batch contains every hold of that range that is still open: so the
 * range is deleted and written again.
 */

/** Writes the open holds of a batch in the order of their creation. Owned by the writer thread. */
final class HoldRows {
    /** A row's text: image, id, owner and tenant in hex digits, three numbers of at most 20 characters, punctuation. */
    private static final int ROW_CHARS_MAX = 128
            + 2 * (OpenHold.IMAGE_BYTES_MAX + OpenHold.ID_BYTES_MAX)
            + 2 * (OpenHold.OWNER_BYTES_MAX + OpenHold.TENANT_BYTES_MAX);
    /** Rows deleted by one statement: its answer arrives well within the socket's timeout. */
    private static final int CLEAR_MAX = 50_000;
    /** Longest array that is kept; a longer one is freed if a batch needs less than an eighth of it. */
    private static final int KEPT_MAX = 1 << 18;

    private static final String CLEAR =
            "DELETE FROM hl_hold WHERE sequence >= ? AND sequence < ? ORDER BY sequence LIMIT " + CLEAR_MAX;

    private final BulkStatements rows = new BulkStatements(
            "INSERT INTO hl_hold (sequence, created_at, expires_at, id, owner, tenant, image) VALUES ",
            " AS new ON DUPLICATE KEY UPDATE expires_at = new.expires_at, image = new.image",
            "DELETE FROM hl_hold WHERE sequence IN (",
            ROW_CHARS_MAX);
    private final OpenHold hold = new OpenHold();
    private long[] sequences = new long[1024];
    private int count;

    /** Sorts the sequences. Called before the transaction, which MySQL would end after wait_timeout of silence. */
    void prepare(DirtyHolds holds) {
        int size = holds.size();
        if (sequences.length < size || sequences.length > Math.max(KEPT_MAX, size * 8L)) {
            sequences = new long[Math.max(1024, size + (size >>> 2))];
        }
        count = holds.sequences(sequences);
        Arrays.sort(sequences, 0, count);
    }

    /** Writes the prepared holds and adds them to the tally. MySQL's rows are as of just before the base sequence. */
    void write(Session session, DirtyHolds holds, long base, Tally tally) throws SQLException {
        clear(session, holds.firstOpened(), base, tally);
        try (Statement statement = session.statement()) {
            rows.begin(session, statement, tally);
            for (int i = 0; i < count; i++) {
                if (holds.read(sequences[i], hold)) {
                    appendRow(rows.upsert(), hold);
                } else {
                    rows.delete().append(sequences[i]);
                }
            }
            rows.end();
        }
    }

    private static void clear(Session session, long from, long to, Tally tally) throws SQLException {
        if (from >= to) {
            return;
        }
        try (PreparedStatement clear = session.prepare(CLEAR)) {
            clear.setLong(1, from);
            clear.setLong(2, to);
            int cleared = CLEAR_MAX;
            while (cleared == CLEAR_MAX) {
                cleared = clear.executeUpdate();
                tally.deletes += cleared;
            }
        }
    }

    private static void appendRow(StringBuilder sql, OpenHold hold) {
        sql.append('(').append(hold.sequence);
        sql.append(',').append(hold.createdAt);
        sql.append(',').append(hold.expiresAt);
        appendBytes(sql, hold.bytes, hold.id, hold.idLength);
        appendBytes(sql, hold.bytes, hold.owner, hold.ownerLength);
        appendBytes(sql, hold.bytes, hold.tenant, hold.tenantLength);
        appendBytes(sql, hold.bytes, hold.image, hold.imageLength);
        sql.append(')');
    }

    /** The quoted form: a hexadecimal number must have digits, an empty value has none. */
    private static void appendBytes(StringBuilder sql, byte[] bytes, int from, int length) {
        sql.append(",x'");
        for (int i = from; i < from + length; i++) {
            BulkStatements.appendHex(sql, bytes[i]);
        }
        sql.append('\'');
    }
}
