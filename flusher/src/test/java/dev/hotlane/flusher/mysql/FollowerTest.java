package dev.hotlane.flusher.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.flusher.batch.BatchLimits;
import dev.hotlane.flusher.batch.HBatching;
import dev.hotlane.flusher.batch.Keys;
import dev.hotlane.flusher.mysql.FlushSettings.Backoff;
import dev.hotlane.protocol.Meta;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.time.Duration;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** Batching and writer of a process that follows: nothing reaches MySQL, and what the leader flushed is let go. */
class FollowerTest {
    private static final int KEYS_PER_ROUND = 1_000;

    private final FlushSettings settings = FlushSettings.of("jdbc:mysql://nowhere/x", "u", "p")
            .withLimits(new BatchLimits(Duration.ofMillis(1), 10))
            .withBackoff(new Backoff(Duration.ofMillis(100), Duration.ofSeconds(1)))
            .withSurroundings(new Surroundings(FollowerTest::touch, () -> 0, bound -> 0));
    private final FlushWriter writer =
            new FlushWriter(settings, "topic", 0, () -> Long.MAX_VALUE, FlushListener.NONE, e -> {});
    private final HBatching batching =
            new HBatching(writer, settings.limits(), settings.surroundings().nanos());
    private final Meta cut = new Meta();
    private int key;

    private static Connection touch(String url, Properties properties) {
        throw new AssertionError("a follower has no business with MySQL");
    }

    /** Every key is another one: only what is dropped can keep the dirty set small. */
    private void change(int keys) {
        for (int i = 0; i < keys; i++) {
            byte[] name = Integer.toString(key++).getBytes(StandardCharsets.UTF_8);
            batching.counter(name, 0, name.length, Keys.hash(name), key, key, 0, 0);
            batching.packed(key - 1, name, 0, name.length);
        }
        cut.nextOffset = key;
    }

    @Test
    void dropsWhatTheLeaderFlushedAndKeepsTheRest() {
        change(10);
        assertThat(batching.offerCut(cut)).isTrue();
        change(10);
        assertThat(batching.offerCut(cut)).as("one frozen batch at a time").isFalse();

        batching.flushedElsewhere(9);
        assertThat(writer.flushedOffset()).as("half of it is not all of it").isZero();
        assertThat(batching.offerCut(cut)).isFalse();

        batching.flushedElsewhere(13);
        assertThat(writer.flushedOffset()).as("what it has changed since").isEqualTo(10);
        assertThat(batching.offerCut(cut)).isTrue();
        assertThat(writer.step()).isPositive();
    }

    @Test
    void theDirtySetStaysSmallHoweverLongItFollows() {
        for (int round = 1; round <= 2_000; round++) {
            change(KEYS_PER_ROUND);
            if (batching.due()) {
                batching.offerCut(cut);
            }
            assertThat(batching.dirtyKeys()).isLessThanOrEqualTo(2 * KEYS_PER_ROUND);
            assertThat(batching.dirtyBytes()).isLessThan(16 << 20);
            batching.flushedElsewhere(cut.nextOffset - KEYS_PER_ROUND / 2);
        }
        assertThat(writer.flushedOffset()).isGreaterThan(1_990 * KEYS_PER_ROUND);
    }

    @Test
    void nothingIsDroppedOnceItLeads() {
        change(10);
        batching.offerCut(cut);
        batching.flushedElsewhere(10);
        change(10);
        batching.offerCut(cut);
        writer.fence(2);
        batching.flushedElsewhere(20);
        assertThat(writer.flushedOffset()).isEqualTo(10);
        assertThat(writer.ready()).isFalse();
    }
}
