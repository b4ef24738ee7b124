package dev.hotlane.infra.feed;

import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.CheckpointMeta;
import dev.hotlane.flusher.mysql.FlusherException;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.infra.snapshot.SnapshotException;
import dev.hotlane.infra.snapshot.Snapshots;
import dev.hotlane.processor.checkpoint.CheckpointLoad;
import dev.hotlane.processor.checkpoint.LastRecord;
import dev.hotlane.processor.checkpoint.StateLoad;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.log.SkippedGaps;
import dev.hotlane.processor.recover.LogCheck;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.feed.FeedProgress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The sources of a feed's state: its own files, a snapshot, MySQL's checkpoint, the log from its start. */
final class StateSources implements FeedSource {
    private static final Logger log = LoggerFactory.getLogger(StateSources.class);
    private static final String LOG_START = "the log's start";

    private final FeedSettings settings;
    private final Identity identity;
    private final FeedFiles files;
    private final Supplier<? extends Consumer<byte[], byte[]>> logs;
    private final Set<String> rejected = new HashSet<>();
    private FlusherException unreached;

    /** @param logs makes a consumer of the command topic */
    StateSources(
            FeedSettings settings,
            Identity identity,
            FeedFiles files,
            Supplier<? extends Consumer<byte[], byte[]>> logs) {
        this.logs = logs;
        this.settings = settings;
        this.identity = identity;
        this.files = files;
    }

    /** One state with its cut, proven by its digest. */
    private record Found(State state, Meta cut) {}

    /**
     * One source.
     *
     * @param next first sequence that it does not contain; unknown before it is read: -1
     * @param own whether the feed wrote it, so that a restart can load it again
     */
    private record Candidate(String name, long next, boolean own, Supplier<Found> read) {}

    @Override
    public Loaded load(FeedProgress position) {
        TopicPartition partition =
                new TopicPartition(TopicSpec.commands(settings.lane()).name(), TopicSpec.COMMAND_PARTITION);
        Consumer<byte[], byte[]> consumer = logs.get();
        try {
            LogCheck check = new LogCheck(consumer, partition);
            long start = check.start();
            unreached = null;
            List<Candidate> candidates = candidates(start);
            Found found = null;
            Candidate of = null;
            for (int pass = 0; pass < 2 && found == null; pass++) {
                for (int i = 0; i < candidates.size() && found == null; i++) {
                    of = candidates.get(i);
                    found = tried(of, check, start, pass == 0, position);
                }
            }
            if (found == null) {
                throw none(start);
            }
            long[] skips = check.skips(found.cut(), check.end());
            found.state().quarantine(skips, of.own() ? passed(found.cut(), position) : found.cut().nextOffset);
            FeedFollower follower = new FeedFollower(
                            found.state(), identity, LastRecord.of(found.cut()), settings.scope())
                    .knowing(skips);
            FeedInput input = new ConsumedLog(consumer, partition, found.state().nextOffset(), new SkippedGaps(skips));
            return new Loaded(follower, input, of.name(), !of.own());
        } catch (Throwable e) {
            consumer.close();
            throw e;
        }
    }

    /**
     * Every record below this offset is passed by a TICK. MySQL has only such records, and the position ends at one; a
     * file of the feed may be above the position.
     */
    private long passed(Meta cut, FeedProgress position) {
        boolean comparable = position != null && position.topic().equals(identity.topicId());
        return comparable ? Math.min(position.upTo() + 1 - cut.sequenceBase, cut.nextOffset) : 0;
    }

    private List<Candidate> candidates(long start) {
        List<Candidate> all = new ArrayList<>();
        files.all()
                .forEach(saved ->
                        all.add(new Candidate(saved.name(), saved.next(), true, () -> found(files.read(saved)))));
        if (settings.snapshot() != null) {
            Path snapshot = settings.snapshot();
            all.add(new Candidate(snapshot.toString(), -1, false, () -> found(Snapshots.read(snapshot))));
        }
        if (settings.mysql() != null) {
            all.add(new Candidate("MySQL's checkpoint", checkpointNext(), false, this::checkpoint));
        }
        if (start == 0) {
            all.add(new Candidate(LOG_START, 0, true, () -> new Found(new State(), new Meta())));
        }
        all.removeIf(candidate -> rejected.contains(candidate.name()));
        return all;
    }

    /** Null if the source does not do: for its position, or as the log does not continue it. */
    private Found tried(Candidate from, LogCheck check, long start, boolean continuing, FeedProgress position) {
        if (continuing && !mayContinue(from, position)
                || !continuing && from.name().equals(LOG_START)) {
            return null;
        }
        try {
            Found found = from.read().get();
            if (continuing && found.cut().sequenceBase + found.cut().nextOffset > position(position) + 1) {
                return null;
            }
            if (found.cut().nextOffset > 0) {
                check.fits(found.cut(), start, check.end());
            } else if (found.cut().sequenceBase == 0 && start > 0) {
                return null;
            }
            return found;
        } catch (SnapshotException | FlusherException | HaltReason e) {
            if (e instanceof FlusherException fault) {
                failed(fault);
            }
            log.warn("the feed can't begin with {}: {}", from.name(), e.getMessage());
            files.forget(from.name());
            return null;
        }
    }

    private static long position(FeedProgress position) {
        return position == null ? -1 : position.upTo();
    }

    private boolean mayContinue(Candidate from, FeedProgress position) {
        boolean sameLog = position == null || position.topic().equals(identity.topicId());
        boolean ofBase = !from.name().equals(LOG_START) || position == null || position.base() == 0;
        return sameLog && ofBase && from.next() <= position(position) + 1;
    }

    private Found found(StateLoad load) {
        if (!load.identity().equals(identity)) {
            throw new HaltReason(
                    ExitCode.TOPIC_RECREATED, "it belongs to " + load.identity() + ", the log is " + identity);
        }
        return new Found(load.state(), load.cut());
    }

    private long checkpointNext() {
        try {
            return new Checkpoint(settings.mysql())
                    .meta()
                    .map(CheckpointMeta::cut)
                    .map(cut -> cut.sequenceBase + cut.nextOffset)
                    .orElse(Long.MAX_VALUE);
        } catch (FlusherException e) {
            failed(e);
            log.warn("the feed can't read MySQL's checkpoint: {}", e.getMessage());
            return Long.MAX_VALUE;
        }
    }

    /** Keeps that MySQL was away: a later start may begin with its checkpoint. */
    private void failed(FlusherException fault) {
        unreached = fault.reason() == FlusherException.Reason.UNAVAILABLE ? fault : unreached;
    }

    private Found checkpoint() {
        CheckpointLoad.Loaded loaded = CheckpointLoad.from(new Checkpoint(settings.mysql()), identity);
        return new Found(loaded.state(), loaded.cut());
    }

    private HaltReason none(long start) {
        if (unreached != null) {
            return new HaltReason(
                    ExitCode.MYSQL_UNREACHABLE,
                    "the log starts at offset " + start
                            + " and the feed has no other state to begin with than MySQL's: " + unreached.getMessage(),
                    unreached);
        }
        return new HaltReason(
                ExitCode.LOG_LOST_RANGE,
                "the log starts at offset " + start
                        + " and the feed has no state to begin with: name the lane's database"
                        + " (--mysql-url) or a snapshot of it (--feed-snapshot) that the log continues");
    }

    @Override
    public void reject(Loaded loaded, FeedProgress position) {
        if (loaded.name().equals(LOG_START)) {
            throw new HaltReason(
                    ExitCode.DIVERGED,
                    "the replay of the whole log has another digest at sequence " + position.upTo() + " than the feed's"
                            + " position, " + position.digestText()
                            + ": the topics are of another lane, or another build"
                            + " wrote them. Nothing was published");
        }
        rejected.add(loaded.name());
        files.all().stream()
                .filter(saved -> saved.name().equals(loaded.name()))
                .forEach(saved -> files.delete(saved.name()));
    }
}
