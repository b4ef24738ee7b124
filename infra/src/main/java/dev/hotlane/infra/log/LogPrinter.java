package dev.hotlane.infra.log;

import dev.hotlane.protocol.cli.RecordFilter;
import dev.hotlane.protocol.cli.RecordJson;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads a command log and passes on the records that a filter accepts, as lines. Belongs to one thread. */
public final class LogPrinter {
    /** Most lines of {@link #last}, which has them all in memory before it returns the first. */
    public static final int LAST_MAX = 100_000;

    private static final int WINDOW_RECORDS = 10_000;

    private final TopicLog log;
    private final RecordFilter filter;
    private final RecordJson json = new RecordJson();

    /** Prints that log. */
    public LogPrinter(TopicLog log, RecordFilter filter) {
        this.log = log;
        this.filter = filter;
    }

    /**
     * Passes on the records between two offsets ({@code to} is not included), and before a time.
     *
     * @param until epoch milliseconds, not included
     * @param limit most lines
     * @param stop ends it between two polls
     * @return number of lines
     */
    public long range(long from, long to, long until, long limit, BooleanSupplier stop, Consumer<String> lines) {
        log.seek(from);
        long given = 0;
        while (given < limit && log.position() < to && !stop.getAsBoolean()) {
            for (ConsumerRecord<byte[], byte[]> record : log.poll()) {
                if (record.offset() >= to || record.timestamp() >= until) {
                    return given;
                }
                if (given < limit && filter.takes(record.key(), record.value())) {
                    lines.accept(line(record));
                    given++;
                }
            }
        }
        return given;
    }

    /** The last {@code count} records (at most {@link #LAST_MAX}) that the filter accepts, oldest first. */
    public List<String> last(int count) {
        Deque<List<String>> windows = new ArrayDeque<>();
        long start = log.startOffset();
        long to = log.endOffset();
        int found = 0;
        while (to > start && found < count) {
            long from = Math.max(start, to - WINDOW_RECORDS);
            List<String> window = new ArrayList<>();
            range(from, to, Long.MAX_VALUE, Long.MAX_VALUE, () -> false, window::add);
            found += window.size();
            windows.push(window);
            to = from;
        }
        List<String> all = new ArrayList<>();
        windows.forEach(all::addAll);
        return Collections.unmodifiableList(all.subList(Math.max(0, all.size() - count), all.size()));
    }

    private String line(ConsumerRecord<byte[], byte[]> record) {
        return json.line(record.offset(), record.timestamp(), record.key(), record.value());
    }
}
