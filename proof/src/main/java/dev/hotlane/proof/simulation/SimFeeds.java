package dev.hotlane.proof.simulation;

import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.infra.feed.FeedFence;
import dev.hotlane.infra.feed.FeedStatus;
import dev.hotlane.processor.watch.FeedLimit;
import dev.hotlane.proof.simulation.SimFeed.Point;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.apache.kafka.common.KafkaException;

/**
 * The two change feeds of a lane, and their topics. They draw from a sequence of their own and run beside the other
 * threads, as views do.
 */
final class SimFeeds {
    private static final long OWN_SEQUENCE = 0x66656564L;
    private static final long MILLI = 1_000_000;

    /** The standby's own state file may be older than what the log is kept from for so long. */
    private static final long UNSAVED_MAX_NANOS = 400 * MILLI;

    private static final int FENCE_EVENTS_MAX = 60;
    private static final int ROUNDS_MAX = 8;

    final Chance chance;
    final FeedForm form;
    final SimTransactions transactions;
    final FeedChecks checks;
    private final World world;
    private final long seed;
    private final SimFeed[] feeds = new SimFeed[2];
    private long step;
    private long unsavedSince;
    private Identity identity = ProcessorStart.IDENTITY;
    private long base;

    SimFeeds(World world, long seed, FeedForm form) {
        this.world = world;
        this.seed = seed ^ OWN_SEQUENCE;
        this.form = form;
        chance = new Chance(this.seed);
        transactions = new SimTransactions(world);
        checks = new FeedChecks(world, form);
    }

    /** The world knows its feeds now. */
    void begin() {
        for (int i = 0; i < feeds.length; i++) {
            feeds[i] = new SimFeed(world, i);
        }
    }

    void happen(Incident incident) {
        switch (incident.what()) {
            case FEED_FENCED -> fence(world::others, FENCE_EVENTS_MAX);
            case FEEDS_AWAY -> {
                world.operator.snapshots.takeSnapshot();
                for (SimFeed feed : feeds) {
                    feed.away(world.now() + incident.much() * MILLI, incident.much() % 2 == 0);
                }
            }
            case NO_LEADER -> {
                for (SimProcessor place : world.processors) {
                    place.staysDown(world.now() + incident.much() * MILLI);
                }
            }
            default -> feeds[incident.whom()].happen(incident);
        }
    }

    /** The lane goes on in that log, whose first offset has that sequence. One feed may have been frozen meanwhile. */
    void reAnchored(Identity to, long newBase) {
        identity = to;
        base = newBase;
        int frozen = chance.percent(60) ? chance.below(feeds.length) : -1;
        for (SimFeed feed : feeds) {
            feed.reAnchored(feed.index == frozen ? world.now() + chance.between(1, 400) * MILLI : 0);
        }
    }

    /** The log that feeds follow. */
    Identity identity() {
        return identity;
    }

    /** Sequence of its first offset. */
    long base() {
        return base;
    }

    void heal() {
        for (SimFeed feed : feeds) {
            feed.heal();
        }
    }

    /** One of the processes does a round, or the coordinator something. */
    void step() {
        chance.begin(seed, ++step);
        if (!transactions.look()) {
            int first = chance.below(feeds.length);
            if (!feeds[first].step()) {
                feeds[1 - first].step();
            }
        }
    }

    /** Others go on while a process waits for the coordinator. */
    void meanwhile() {
        for (int i = chance.below(4); i > 0; i--) {
            world.others();
        }
    }

    /**
     * As `skip` does: ends what is open, and fences. Returns the last published sequence; empty if it is not known.
     *
     * @param other goes on before the fence is there, up to {@code most} times
     */
    private OptionalLong fence(Runnable other, int most) {
        SimFeedProducer.Way way = new SimFeedProducer.Way() {
            @Override
            public void at(Point point) {
                for (int i = chance.below(most); point == Point.BEFORE_FENCE && i > 0; i--) {
                    other.run();
                }
            }

            @Override
            public boolean commitsBadly() {
                return false;
            }
        };
        try {
            long told = FeedFence.published(
                            SimTransactions.LANE,
                            () -> SimFeedProducer.of(world, way),
                            () -> SimFeedConsumer.of(world, () -> !world.weather.brokerAway()))
                    .orElse(-1);
            checks.stillAt(told);
            world.tally.count("fences by an operator");
            return OptionalLong.of(told);
        } catch (KafkaException e) {
            return OptionalLong.empty();
        }
    }

    /** Whether `skip` may append a SKIP of that record: it fences, then reads how far the feed is. */
    boolean maySkip(long target) {
        // Only the feeds go on meanwhile: the operator has stopped the rest.
        OptionalLong told = fence(this::step, ROUNDS_MAX);
        return told.isPresent() && told.getAsLong() < target;
    }

    /** What retention asks: the first offset that must stay. */
    LongSupplier limit() {
        FeedLimit.Log log = new FeedLimit.Log(SimTransactions.LANE, ProcessorStart.IDENTITY.topicId(), () -> 0);
        return new FeedLimit(() -> SimFeedConsumer.of(world, () -> !world.weather.brokerAway()), null, log, 0);
    }

    /** Whether a feed has a state file that begins there. */
    boolean hasFile(long next) {
        for (SimFeed feed : feeds) {
            if (feed.files.has(next)) {
                return true;
            }
        }
        return false;
    }

    /** Whether all below that offset is published, one feed stands by, and has saved what it needs. */
    boolean done(long end) {
        if (checks.upTo() < end - 1 || feeds[0].publishes() == feeds[1].publishes()) {
            return false;
        }
        SimFeed standby = feeds[feeds[0].publishes() ? 1 : 0];
        FeedStatus status = standby.status();
        if (status == null || status.role() != FeedStatus.Role.STANDBY || status.upTo() < end - 1) {
            return false;
        }
        boolean saved = standby.files.newest() >= checks.position().keepFrom()
                || checks.position().keepFrom() == base;
        unsavedSince = saved ? 0 : unsavedSince == 0 ? world.now() : unsavedSince;
        Violation.require(
                saved || world.now() - unsavedSince < UNSAVED_MAX_NANOS,
                "F3",
                () -> "the standby's newest state file begins at " + standby.files.newest()
                        + ", and the log is kept from " + checks.position().keepFrom() + " on");
        return saved;
    }
}
