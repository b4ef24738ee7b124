package dev.hotlane.processor.sim;

import dev.hotlane.processor.lead.Clocks;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.Rules;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A log in memory that stamps records with a clock the test moves. Starts with RULES. */
public final class SimLog {
    public final List<Entry> entries = new ArrayList<>();
    public final RecordWriter writer = new RecordWriter();
    public long wallMillis = 1_700_000_000_000L;
    public long nanos = 5_000_000_000L;

    /** A record as it lies in the log. */
    public record Entry(byte[] key, byte[] value, long timestamp) {}

    public SimLog() {
        append(null, writer.rules(Rules.first(1)));
    }

    public void append(byte[] key, byte[] value) {
        entries.add(new Entry(key, value, wallMillis));
    }

    /** Appends a transact whose reply goes to this partition; the request's number is its offset. */
    public long transact(String id, int replyPartition, Command command) {
        byte[] key = id.getBytes(StandardCharsets.US_ASCII);
        long request = entries.size();
        append(key, writer.command(key, new Routing(1, 2, request, replyPartition), command, new byte[0]));
        return request;
    }

    /** Both clocks go on. */
    public void pass(Duration time) {
        wallMillis += time.toMillis();
        nanos += time.toNanos();
    }

    public Clocks clocks() {
        return new Clocks(() -> wallMillis, () -> nanos);
    }
}
