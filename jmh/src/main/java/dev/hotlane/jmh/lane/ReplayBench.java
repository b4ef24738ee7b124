package dev.hotlane.jmh.lane;

import dev.hotlane.infra.stack.DevStack;
import dev.hotlane.infra.stack.LaneProcess;
import dev.hotlane.infra.stack.LaneRules;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.infra.verify.Verification;
import dev.hotlane.infra.verify.Verifier;
import dev.hotlane.protocol.HeapShare;
import io.vertx.core.json.JsonObject;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;

/**
 * How fast a processor replays, and how soon one with a full checkpoint is ready: fills a log, starts a processor on an
 * empty database (replay of everything), stops it, starts it again (load, nothing to replay), kills and starts it once
 * more, kills it again and lets it find a tail to replay, and compares MySQL with the log at the end. One thread.
 */
public final class ReplayBench {
    private static final String LANE = "replay";
    /** Seldom, as each request takes CPU from the replay. */
    private static final long POLL_MILLIS = 100;

    private static final int COMMAND_RECORDS_BEFORE = 1;

    private final DevStack stack;
    private final int commands;
    private final int tail;
    private final int keys;
    private final Duration age;
    private final long seed;
    private final PrintStream out;

    /**
     * @param tail commands that the last start finds behind its checkpoint
     * @param age of the log when its replay begins
     */
    public ReplayBench(DevStack stack, int commands, int tail, int keys, Duration age, long seed, PrintStream out) {
        this.stack = stack;
        this.commands = commands;
        this.tail = tail;
        this.keys = keys;
        this.age = age;
        this.seed = seed;
        this.out = out;
    }

    /** Runs it; true if MySQL equals the log at the end. */
    public boolean run(List<String> jvmFlags) throws InterruptedException {
        Topics.ensure(stack.connection(), LANE, 1, LaneRules.fit(seed, jvmFlags, HeapShare.OF_A_PROCESSOR));
        long begin = System.nanoTime();
        LogFiller filler = new LogFiller(stack.bootstrapServers(), LANE, seed);
        filler.fill(commands, keys);
        row("fill", "%,d commands over %,d keys, %,.0f/s", commands, keys, commands / since(begin));
        LaneProcess processor = new LaneProcess(stack, LANE, jvmFlags);
        Thread.sleep(age.toMillis());
        try {
            replay(processor);
            awaitFlushed(processor);
            processor.stop();
            restart("restart after SIGTERM", processor);
            processor.kill9();
            restart("restart after kill -9", processor);
            processor.kill9();
            filler.fill(tail, keys);
            restart(String.format("the same, %,d behind", tail), processor);
            awaitFlushed(processor);
        } finally {
            processor.stop();
        }
        Verification verification = Verifier.run(
                stack.connection(), LANE, Verifier.database(stack.jdbcUrl(), stack.user(), stack.password()));
        out.println("  " + verification.summary());
        return verification.equal() && verification.counters() == keys;
    }

    /** MySQL is written to only once the processor leads, so a replay is log, ring, state and marshaller alone. */
    private void replay(LaneProcess processor) throws InterruptedException {
        long end = (long) commands + COMMAND_RECORDS_BEFORE;
        long begin = System.nanoTime();
        processor.start();
        long applied = 0;
        long firstNanos = 0;
        long first = 0;
        while (applied < end) {
            applied = offset(processor, "applied");
            if (applied > 0 && firstNanos == 0) {
                firstNanos = System.nanoTime();
                first = applied;
            }
            Thread.sleep(POLL_MILLIS);
        }
        double seconds = since(firstNanos);
        processor.awaitReady();
        row("replay", "%,d commands in %.1f s = %,.0f/s", end - first, seconds, (end - first) / seconds);
        row("cold start with that replay", "%.1f s to ready, JVM start included", since(begin));
    }

    private void restart(String what, LaneProcess processor) {
        long begin = System.nanoTime();
        processor.start();
        processor.awaitReady();
        double seconds = since(begin);
        JsonObject state = new JsonObject(processor.status()).getJsonObject("state");
        row(
                what,
                "%.1f s to ready with %,d counters and %,d window entries, JVM start included",
                seconds,
                state.getLong("counters"),
                state.getLong("windowCount"));
    }

    private void awaitFlushed(LaneProcess processor) throws InterruptedException {
        long begin = System.nanoTime();
        long target = offset(processor, "applied");
        while (offset(processor, "flushed") < target) {
            Thread.sleep(POLL_MILLIS);
        }
        row("first flush", "%.1f s for all of it", since(begin));
    }

    private static long offset(LaneProcess processor, String name) {
        String status = processor.status();
        JsonObject offsets = status == null ? null : new JsonObject(status).getJsonObject("offsets");
        return offsets == null ? 0 : offsets.getLong(name);
    }

    private static double since(long nanos) {
        return (System.nanoTime() - nanos) / 1e9;
    }

    private void row(String what, String format, Object... values) {
        out.printf("  %-28s %s%n", what, String.format(format, values));
    }
}
