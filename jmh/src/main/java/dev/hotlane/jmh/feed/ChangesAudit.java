package dev.hotlane.jmh.feed;

import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.jmh.lane.http.LaneLoad;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.feed.FeedProgress;
import dev.hotlane.protocol.kafka.KafkaConnection;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Reads the topic of changes as its readers see it, from its start: each sequence once and ascending, no gap, and the sums of
 * the changes are what the answers say. One thread.
 */
final class ChangesAudit {
    private long last = -1;
    private long lastPart = 1;
    private long lastParts = 1;
    private long again;
    private long gaps;
    private long counted;
    private long sales;

    /** What is wrong in the topic, of a load that is over and published; empty if nothing is. */
    static List<String> differences(KafkaConnection kafka, String lane, LaneLoad load) {
        ChangesAudit audit = new ChangesAudit();
        try (TopicLog changes = new TopicLog(kafka, TopicSpec.changes(lane).name())) {
            changes.read(changes.startOffset(), changes.endOffset(), audit::take);
        }
        return audit.faults(load.counted(), load.sales());
    }

    /** The next record. */
    private void take(ConsumerRecord<byte[], byte[]> record) {
        String header =
                new String(record.headers().lastHeader(FeedProgress.SEQ_HEADER).value(), StandardCharsets.US_ASCII);
        take(Long.parseLong(header), new JsonObject(new String(record.value(), StandardCharsets.UTF_8)));
    }

    /** The next change, of that sequence. */
    void take(long sequence, JsonObject change) {
        if (change.getString("kind").equals("gap")) {
            gaps++;
            return;
        }
        long part = change.getLong("part", 1L);
        boolean goesOn = sequence == last && part == lastPart + 1;
        boolean begins = sequence > last && part == 1 && lastPart == lastParts;
        again += goesOn || begins ? 0 : 1;
        last = Math.max(last, sequence);
        lastPart = part;
        lastParts = change.getLong("parts", 1L);
        JsonArray counters = change.getJsonArray("changes");
        for (int i = 0; i < counters.size(); i++) {
            JsonObject counter = counters.getJsonObject(i);
            if (counter.getString("key").startsWith(FeedBench.STOCK)) {
                counted += counter.getLong("value") - counter.getLong("before");
            }
        }
        sales += change.getString("kind").equals("reservation") && part == 1 ? 1 : 0;
    }

    /** What differs from these sums; empty if nothing does. */
    List<String> faults(long unitsRight, long salesRight) {
        List<String> faults = new ArrayList<>();
        check(faults, "records of changes that are out of order, doubled or without their other parts", again, 0);
        check(faults, "gaps among the changes", gaps, 0);
        check(faults, "units that the changes add up to", counted, unitsRight);
        check(faults, "sales among the changes", sales, salesRight);
        return faults;
    }

    private static void check(List<String> faults, String what, long found, long right) {
        if (found != right) {
            faults.add(String.format(Locale.ROOT, "%s: %,d, not %,d", what, found, right));
        }
    }
}
