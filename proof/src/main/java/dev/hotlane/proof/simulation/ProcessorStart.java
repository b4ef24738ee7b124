package dev.hotlane.proof.simulation;

import dev.hotlane.flusher.batch.BatchLimits;
import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.FlushSettings.Backoff;
import dev.hotlane.flusher.mysql.FlushSettings.Timeouts;
import dev.hotlane.flusher.mysql.FlusherException;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.flusher.mysql.Surroundings;
import dev.hotlane.processor.checkpoint.CheckpointLoad;
import dev.hotlane.processor.recover.LogCheck;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Meta;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Starts a processor up to its replay, in the order of the product's recovery. */
final class ProcessorStart {
    static final Identity IDENTITY = new Identity("cluster", "topic");

    private final SimProcessor place;
    private final World world;
    private final FlushSettings settings;

    ProcessorStart(SimProcessor place) {
        this.place = place;
        world = place.world;
        settings = settings(world, place.index, place::nanos);
    }

    /** Settings of a client's connections to MySQL. */
    static FlushSettings settings(World world, int client, LongSupplier nanos) {
        Surroundings surroundings =
                new Surroundings((url, properties) -> world.mysql.connect(client), nanos, world.chance::below);
        return FlushSettings.of("jdbc:mysql://sim/lane", "sim", "")
                .withLimits(new BatchLimits(Duration.ofMillis(8), 50))
                .withBackoff(new Backoff(Duration.ofMillis(4), Duration.ofMillis(40)))
                .withTimeouts(new Timeouts(
                        Duration.ofSeconds(1), Duration.ofSeconds(30), Duration.ofSeconds(2), Duration.ofSeconds(5)))
                .withSurroundings(surroundings);
    }

    /**
     * The result of a start.
     *
     * @param end of the log when it was searched for SKIPs: later SKIPs are not known
     */
    record Begun(State state, Meta cut, int end) {
        /** Offset of the first record to apply. */
        long from() {
            return cut.nextOffset;
        }
    }

    ProcessorRun begin() {
        LogCheck log = new LogCheck(SimConsumer.of(world), SimConsumer.COMMANDS);
        long start = log.start();
        CheckpointLoad.Loaded loaded = load(new Checkpoint(settings), log, start);
        Meta cut = loaded.cut();
        long end = log.end();
        log.fits(cut, start, end);
        Violation.require(
                cut.nextOffset >= start,
                "I23",
                () -> "processor " + place.index + " begins at offset " + cut.nextOffset + ", the log at " + start);
        loaded.state().quarantine(log.skips(cut, end));
        return new ProcessorRun(place, settings, new Begun(loaded.state(), cut, (int) end));
    }

    private static CheckpointLoad.Loaded load(Checkpoint checkpoint, LogCheck log, long start) {
        CheckpointLoad.Loaded loaded;
        try {
            loaded = CheckpointLoad.from(checkpoint, IDENTITY);
        } catch (FlusherException e) {
            if (e.reason() != FlusherException.Reason.NO_CHECKPOINT) {
                throw e;
            }
            log.virgin(start);
            checkpoint.initialize(IDENTITY);
            return CheckpointLoad.from(checkpoint, IDENTITY);
        }
        checkpoint.initialize(IDENTITY);
        return loaded;
    }
}
