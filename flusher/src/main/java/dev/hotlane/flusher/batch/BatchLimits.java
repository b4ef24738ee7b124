package dev.hotlane.flusher.batch;

import java.time.Duration;
import java.util.Objects;

/**
 * When what is dirty goes to the writer: after the interval or at the number of rows, whichever comes first. {@link
 * HBatching#due} and {@link VBatching#due} apply it.
 *
 * @param interval time between two flushes while fewer rows are dirty
 * @param keysMax number of dirty keys and holds at which a flush is due at once
 */
public record BatchLimits(Duration interval, int keysMax) {
    /**
     * A flush every 50 ms, sooner at 50,000 dirty rows. A projection has these. A processor has those of
     * `--flush-interval-ms` and `--flush-keys-max`, whose defaults are the same.
     */
    public static final BatchLimits DEFAULT = new BatchLimits(Duration.ofMillis(50), 50_000);

    public BatchLimits {
        Objects.requireNonNull(interval, "interval");
        if (interval.isNegative()) {
            throw new IllegalArgumentException("flushInterval must not be negative: " + interval.toMillis());
        }
        if (keysMax <= 0) {
            throw new IllegalArgumentException("keysMax must be positive: " + keysMax);
        }
    }
}
