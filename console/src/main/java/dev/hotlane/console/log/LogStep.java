package dev.hotlane.console.log;

import dev.hotlane.protocol.cli.RecordFilter;
import dev.hotlane.protocol.cli.RecordJson;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * One step of a search: it reads until a bound is reached, and returns where to go on. Blocks. Any thread; steps share
 * nothing.
 */
final class LogStep {
    static final int RECORDS_MAX = 100_000;
    static final int LINES_MAX = 1_000;

    private static final int CHARS_MAX = 1 << 20;
    private static final long TIME_MAX = TimeUnit.SECONDS.toNanos(1);
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(5);

    private final LongSupplier nanos;

    /** {@code nanos} is a clock such as System.nanoTime. */
    LogStep(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** What the step found, and {@code next}, where the following one begins. */
    JsonObject read(LoggedLane lane, LogSearch search) {
        try (OpenLog log = lane.commands()) {
            long start = log.startOffset();
            long end = log.endOffset();
            long begin = search.begin(log, start, end);
            JsonObject step =
                    new JsonObject().put("start", start).put("end", end).put("from", begin);
            if (search.from() != null && search.from() < start) {
                step.put("note", "The log starts at " + start + ": earlier records were deleted.");
            }
            Progress progress = new Progress(search.filter(), begin);
            progress.run(log, end);
            return step.put("next", progress.next).put("read", progress.read).put("lines", progress.lines);
        }
    }

    /** Where a step stands. */
    private final class Progress {
        private final RecordFilter filter;
        private final RecordJson json = new RecordJson();
        private final JsonArray lines = new JsonArray();
        private long next;
        private int read;
        private int chars;

        Progress(RecordFilter filter, long next) {
            this.filter = filter;
            this.next = next;
        }

        void run(OpenLog log, long end) {
            long began = nanos.getAsLong();
            log.seek(next);
            while (next < end && hasRoom()) {
                for (LoggedRecord record : log.poll()) {
                    if (record.offset() >= end || !hasRoom()) {
                        return;
                    }
                    see(record);
                }
                if (hasRoom()) {
                    // Also past what is no record: the end of a transaction.
                    next = Math.max(next, log.position());
                }
                long spent = nanos.getAsLong() - began;
                if (read > 0 && spent >= TIME_MAX) {
                    return;
                }
                if (read == 0 && spent >= PATIENCE) {
                    throw new LogUnreadableException("Kafka gives no records of the log.", null);
                }
            }
        }

        private boolean hasRoom() {
            return read < RECORDS_MAX && lines.size() < LINES_MAX && chars < CHARS_MAX;
        }

        private void see(LoggedRecord record) {
            next = record.offset() + 1;
            read++;
            if (filter.takes(record.key(), record.value())) {
                String text = json.line(record.offset(), record.time(), record.key(), record.value());
                chars += text.length();
                JsonObject line = new JsonObject(text);
                lines.add(line.put("words", RecordWords.of(line)));
            }
        }
    }
}
