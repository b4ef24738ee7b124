package dev.hotlane.gateway.changes;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the first change behind a sequence, by binary search over the offsets of the topic. Belongs to the thread of its reader.
 */
final class ChangesSeek {
    private static final Logger log = LoggerFactory.getLogger(ChangesSeek.class);
    private static final Duration POLL_MAX = Duration.ofMillis(200);
    private static final long ANSWER_MAX_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final ChangesConsumer reader;
    private final ChangesParser parser;

    ChangesSeek(ChangesConsumer reader, ChangesParser parser) {
        this.reader = reader;
        this.parser = parser;
    }

    /**
     * Where to read on.
     *
     * @param offset the changes behind the sequence begin at or behind it; -1 if some of them were deleted
     * @param oldest if so, the least sequence behind which all changes are kept
     */
    record Found(long offset, long oldest) {
        boolean isExpired() {
            return offset < 0;
        }
    }

    /**
     * Finds the changes behind a sequence.
     *
     * @param upTo sequence up to which the feed has published
     */
    Found after(long sequence, long upTo) {
        long begin = reader.begin(ChangesTopic.CHANGES);
        long end = reader.end(ChangesTopic.CHANGES);
        if (begin > 0) {
            long oldest = oldest(begin, end, upTo);
            if (sequence < oldest) {
                return new Found(-1, oldest);
            }
        }
        long low = begin;
        long high = end;
        while (low < high) {
            long middle = (low + high) >>> 1;
            ChangesRead read = first(middle, end);
            if (read == null || sequenceOf(read) > sequence) {
                high = middle;
            } else {
                low = read.offset() + 1;
            }
        }
        log.debug("the changes behind sequence {} begin at offset {}", sequence, low);
        return new Found(low, -1);
    }

    /** The least sequence behind which nothing was deleted. */
    private long oldest(long begin, long end, long upTo) {
        ChangesRead read = first(begin, end);
        if (read == null) {
            return upTo;
        }
        ChangesDocument document = parser.document(read.value());
        boolean cut = document != null && document.part() > 1;
        return sequenceOf(read) - (cut ? 0 : 1);
    }

    /** The number of a record; -1 if it is no change. */
    private long sequenceOf(ChangesRead read) {
        if (read.sequence() >= 0) {
            return read.sequence();
        }
        ChangesDocument document = parser.document(read.value());
        return document == null ? -1 : document.sequence();
    }

    /** The first change at or behind an offset; null if there is none before the end. */
    private ChangesRead first(long offset, long end) {
        reader.seek(ChangesTopic.CHANGES, offset);
        long begin = System.nanoTime();
        while (reader.position(ChangesTopic.CHANGES) < end) {
            for (ChangesRead read : reader.poll(POLL_MAX)) {
                if (read.topic() == ChangesTopic.CHANGES && sequenceOf(read) >= 0) {
                    return read;
                }
            }
            if (System.nanoTime() - begin > ANSWER_MAX_NANOS) {
                throw new IllegalStateException("Kafka did not return a record at offset " + offset + " in 10 s");
            }
        }
        return null;
    }
}
