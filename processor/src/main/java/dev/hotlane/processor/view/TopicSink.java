package dev.hotlane.processor.view;

import dev.hotlane.protocol.ViewWriter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends packs to the view topic while this process leads. Two sets of changes follow each other: the older one, of (from,
 * middle], and the filling one, of what comes after it. Owned by the thread view.
 *
 * <p>While a pack is on its way, the older set is its content and the filling one coalesces. If the pack fails, both
 * become one, so the next pack begins where the failed one did.
 *
 * <p>While another process leads, its packs have the changes. Only those after its flushed offset may be missing from
 * MySQL and from the topic. So the older set is dropped once a TICK reports an offset beyond it as flushed.
 */
final class TopicSink {
    private static final Logger log = LoggerFactory.getLogger(TopicSink.class);
    private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** After this time without a success, a leader drops what is flushed, as a follower does: readers load again. */
    private static final long FAILING_MAX_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final ViewTopic topic;
    private final MapPack pack;
    private final ViewWriter writer = new ViewWriter();
    private final AtomicLong packs = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private Changes older = new Changes();
    private Changes filling = new Changes();
    private long from;
    private long middle;
    private SentPack underWay;
    private long dueNanos;
    private boolean failing;
    private long failingSinceNanos;

    /**
     * @param from sequence that the filling changes begin after: the checkpoint that the state was loaded from
     * @param now monotonic time
     */
    TopicSink(ViewTopic topic, long topicHash, long from, long now) {
        this.topic = topic;
        this.from = from;
        middle = from;
        dueNanos = now;
        pack = new MapPack(topicHash);
    }

    /** The newest changes. */
    Changes filling() {
        return filling;
    }

    /**
     * A TICK took effect.
     *
     * @param flushed sequence of the last record that MySQL has, by this TICK
     * @param cut the TICK's own end
     */
    void ticked(long flushed, CutPoint cut, boolean leads, long now) {
        boolean sends = leads && !(failing && now - failingSinceNanos > FAILING_MAX_NANOS);
        if (underWay != null || sends) {
            return;
        }
        if (middle <= flushed) {
            older.clear();
            from = middle;
        }
        if (middle == from) {
            turn(cut);
        }
    }

    /** Goes on with the pack under way, or begins one if it is due. */
    void step(CutPoint cut, boolean leads, long now) {
        if (underWay != null) {
            underWay.proceed();
            if (!underWay.ended()) {
                return;
            }
            end(now);
        }
        if (leads && cut.sequence > from && now - dueNanos >= 0) {
            join();
            turn(cut);
            pack.of(older, from, cut).split();
            underWay = new SentPack(topic, writer, pack);
            dueNanos = now + INTERVAL_NANOS;
            underWay.proceed();
        }
    }

    private void end(long now) {
        Exception fault = underWay.fault();
        underWay = null;
        if (fault == null) {
            older.clear();
            from = middle;
            packs.setOpaque(packs.getPlain() + 1);
            if (failing) {
                failing = false;
                log.info("{} takes packs again", topic.name());
            }
            return;
        }
        join();
        dueNanos = now + RETRY_NANOS;
        failures.setOpaque(failures.getPlain() + 1);
        if (!failing) {
            failing = true;
            failingSinceNanos = now;
            log.warn(
                    "{} did not take a pack: gateways that run alone read through the lane until it does",
                    topic.name(),
                    fault);
        }
    }

    /** The filling changes become the older ones, which must be none. */
    private void turn(CutPoint cut) {
        Changes empty = older;
        older = filling;
        filling = empty;
        middle = cut.sequence;
    }

    /** Both sets become the filling one. */
    private void join() {
        if (middle != from) {
            older.append(filling);
            filling.clear();
            Changes empty = filling;
            filling = older;
            older = empty;
            middle = from;
        }
    }

    /** Counters that wait to be sent or dropped. */
    int waiting() {
        return older.counters.size() + filling.counters.size();
    }

    /** Packs that the topic has; any thread. */
    long packs() {
        return packs.getOpaque();
    }

    /** Packs that failed; any thread. */
    long failures() {
        return failures.getOpaque();
    }
}
