package dev.hotlane.infra.feed;

import dev.hotlane.processor.state.ChangeTrace.Numbers;
import dev.hotlane.protocol.feed.FeedProgress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes cuts as transactions: changes, counters, then the position with the ends of both topics. Used by one process
 * from one fence to the next. Used by one thread at a time, as {@link FeedPublisher} says; every call may throw KafkaException.
 */
final class FeedWriter {
    /** Counters in one transaction of a gap's repair: it must end within the transaction's time limit. */
    private static final int REPAIRED_MAX = 10_000;

    private static final byte[] KEY = FeedProgress.KEY.getBytes(StandardCharsets.UTF_8);

    private final FeedOutput output;
    private final FeedTopics topics;
    private final FeedJson json = new FeedJson();
    private long countersEnd;
    private long changesEnd;

    /** What a position names beside the cut. */
    record Frame(long keepFrom, long base, String topic, FeedScope scope) {}

    /** For an output that has fenced all others. */
    FeedWriter(FeedOutput output, FeedTopics topics) {
        this.output = output;
        this.topics = topics;
        countersEnd = topics.countersEnd();
        changesEnd = topics.changesEnd();
    }

    /** Publishes a proved cut; returns the position. */
    FeedProgress cut(FeedCut cut, Frame frame) {
        output.begin();
        changes(cut.changes);
        counters(latest(cut), cut);
        return position(cut, frame);
    }

    /** Each counter that the cut changed, once. On the publisher's thread, as the feed's own has more to do. */
    private static Map<String, Numbers> latest(FeedCut cut) {
        Map<String, Numbers> latest = new LinkedHashMap<>();
        cut.counters.forEach(counter -> latest.put(counter.key(), counter.numbers()));
        return latest;
    }

    /**
     * Publishes a gap up to the end of that cut, which has all counters: what the counters topic has otherwise is
     * written again, and what it has beyond them is removed.
     *
     * @param last the position before, null for none; stays the position until all is written
     */
    FeedProgress gap(FeedCut cut, FeedProgress last, Frame frame) {
        Map<String, Numbers> batch = new LinkedHashMap<>();
        for (Map.Entry<String, Numbers> each :
                differences(topics.counters(), cut.table).entrySet()) {
            if (batch.size() == REPAIRED_MAX) {
                output.begin();
                counters(batch, cut);
                if (last != null) {
                    output.send(FeedOutput.Topic.PROGRESS, KEY, last.json(), -1);
                }
                acknowledged();
                output.commit();
                batch.clear();
            }
            batch.put(each.getKey(), each.getValue());
        }
        output.begin();
        changes(List.of(json.gap(last == null ? -1 : last.upTo(), cut.upTo, cut.time)));
        counters(batch, cut);
        return position(cut, frame);
    }

    /** What must be written so that {@code found} becomes {@code wanted}. */
    static Map<String, Numbers> differences(Map<String, Numbers> found, Map<String, Numbers> wanted) {
        Map<String, Numbers> differences = new LinkedHashMap<>();
        wanted.forEach((key, numbers) -> {
            if (!numbers.equals(found.get(key))) {
                differences.put(key, numbers);
            }
        });
        found.keySet().stream()
                .filter(key -> !wanted.containsKey(key))
                .forEach(key -> differences.put(key, Numbers.ABSENT));
        return differences;
    }

    /** Repeats the position, with another start of what must be kept. */
    FeedProgress repeat(FeedProgress last, long keepFrom) {
        FeedProgress again = new FeedProgress(
                last.upTo(),
                keepFrom,
                last.time(),
                last.base(),
                last.topic(),
                last.prefixes(),
                last.buckets(),
                last.counters(),
                last.changes(),
                last.digest());
        output.begin();
        output.send(FeedOutput.Topic.PROGRESS, KEY, again.json(), -1);
        output.commit();
        return again;
    }

    private void changes(List<FeedRecord> changes) {
        for (FeedRecord change : changes) {
            output.send(FeedOutput.Topic.CHANGES, change.key(), change.value(), change.seq());
        }
    }

    private void counters(Map<String, Numbers> counters, FeedCut cut) {
        counters.forEach((name, numbers) -> {
            byte[] key = SequenceChanges.bytes(name);
            byte[] value = FeedScope.stands(numbers) ? json.counter(key, numbers, cut.upTo, cut.time) : null;
            output.send(FeedOutput.Topic.COUNTERS, key, value, -1);
        });
    }

    /** Waits for the acknowledgements of what was sent, so that the position can name the ends. */
    private void acknowledged() {
        output.flush();
        changesEnd = Math.max(changesEnd, output.end(FeedOutput.Topic.CHANGES));
        countersEnd = Math.max(countersEnd, output.end(FeedOutput.Topic.COUNTERS));
    }

    private FeedProgress position(FeedCut cut, Frame frame) {
        acknowledged();
        FeedProgress progress = new FeedProgress(
                cut.upTo,
                frame.keepFrom(),
                cut.time,
                frame.base(),
                frame.topic(),
                frame.scope().prefixes(),
                frame.scope().buckets(),
                countersEnd,
                changesEnd,
                cut.digest);
        output.send(FeedOutput.Topic.PROGRESS, KEY, progress.json(), -1);
        output.commit();
        return progress;
    }
}
