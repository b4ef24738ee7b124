package dev.hotlane.gateway.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CounterCellTest {
    private static final int CUTS = 5_000_000;

    private final CounterCell cell = new CounterCell(new byte[] {'a'}, 1);

    /** Cut published last; -1 at the end. */
    private final AtomicLong published = new AtomicLong();

    /**
     * Goal: a reader gets all values of one cut, or none. Method: each cut sets all four numbers to its sequence, as fast
     * as it can, while another thread reads.
     */
    @Test
    void aReaderNeverGetsTheValuesOfTwoCuts() {
        cell.change(1, 1, 1, 1, 1);
        published.set(1);
        CompletableFuture<Long> reader = CompletableFuture.supplyAsync(this::readToTheEnd);
        for (long to = 2; to <= CUTS; to++) {
            cell.change(to, to, to, to, to);
            published.setRelease(to);
        }
        published.set(-1);
        assertThat(reader.join()).isNotNegative();
    }

    private long readToTheEnd() {
        long found = 0;
        for (long at = published.get(); at >= 0; at = published.getAcquire()) {
            CounterVersion values = cell.at(at);
            if (values != null) {
                found++;
                if (values.value > at
                        || values.value != values.version
                        || values.value != values.held
                        || values.value != values.confirmed) {
                    throw new AssertionError("as of " + at + ": " + values.value + ", " + values.version + ", "
                            + values.held + ", " + values.confirmed);
                }
            }
        }
        return found;
    }
}
