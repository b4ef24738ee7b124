package dev.hotlane.infra.feed;

import dev.hotlane.processor.checkpoint.LastRecord;
import dev.hotlane.processor.checkpoint.StateLoad;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.feed.FeedProgress;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** One feed process on a log and topics in memory, with its own directory and its own clock. */
final class FeedProcess {
    private static final int POLL_MAX = 300;

    final RandomFeedLog log;
    final MemoryTopics topics;
    final FeedFiles files;
    final SplittableRandom random;
    private final FeedScope scope;
    private final Feed feed;
    private final Queue<Runnable> transactions = new ArrayDeque<>();
    private long nanos;
    private int polled;

    /** The log is deleted before this offset. */
    int logStart;

    FeedProcess(
            RandomFeedLog log,
            MemoryTopics topics,
            Path directory,
            FeedScope scope,
            SplittableRandom random,
            MemoryTopics.Points points,
            int logStart) {
        this.log = log;
        this.topics = topics;
        this.random = random;
        this.scope = scope;
        this.logStart = logStart;
        files = new FeedFiles(new FeedDirectory(directory));
        FeedPorts ports = new FeedPorts(
                new Source(),
                topics.reader(),
                () -> topics.output(points),
                this::publish,
                files,
                scope,
                () -> nanos,
                FeedPace.USUAL);
        feed = new Feed(ports, new FeedSilence(random, FeedPace.USUAL.silenceNanos(), 0), new FeedStatus());
        feed.start();
    }

    /** The thread of the transactions gets its turn at once, or some rounds later. */
    private void publish(Runnable transaction) {
        if (random.nextInt(2) == 0) {
            transaction.run();
        } else {
            transactions.add(transaction);
        }
    }

    /** One round, and that time passes. */
    void step(long millis) {
        if (!transactions.isEmpty() && random.nextInt(2) == 0) {
            transactions.remove().run();
        }
        feed.step();
        nanos += millis * 1_000_000;
    }

    /** Offset of the next record that it polls. */
    int polled() {
        return polled;
    }

    FeedStatus status() {
        return feed.status();
    }

    private final class Source implements FeedSource {
        @Override
        public Loaded load(FeedProgress position) {
            long upTo = position == null ? -1 : position.upTo();
            FeedFiles.Saved usable = files.usable(upTo).orElse(null);
            if (usable != null && usable.next() >= logStart) {
                StateLoad load = files.read(usable);
                return loaded(load.state(), LastRecord.of(load.cut()), usable.name());
            }
            if (logStart == 0) {
                return loaded(new State(), LastRecord.of(new Meta()), "start");
            }
            FeedFiles.Saved newest = files.newest().orElseThrow();
            StateLoad load = files.read(newest);
            return loaded(load.state(), LastRecord.of(load.cut()), newest.name());
        }

        private Loaded loaded(State state, LastRecord last, String name) {
            FeedFollower follower = new FeedFollower(state, RandomFeedLog.IDENTITY, last, scope);
            return new Loaded(follower, new Input((int) state.nextOffset()), name, false);
        }

        @Override
        public void reject(Loaded loaded, FeedProgress position) {
            throw new HaltReason(ExitCode.DIVERGED, loaded.name() + " differs at " + position.upTo());
        }
    }

    private final class Input implements FeedInput {
        private int next;

        Input(int next) {
            this.next = next;
        }

        @Override
        public List<ConsumerRecord<byte[], byte[]>> poll(boolean wanted) {
            int end = wanted ? Math.min(log.records.size(), next + random.nextInt(POLL_MAX)) : next;
            List<ConsumerRecord<byte[], byte[]>> some = log.records.subList(next, end);
            next = end;
            polled = end;
            return some;
        }

        @Override
        public long end() {
            return log.records.size();
        }

        @Override
        public void close() {
            next = log.records.size();
        }
    }
}
