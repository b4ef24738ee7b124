package dev.hotlane.proof.flusher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.flusher.batch.HBatching;
import dev.hotlane.flusher.batch.OpenHold;
import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.FlushListener;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.FlushWriter;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.protocol.Meta;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The rows that holds cost, and those that SQL readers see, in fixed steps. */
@Tag("it")
@ExtendWith(RealStack.class)
class HoldRowsTest {
    private static final byte[] IMAGE = "image".getBytes(StandardCharsets.US_ASCII);

    private final Lane lane;
    private final FlushSettings settings;
    private final Meta cut = new Meta();

    HoldRowsTest(Lane lane) {
        this.lane = lane;
        settings = FlushingLane.settings(lane);
    }

    @BeforeEach
    void virgin() {
        Checkpoint checkpoint = new Checkpoint(settings);
        checkpoint.migrate();
        checkpoint.initialize(new Identity("cluster-1", FlushingLane.TOPIC_ID));
    }

    /** A writer and its batching, as leader of one epoch. */
    private final class Leader implements AutoCloseable, FlushListener {
        final FlushWriter writer;
        final HBatching batching;
        final List<Long> rowsWritten = new ArrayList<>();

        Leader() {
            writer = new FlushWriter(settings, FlushingLane.TOPIC_ID, 0, () -> Long.MAX_VALUE, this, e -> {});
            batching = new HBatching(
                    writer, settings.limits(), settings.surroundings().nanos());
            writer.start();
        }

        void lead(long epoch) {
            writer.fence(epoch);
            Awaitility.await().until(writer::fenced);
        }

        void flush(long nextOffset, long openHolds) {
            cut.nextOffset = nextOffset;
            cut.holdsOpen = openHolds;
            Awaitility.await().until(() -> batching.offerCut(cut));
            Awaitility.await().until(() -> writer.flushedOffset() == nextOffset);
        }

        @Override
        public void flushed(long nextOffset, long upserts, long deletes, long entries, long bytes, long nanos) {
            rowsWritten.add(upserts + deletes);
        }

        @Override
        public void close() {
            writer.close();
        }
    }

    @Test
    void aHoldOpenedAndResolvedInOneBatchCostsNoRow() throws SQLException {
        try (Leader process = new Leader()) {
            process.lead(1);
            process.batching.holdOpened(hold(1, "came-and-went", ""));
            process.batching.holdChanged(hold(1, "came-and-went", ""));
            process.batching.holdResolved(1, 2, IMAGE, 0, IMAGE.length);
            process.flush(3, 0);
            assertThat(process.rowsWritten).containsExactly(0L);
            assertThat(select("SELECT COUNT(*) FROM hl_hold")).containsExactly("0");
            assertThat(select("SELECT first_sequence, part, end_sequence, entries FROM hl_resolved"))
                    .containsExactly("2 0 3 1");
        }
    }

    @Test
    void sqlReadersSeeTheOpenHoldsAndNoOther() throws SQLException {
        try (Leader process = new Leader()) {
            process.lead(1);
            process.batching.holdOpened(hold(1, "resolved-later", "u1"));
            process.batching.holdOpened(hold(2, "it's \"open\"; --", "\u00fc\u0000\u4eba"));
            process.batching.holdOpened(hold(3, "no-owner", ""));
            process.flush(4, 3);
            OpenHold extended = hold(3, "no-owner", "");
            extended.expiresAt = 99;
            process.batching.holdChanged(extended);
            process.batching.holdResolved(1, 5, IMAGE, 0, IMAGE.length);
            process.flush(6, 2);
            assertThat(process.rowsWritten).containsExactly(3L, 2L);
            assertThat(select("SELECT sequence, created_at, expires_at, CONVERT(id USING utf8mb4),"
                            + " CONVERT(owner USING utf8mb4), CONVERT(image USING utf8mb4) FROM hl_hold"
                            + " ORDER BY sequence"))
                    .containsExactly("2 20 200 it's \"open\"; -- \u00fc\u0000\u4eba image", "3 30 99 no-owner  image");
        }
    }

    /**
     * The former leader wrote a hold that the successor saw opened and resolved: only the successor can delete its row.
     */
    @Test
    void whoTakesOverClearsRowsOfHoldsItHasForgotten() throws SQLException {
        try (Leader former = new Leader();
                Leader successor = new Leader()) {
            former.lead(1);
            for (Leader process : List.of(former, successor)) {
                process.batching.holdOpened(hold(1, "goes", ""));
                process.batching.holdOpened(hold(2, "stays", ""));
            }
            former.flush(3, 2);
            successor.batching.holdResolved(1, 3, IMAGE, 0, IMAGE.length);
            successor.batching.holdOpened(hold(4, "new", ""));
            successor.lead(2);
            successor.flush(5, 2);
            assertThat(select("SELECT sequence FROM hl_hold ORDER BY sequence")).containsExactly("2", "4");
            assertThat(LoadedCheckpoint.of(settings).holds.keySet()).containsExactly(2L, 4L);
        }
    }

    /** Images of one record may fill several rows, all with the same sequence. */
    @Test
    void aRecordMayResolveMoreThanARowHolds() throws SQLException {
        byte[] image = new byte[60_000];
        try (Leader process = new Leader()) {
            process.lead(1);
            for (int i = 1; i <= 100; i++) {
                process.batching.holdOpened(hold(i, "h" + i, ""));
            }
            for (int i = 1; i <= 100; i++) {
                Arrays.fill(image, (byte) i);
                process.batching.holdResolved(i, i == 1 ? 200 : 201, image, 0, image.length);
            }
            cut.resolvedStart = 200;
            cut.holdsResolved = 100;
            process.flush(202, 0);
            // Four images of 60 kB fit a row of 256 KiB: 100 of them fill 25 rows.
            List<String> rows = Stream.concat(
                            Stream.of("200 0"), IntStream.range(0, 24).mapToObj(part -> "201 " + part))
                    .toList();
            assertThat(select("SELECT first_sequence, part FROM hl_resolved ORDER BY 1, 2"))
                    .isEqualTo(rows);
            LoadedCheckpoint loaded = LoadedCheckpoint.of(settings);
            assertThat(loaded.resolved).hasSize(100);
            for (int i = 1; i <= 100; i++) {
                assertThat(loaded.resolved.get(i - 1).bytes()).hasSize(60_000).containsOnly(i);
            }
            cut.resolvedStart = 201;
            cut.holdsResolved = 99;
            process.flush(203, 0);
            assertThat(LoadedCheckpoint.of(settings).resolved).hasSize(99);
            cut.resolvedStart = 203;
            cut.holdsResolved = 0;
            process.flush(204, 0);
            assertThat(select("SELECT COUNT(*) FROM hl_resolved")).containsExactly("0");
        }
    }

    private static OpenHold hold(long sequence, String id, String owner) {
        OpenHold hold = new OpenHold();
        byte[] idBytes = id.getBytes(StandardCharsets.UTF_8);
        byte[] ownerBytes = owner.getBytes(StandardCharsets.UTF_8);
        hold.sequence = sequence;
        hold.createdAt = 10 * sequence;
        hold.expiresAt = 100 * sequence;
        hold.imageLength = IMAGE.length;
        hold.idLength = idBytes.length;
        hold.ownerLength = ownerBytes.length;
        hold.id = hold.imageLength;
        hold.owner = hold.id + hold.idLength;
        hold.bytes = Arrays.copyOf(IMAGE, hold.owner + hold.ownerLength);
        System.arraycopy(idBytes, 0, hold.bytes, hold.id, idBytes.length);
        System.arraycopy(ownerBytes, 0, hold.bytes, hold.owner, ownerBytes.length);
        return hold;
    }

    /** Rows as text, with a blank between columns. */
    private List<String> select(String sql) throws SQLException {
        List<String> found = new ArrayList<>();
        try (var connection = FlushingLane.connect(lane);
                var statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                List<String> columns = new ArrayList<>();
                for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                    columns.add(row.getString(i));
                }
                found.add(String.join(" ", columns));
            }
        }
        return found;
    }
}
