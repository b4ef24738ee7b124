package dev.hotlane.processor.recover;

import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.FlusherException;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.processor.checkpoint.CheckpointLoad;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.log.LogClients;
import dev.hotlane.processor.log.SkippedGaps;
import dev.hotlane.processor.state.State;
import dev.hotlane.processor.state.UnknownRulesException;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.kafka.Denial;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Recovers a stopped lane to a state that the log may be replayed on. Checks the identities of Kafka and MySQL, that
 * they belong together, that the checkpoint is whole and that the log continues it. Every mismatch is a
 * {@link HaltReason} with its own exit code; nothing is ever reset. Runs on the starting thread.
 */
public final class Recovery {
    private static final Logger log = LoggerFactory.getLogger(Recovery.class);

    /** Most SKIPs logged by a line each: a gap may have thousands. */
    private static final int SKIPS_NAMED_MAX = 10;

    private final LogClients clients;
    private final String lane;
    private final Checkpoint checkpoint;
    private final HeapCheck heap;
    private final Retry retry;

    /** @param patience limit of all waits for Kafka and MySQL together */
    public Recovery(LogClients clients, String lane, FlushSettings mysql, HeapCheck heap, Duration patience) {
        this.heap = heap;
        this.clients = clients;
        this.lane = lane;
        checkpoint = new Checkpoint(mysql);
        retry = new Retry(patience);
    }

    /**
     * Rejects a MySQL whose commits don't survive a power failure. Where the log is deleted up to the checkpoint, a
     * lost commit would leave a gap that nothing can fill.
     */
    public void requireDurableCommits() {
        int found = mysql(checkpoint::server).flushLogAtTrxCommit();
        if (found != 1) {
            throw new HaltReason(
                    ExitCode.UNSAFE_COMMITS,
                    "the log's retention is on, and MySQL's innodb_flush_log_at_trx_commit is " + found + ", expected"
                            + " 1: after a power failure MySQL could stand before what was deleted. Set it (SET PERSIST"
                            + " innodb_flush_log_at_trx_commit = 1), or switch retention off (--retention-margin -1)");
        }
    }

    /** The topics of the lane; rejects those that do not fit it. */
    public LaneTopics topics(Admin admin) {
        return kafka(() -> {
            LaneTopics.requireRights(admin, lane, clients.kafka());
            LaneTopics found = LaneTopics.find(admin, lane);
            found.check(admin, lane);
            return found;
        });
    }

    /** Whether the lane has a view topic. */
    public boolean hasViewTopic(Admin admin) {
        return kafka(() -> LaneTopics.hasView(admin, lane));
    }

    /** The caller closes the consumer of the result. */
    public Recovered run(Admin admin) {
        LaneTopics topics = topics(admin);
        TopicPartition partition = new TopicPartition(TopicSpec.commands(lane).name(), TopicSpec.COMMAND_PARTITION);
        Consumer<byte[], byte[]> consumer = clients.reader();
        try (SkipSearch search = new SkipSearch(clients, partition)) {
            LogCheck logCheck = new LogCheck(consumer, partition);
            long start = kafka(logCheck::start);
            long began = System.nanoTime();
            CheckpointLoad.Loaded loaded = mysql(() -> load(topics, logCheck, start, search));
            Meta cut = loaded.cut();
            long end = kafka(logCheck::end);
            long captured = System.nanoTime();
            long[] skips = tail(logCheck, search, cut, start, end);
            stepOver(loaded.state(), skips);
            log.info(
                    "loaded the checkpoint of offset {}: {} counters, {} window entries, digest {}, in {} ms; log {}..{}",
                    cut.nextOffset,
                    cut.counters,
                    cut.windowCount,
                    String.format("%016x", cut.digest),
                    (captured - began) / 1_000_000,
                    start,
                    end);
            return new Recovered(loaded.state(), cut, topics, consumer, end, captured, new SkippedGaps(skips));
        } catch (Throwable e) {
            consumer.close();
            throw e;
        }
    }

    /** Compares the log with the checkpoint, and this heap with the RULES at its end; returns what to step over. */
    private long[] tail(LogCheck logCheck, SkipSearch search, Meta cut, long start, long end) {
        kafka(() -> {
            logCheck.fits(cut, start, end);
            return null;
        });
        SkipSearch.Searched searched = search.from(cut);
        long[] skips = kafka(() -> logCheck.skips(searched.scan(), cut, searched.end(), end));
        Rules last = rulesAtEnd(searched.scan(), cut, skips);
        heap.require(last);
        return skips;
    }

    /** Null if this build can't read them: then the replay ends with its own exit code. */
    private static Rules rulesAtEnd(LogScan scan, Meta cut, long[] skips) {
        try {
            return scan.rules().after(cut.rulesInForce(), skips);
        } catch (UnknownRulesException e) {
            return null;
        }
    }

    private static void stepOver(State state, long[] skips) {
        state.quarantine(skips);
        int named = Math.min(skips.length, SKIPS_NAMED_MAX);
        for (int i = 0; i < named; i++) {
            log.warn("the record at offset {} is quarantined by a SKIP further on: it will be stepped over", skips[i]);
        }
        if (named < skips.length) {
            log.warn(
                    "{} more are quarantined, the last one at offset {}",
                    skips.length - named,
                    skips[skips.length - 1]);
        }
    }

    private CheckpointLoad.Loaded load(LaneTopics topics, LogCheck logCheck, long start, SkipSearch search) {
        Identity identity = new Identity(topics.clusterId(), topics.topicId());
        checkpoint.prepare();
        CheckpointLoad.Loaded loaded;
        try {
            loaded = CheckpointLoad.from(checkpoint, identity, cut -> begin(logCheck, start, search, cut));
        } catch (FlusherException e) {
            if (e.reason() != FlusherException.Reason.NO_CHECKPOINT) {
                throw e;
            }
            logCheck.virgin(start);
            checkpoint.initialize(identity);
            return CheckpointLoad.from(checkpoint, identity, search::begin);
        }
        // Writes nothing here, but checks that this server may be written to.
        checkpoint.initialize(identity);
        return loaded;
    }

    /** Rows under RULES that this heap can't hold are not loaded, unless lower ones are in force at the end of the log. */
    private void begin(LogCheck logCheck, long start, SkipSearch search, Meta cut) {
        search.begin(cut);
        if (!heap.holds(cut.rulesInForce())) {
            tail(logCheck, search, cut, start, kafka(logCheck::end));
        }
    }

    private <T> T kafka(Callable<T> attempt) {
        return retry.until("Kafka", ExitCode.KAFKA_UNREACHABLE, Recovery::kafkaPasses, () -> {
            try {
                return attempt.call();
            } catch (HaltReason e) {
                throw e;
            } catch (Exception e) {
                throw Denial.of(e, clients.kafka())
                        .<Exception>map(sentence -> new HaltReason(ExitCode.KAFKA_DENIED, sentence, e))
                        .orElseGet(() -> kafkaPasses(e) ? e : retry.unreached("Kafka", ExitCode.KAFKA_UNREACHABLE, e));
            }
        });
    }

    private static boolean kafkaPasses(Exception fault) {
        return fault instanceof TimeoutException
                || fault instanceof RetriableException
                || fault instanceof ExecutionException && fault.getCause() instanceof RetriableException;
    }

    private <T> T mysql(Callable<T> attempt) {
        return retry.until("MySQL", ExitCode.MYSQL_UNREACHABLE, Recovery::mysqlPasses, () -> {
            try {
                return attempt.call();
            } catch (FlusherException e) {
                if (mysqlPasses(e)) {
                    throw e;
                }
                throw new HaltReason(ExitCodes.code(e), e.getMessage(), e);
            } catch (HaltReason e) {
                throw e;
            } catch (RuntimeException e) {
                throw new HaltReason(
                        ExitCode.CORRUPT_CHECKPOINT,
                        "the checkpoint in MySQL can't be read: " + e + ". Restore a whole backup, or replay"
                                + " the log into an empty database",
                        e);
            }
        });
    }

    private static boolean mysqlPasses(Exception fault) {
        return fault instanceof FlusherException refusal && refusal.reason() == FlusherException.Reason.UNAVAILABLE;
    }
}
