package dev.hotlane.proof.simulation;

import dev.hotlane.infra.feed.Feed;
import dev.hotlane.infra.feed.FeedPace;
import dev.hotlane.infra.feed.FeedSettings;
import dev.hotlane.infra.feed.FeedStatus;
import dev.hotlane.infra.feed.FeedSurroundings;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.SplittableRandom;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;

/** A place where a change feed runs, the product's own, is down, or is started again by its supervisor. */
final class SimFeed {
    /** Where a process may end or stand still on its way through a transaction. */
    enum Point {
        BEFORE_FENCE,
        BEHIND_FENCE,
        BEFORE_SEND,
        BETWEEN_SENDS,
        BEFORE_COMMIT,
        COMMIT_UNANSWERED,
        BEHIND_COMMIT
    }

    private static final long MILLI = 1_000_000;

    /** Numbers of a lane that lives for a second or two. */
    private static final FeedPace PACE = new FeedPace(40 * MILLI, 10 * MILLI, 70 * MILLI, 40, 12);

    private static final long ROUND_NANOS = 3 * MILLI;
    private static final Point[] POINTS = Point.values();

    final int index;
    final SavedStates files = new SavedStates();
    private final World world;
    private Run run;
    private long startAt;
    private long roundAt;
    private long frozenUntil;
    private long deafUntil;
    private long commitsBadlyUntil;
    private Point dies;
    private Point freezes;
    private long freezeNanos;
    private boolean ended;

    /** A process that follows a log which the lane has left. */
    private Run outdated;

    SimFeed(World world, int index) {
        this.world = world;
        this.index = index;
        startAt = world.feeds.chance.below(60 * MILLI);
    }

    /** One process. */
    private final class Run implements SimFeedProducer.Way {
        private final Feed feed;
        private final long base = world.feeds.base();
        private final Queue<Runnable> transactions = new ArrayDeque<>();
        private Consumer<byte[], byte[]> log;
        private boolean inside;

        Run() {
            FeedSettings settings = new FeedSettings(
                    KafkaConnection.to("sim:9092"),
                    SimTransactions.LANE,
                    world.feeds.form.scope,
                    Path.of("sim"),
                    ProcessorStart.settings(world, World.OBSERVER, world::now),
                    null);
            FeedSurroundings around = new FeedSurroundings(
                    this::reader,
                    () -> SimFeedConsumer.of(world, SimFeed.this::answered),
                    () -> SimFeedProducer.of(world, this),
                    this::publish,
                    files,
                    world::now,
                    new SplittableRandom(world.feeds.chance.next()),
                    PACE);
            feed = around.feed(settings, world.feeds.identity(), new FeedStatus());
        }

        private Consumer<byte[], byte[]> reader() {
            log = SimConsumer.of(world, world.feeds.chance, SimFeed.this::answered);
            return log;
        }

        /** The thread of the transactions is as fast as that of the feed, or gets its turn some rounds later. */
        private void publish(Runnable transaction) {
            if (transactions.isEmpty() && world.feeds.chance.percent(60)) {
                transaction.run();
            } else {
                transactions.add(transaction);
            }
        }

        private void round() {
            if (!transactions.isEmpty() && world.feeds.chance.percent(40)) {
                transactions.remove().run();
            }
            feed.step();
        }

        /** A process whose replay has not reached the position fences no other. */
        private void requireReady() {
            long next = base + log.position(SimConsumer.COMMANDS);
            Violation.require(
                    this == outdated || next > feed.status().upTo(),
                    "F5",
                    () -> "feed " + index + " fences with a state of " + next + ", the position is "
                            + feed.status().upTo());
        }

        @Override
        public boolean commitsBadly() {
            return world.now() < commitsBadlyUntil;
        }

        @Override
        public void at(Point point) {
            if (point == Point.BEFORE_FENCE) {
                requireReady();
            }
            if (point == dies) {
                dies = null;
                world.tally.count("feeds killed " + name(point));
                crash("killed");
            }
            if (point == freezes) {
                freezes = null;
                world.tally.count("feeds frozen " + name(point));
                frozenUntil = world.now() + freezeNanos;
            }
            if (point == Point.BEFORE_FENCE || point == Point.BEFORE_COMMIT) {
                world.feeds.meanwhile();
            }
            while (run == this && standsStill()) {
                world.others();
            }
            if (run != this) {
                throw new EndedProcess();
            }
            if (!answered() && point != Point.BEHIND_COMMIT) {
                throw new org.apache.kafka.common.errors.TimeoutException("the broker does not answer");
            }
        }
    }

    private static String name(Point point) {
        return point.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
    }

    private boolean answered() {
        return world.now() >= deafUntil && !world.weather.brokerAway();
    }

    private boolean standsStill() {
        return world.now() < frozenUntil;
    }

    void happen(Incident incident) {
        long until = world.now() + incident.much() * MILLI;
        switch (incident.what()) {
            case FEED_KILLED -> {
                int where = incident.much() % (POINTS.length + 1);
                if (where < POINTS.length) {
                    dies = POINTS[where];
                } else if (run != null) {
                    world.tally.count("feeds killed anywhere");
                    crash("killed");
                }
            }
            case FEED_FREEZES -> {
                int where = incident.much() % (POINTS.length + 1);
                freezeNanos = incident.much() * MILLI;
                freezes = where < POINTS.length ? POINTS[where] : null;
                frozenUntil = where < POINTS.length ? frozenUntil : until;
            }
            case FEED_COMMITS_BADLY -> commitsBadlyUntil = until;
            case FEED_RECEIVES_NOTHING -> deafUntil = until;
            case FEED_LOSES_FILES -> {
                world.feeds.checks.filesLost();
                if (incident.much() % 2 == 0) {
                    files.clear();
                } else {
                    files.damage();
                }
                crash("killed with its disk");
            }
            default -> throw new IllegalArgumentException("not of a feed: " + incident);
        }
    }

    /** Ends, perhaps without its disk, and comes back then. */
    void away(long until, boolean withoutDisk) {
        if (withoutDisk) {
            world.feeds.checks.filesLost();
            files.clear();
        }
        crash("killed");
        startAt = Math.max(startAt, until);
    }

    /** The lane has another log. Ends, or stands still until then and sees at its next look that the topic is another one. */
    void reAnchored(long until) {
        if (until > 0 && run != null) {
            frozenUntil = until;
            outdated = run;
        } else {
            crash("killed");
        }
    }

    void heal() {
        frozenUntil = 0;
        deafUntil = 0;
        commitsBadlyUntil = 0;
        dies = null;
        freezes = null;
    }

    private void crash(String how) {
        if (run != null) {
            world.tally.exited("of a feed, " + how);
            run = null;
            startAt = world.now() + world.feeds.chance.between(2, 120) * MILLI;
        }
    }

    /** One round of the process, or its start; false if it has nothing to do now. */
    boolean step() {
        if (ended || standsStill() || world.now() < Math.max(startAt, roundAt) || run != null && run.inside) {
            return false;
        }
        Run own = run;
        try {
            if (own == null) {
                own = new Run();
                run = own;
                world.tally.count("starts of a feed");
                own.inside = true;
                own.feed.start();
            } else {
                own.inside = true;
                own.round();
            }
            if (own == outdated && run == own) {
                crash("as its topic was made again");
            }
        } catch (EndedProcess e) {
            world.tally.count("feeds that ended in a call");
        } catch (HaltReason e) {
            halted(e);
        } catch (KafkaException e) {
            crash("without Kafka");
        } catch (RuntimeException e) {
            throw new Violation("F5", "feed " + index + " failed: " + e, e);
        } finally {
            own.inside = false;
        }
        roundAt = world.now() + world.feeds.chance.below(ROUND_NANOS);
        return true;
    }

    private void halted(HaltReason why) {
        boolean fine = switch (why.code()) {
            // Of a re-anchored log only MySQL has the begin, and MySQL may be away.
            case LOG_LOST_RANGE, MYSQL_UNREACHABLE -> world.logStart() > 0 || world.feeds.base() > 0;
            case UNKNOWN_RULES -> world.truth.hasNewerRules();
            case DIVERGED -> world.truth.wrongTicks() >= 3;
            default -> false;
        };
        if (!fine) {
            throw new Violation("F5", "feed " + index + " ended with " + why.code() + ": " + why.getMessage(), why);
        }
        ended = why.code() == ExitCode.UNKNOWN_RULES;
        crash(why.code().name());
    }

    /** What the process does; null while it is down. */
    FeedStatus status() {
        return run == null ? null : run.feed.status();
    }

    /** Whether the process of this producer is the one that runs here. */
    boolean publishes() {
        return run != null && run.feed.status().role() == FeedStatus.Role.PUBLISHING;
    }
}
