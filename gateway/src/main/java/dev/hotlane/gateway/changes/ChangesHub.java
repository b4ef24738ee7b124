package dev.hotlane.gateway.changes;

import dev.hotlane.gateway.settings.ChangesSettings;
import dev.hotlane.gateway.settings.GatewaySettings;
import dev.hotlane.gateway.watch.StreamPlaces;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * The streams of changes of a gateway. Nothing is read until the first client asks. Any thread.
 */
public final class ChangesHub implements AutoCloseable {
    private static final int HEAP_PARTS = 16;

    final ChangesRing ring;
    final ChangesFollower follower;
    final CatchUps catchUps;
    final ChangesEvents events;
    final StreamPlaces places;
    private final String lane;
    private final ChangesCounts counts;
    private final ChangesQuestions questions = new ChangesQuestions();
    private final ChangesSource source;
    private final AtomicBoolean started = new AtomicBoolean();

    /**
     * Without a stream.
     *
     * @param lane name of the lane
     * @param source the way to the feed's topics; closed with this object
     * @param places the places of all streams, which watches take too
     */
    public ChangesHub(String lane, ChangesSource source, ChangesSettings settings, StreamPlaces places) {
        this(lane, source, ringBytes(settings), places, new ChangesCounts(), null, settings.catchUpsMax());
    }

    /** Of a gateway with these settings; nothing is connected yet. */
    public static ChangesHub of(GatewaySettings settings, StreamPlaces places) {
        String lane = settings.lane().name();
        KafkaChangesSource source = new KafkaChangesSource(settings.lane().kafka(), lane);
        return new ChangesHub(lane, source, settings.reads().changes(), places);
    }

    /** In a small heap the ring is smaller than its setting. */
    private static long ringBytes(ChangesSettings settings) {
        return Math.min(settings.ringBytes(), Runtime.getRuntime().maxMemory() / HEAP_PARTS);
    }

    /** The same with readers of its own making. */
    ChangesHub(
            String lane,
            ChangesSource source,
            long ringBytes,
            StreamPlaces places,
            ChangesCounts counts,
            CatchUps readers,
            int catchUpsMax) {
        this.lane = lane;
        this.source = source;
        this.places = places;
        this.counts = counts;
        events = new ChangesEvents(lane);
        ring = new ChangesRing(ringBytes);
        catchUps = readers == null ? new CatchUps(source, counts, catchUpsMax) : readers;
        follower = new ChangesFollower(source, ring, counts, questions);
    }

    /**
     * Adds the streams of one event loop.
     *
     * @param loop the event loop
     * @param clock returns nanoTime
     * @param random draws how long each client waits before it opens its stream again
     * @param takeMax longest time for which a client does not take what was written; then its connection is closed
     */
    public ChangesLoop loop(
            ScheduledExecutorService loop, LongSupplier clock, RandomGenerator random, Duration takeMax) {
        return new ChangesLoop(this, loop, clock, random, takeMax);
    }

    /**
     * Asks whether the feed has published up to a sequence, -1 for any. The receiver is called once, on the executor, at once or
     * later.
     */
    public void ask(long sequence, Executor loop, Consumer<ChangesAnswer> receiver) {
        if (started.compareAndSet(false, true)) {
            follower.start();
        }
        questions.ask(sequence, loop, receiver);
    }

    /** Name of the lane. */
    public String lane() {
        return lane;
    }

    /** What is counted. */
    public ChangesCounts counts() {
        return counts;
    }

    /** Sequence up to which all changes were read; -1 while nothing is read. */
    public long upTo() {
        return follower.upTo();
    }

    /** Bytes of the ring, calculated. */
    public long ringBytes() {
        return ring.bytes();
    }

    long tail() {
        return follower.tail();
    }

    /** Number of times that reading began; 0 while nothing is read. A stream belongs to one. */
    long generation() {
        return follower.generation();
    }

    /** Ends all threads; waits some seconds at most. */
    @Override
    public void close() {
        if (started.get()) {
            follower.close();
        }
        catchUps.close();
        source.close();
    }
}
