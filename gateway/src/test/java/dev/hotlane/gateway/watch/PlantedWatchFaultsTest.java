package dev.hotlane.gateway.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.protocol.planted.FoundFault;
import dev.hotlane.protocol.planted.PlantedClasses;
import dev.hotlane.protocol.planted.PlantedFault;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The trial of watches can fail: it finds each fault that is planted into the source of one class. */
class PlantedWatchFaultsTest {
    private static final int ROUNDS = 20;

    private static Stream<PlantedFault> faults() {
        return Stream.of(
                new PlantedFault(
                        "a watch is sent below its id",
                        "WatchStream",
                        "at.cut().to() < after.sequence()",
                        "at.cut().to() < 0"),
                new PlantedFault(
                        "the ring of removed counters begins at 0", "RemovedKeys", "floor = loaded;", "floor = 0;"),
                new PlantedFault(
                        "the floor of the ring is not raised",
                        "RemovedKeys",
                        "floor = Math.max(floor, sequences.get(place));",
                        ""),
                new PlantedFault("removals are not kept", "Watches", "before.removed().add(key, at.to())", "at.to()"),
                new PlantedFault(
                        "the cut is not compared with the mark",
                        "WatchBurst",
                        "!view.take(read) || view.cut() != at.cut()",
                        "!view.take(read)"),
                new PlantedFault("an event outlives its change", "WatchedKeys", "key.forget();", "key.event();"),
                new PlantedFault(
                        "a full bucket is not sent", "WatchedKeys", "buckets.full(", "new FullBuckets().full("),
                new PlantedFault(
                        "a resume leaves buckets out",
                        "WatchBurst",
                        "key.version() <= 0 || key",
                        "key.version() == 0 || key"),
                new PlantedFault(
                        "a resume leaves version 0 out",
                        "WatchBurst",
                        "key.version() <= 0 || key",
                        "key.version() < 0 || key"),
                new PlantedFault(
                        "a board's watch has version 0", "WatchedKey", "board ? version != 0 :", "board ? exists :"),
                new PlantedFault("a full bucket stays with its watchers", "WatchedKey", ": !blank;", ": exists;"),
                new PlantedFault(
                        "units held of an absent counter are not sent", "WatchedKey", ": !blank;", ": version != 0;"),
                new PlantedFault(
                        "a view that was loaded again resets nobody",
                        "WatchStream",
                        "!begun || generation != at.generation()",
                        "!begun"),
                new PlantedFault(
                        "a change is met again as an old one",
                        "WatchWriter",
                        "changedTurn > stream.seenTurn()",
                        "changedTurn > stream.seenTurn() + 1"),
                new PlantedFault(
                        "a board is not listed again",
                        "WatchedKeys",
                        "board.listing == null || board.listing.generation() != generation",
                        "board.listing == null"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void everyPlantedFaultIsFound(PlantedFault fault) throws Exception {
        PlantedClasses classes = PlantedClasses.with(WatchTrial.class, fault);
        assertThatThrownBy(() -> run(classes)).hasRootCauseInstanceOf(AssertionError.class);
    }

    private static Stream<FoundFault> faultsOfLostTails() {
        return Stream.of(
                        new PlantedFault(
                                "the former W itself is a valid id", "Watches", "last.to() + 1)", "last.to())"),
                        new PlantedFault(
                                "a full ring lowers the floor",
                                "RemovedKeys",
                                "Math.max(floor, sequences.get(place))",
                                "sequences.get(place)"))
                .map(fault ->
                        fault.foundBy(LostTailTest.class, "anIdOfALostTailIsResetEvenIfItIsTheLastOneOfTheViewBefore"));
    }

    @ParameterizedTest
    @MethodSource("faultsOfLostTails")
    void everyFaultOfLostTailsIsFound(FoundFault planted) throws Exception {
        planted.requireFound();
    }

    @Test
    void withoutAFaultTheSameTrialPasses() throws Exception {
        PlantedFault none = new PlantedFault("none", "RemovedKeys", "floor = loaded;", "floor = loaded;");
        assertThat(run(PlantedClasses.with(WatchTrial.class, none))).hasSize(3);
    }

    private static int[] run(PlantedClasses classes) throws ReflectiveOperationException {
        return (int[]) classes.run(WatchTrial.class, ROUNDS);
    }
}
