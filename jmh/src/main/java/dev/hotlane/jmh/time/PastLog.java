package dev.hotlane.jmh.time;

import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.infra.stack.DevStack;
import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.infra.stack.LaneProcess;
import dev.hotlane.infra.stack.LaneRules;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.jmh.lane.LogFiller;
import dev.hotlane.protocol.HeapShare;
import dev.hotlane.protocol.TopicSpec;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A log that a processor followed while it was filled, so that TICKs prove it, and commands that read it. One thread. */
final class PastLog {
    static final String LANE = "time";

    private static final Duration PATIENCE = Duration.ofMinutes(30);
    private static final long SEED = 1;
    private static final long POLL_MILLIS = 50;

    private final DevStack stack;
    private final List<String> jvmFlags;
    private final LogFiller filler;
    private int commands;

    PastLog(DevStack stack, List<String> jvmFlags) {
        this.stack = stack;
        this.jvmFlags = jvmFlags;
        Topics.ensure(stack.connection(), LANE, 1, LaneRules.fit(SEED, jvmFlags, HeapShare.OF_A_PROCESSOR));
        filler = new LogFiller(stack.bootstrapServers(), LANE, SEED);
    }

    DevStack stack() {
        return stack;
    }

    /** Appends that number of adds. Returns the log's last sequence; a TICK has proved it, or the next one will. */
    long fill(int adds, int keys) throws InterruptedException {
        LaneProcess processor = new LaneProcess(stack, LANE, jvmFlags);
        processor.start();
        try {
            processor.awaitReady();
            filler.fill(adds, keys);
            commands += adds;
            long end = end();
            while (offset(processor, "flushed") < end) {
                processor.requireAlive();
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            }
        } finally {
            processor.stop();
        }
        return end() - 1;
    }

    /** Adds that were appended: each changes one counter. */
    int commands() {
        return commands;
    }

    private long end() {
        try (TopicLog log =
                new TopicLog(stack.connection(), TopicSpec.commands(LANE).name())) {
            return log.endOffset();
        }
    }

    private static long offset(LaneProcess processor, String name) {
        String status = processor.status();
        JsonObject offsets = status == null ? null : new JsonObject(status).getJsonObject("offsets");
        return offsets == null ? 0 : offsets.getLong(name);
    }

    /** Runs a command on the lane in a JVM of its own, and measures it; throws if it fails. */
    Answered run(String command, String... words) {
        List<String> all =
                new ArrayList<>(List.of("--lane=" + LANE, "--kafka-bootstrap-servers=" + stack.bootstrapServers()));
        all.addAll(List.of(words));
        Path directory = stack.directory();
        long begin = System.nanoTime();
        ChildProcess child = Jvm.hotlane(command).words(all).flags(jvmFlags).start(command + "-" + begin, directory);
        if (!child.awaitExit(PATIENCE) || child.exitCode() != 0) {
            throw new IllegalStateException("hotlane " + command + " failed. " + child.tail());
        }
        return new Answered((System.nanoTime() - begin) / 1e9, child.tail());
    }

    /**
     * What a command gave.
     *
     * @param seconds that it took, JVM start included
     * @param text the last lines that it printed
     */
    record Answered(double seconds, String text) {
        /** The last line, without the spaces before it. */
        String line() {
            return text.substring(text.lastIndexOf('\n') + 1).trim();
        }
    }
}
