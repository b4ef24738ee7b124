package dev.hotlane.infra.simulation;

import dev.hotlane.flusher.Checkpoint;
import dev.hotlane.flusher.Cut;
import dev.hotlane.flusher.FlushSettings;
import dev.hotlane.flusher.FlusherException;
import dev.hotlane.flusher.Identity;
import dev.hotlane.flusher.Surroundings;
import dev.hotlane.processor.recover.CheckpointLoad;
import dev.hotlane.protocol.Frame;

/** From a stopped processor to one that replays, in the order that the product's recovery has it. */
final class ProcessorStart {
    static final Identity IDENTITY = new Identity("cluster", "topic");

    private final SimProcessor place;
    private final World world;
    private final FlushSettings settings;

    ProcessorStart(SimProcessor place) {
        this.place = place;
        world = place.world;
        settings = settings(place);
    }

    private static FlushSettings settings(SimProcessor place) {
        World world = place.world;
        Surroundings surroundings = new Surroundings(
                (url, properties) -> world.mysql.connect(place.index), place::nanos, world.chance::below);
        return new FlushSettings("jdbc:mysql://sim/lane", "sim", "", 8, 50, 4, 40, 1_000, 30_000, 2, 5, surroundings);
    }

    ProcessorRun begin() {
        CheckpointLoad.Loaded loaded = load(new Checkpoint(settings));
        int end = world.log.visible();
        fits(loaded.cut(), end);
        return new ProcessorRun(place, settings, loaded, end);
    }

    private static CheckpointLoad.Loaded load(Checkpoint checkpoint) {
        CheckpointLoad.Loaded loaded;
        try {
            loaded = CheckpointLoad.from(checkpoint, IDENTITY);
        } catch (FlusherException refusal) {
            if (refusal.reason() != FlusherException.Reason.NO_CHECKPOINT) {
                throw refusal;
            }
            checkpoint.initialize(IDENTITY);
            return CheckpointLoad.from(checkpoint, IDENTITY);
        }
        checkpoint.initialize(IDENTITY);
        return loaded;
    }

    private void fits(Cut cut, int end) {
        Violation.require(
                cut.nextOffset <= end, "I15", () -> "MySQL stands at " + cut.nextOffset + ", the log ends at " + end);
        if (cut.nextOffset > 0) {
            Entry last = world.log.get((int) cut.nextOffset - 1);
            boolean same = last.stamp() == cut.lastTimestamp && Frame.storedChecksum(last.value()) == cut.lastCrc;
            Violation.require(
                    same, "I15", () -> "the record before the checkpoint at " + cut.nextOffset + " is not the log's");
        }
    }
}
