package dev.hotlane.gateway.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The trial of watches can fail: it finds each fault that is planted into the source of one class. */
class PlantedWatchFaultsTest {
    private static final int ROUNDS = 20;

    /** A fault in words, the class, and the text of its source that another one replaces. */
    private record Fault(String name, String type, String text, String instead) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Stream<Fault> faults() {
        return Stream.of(
                new Fault(
                        "a watch is sent below its id",
                        "WatchStream",
                        "at.cut().to() < after.sequence()",
                        "at.cut().to() < 0"),
                new Fault("the ring of removed counters begins at 0", "RemovedKeys", "floor = loaded;", "floor = 0;"),
                new Fault(
                        "the floor of the ring is not raised",
                        "RemovedKeys",
                        "floor = sequences.get(place);",
                        "sequences.get(place);"),
                new Fault("removals are not kept", "Watches", "before.removed().add(key, at.to())", "at.to()"),
                new Fault(
                        "the cut is not compared with the mark",
                        "WatchBurst",
                        "!view.take(read) || view.cut() != at.cut()",
                        "!view.take(read)"),
                new Fault("an event outlives its change", "WatchedKeys", "key.forget();", "key.event();"),
                new Fault("a full bucket is not sent", "WatchedKeys", "buckets.full(", "new FullBuckets().full("),
                new Fault(
                        "a resume leaves buckets out",
                        "WatchBurst",
                        "key.version() <= 0 || key",
                        "key.version() == 0 || key"),
                new Fault(
                        "a resume leaves version 0 out",
                        "WatchBurst",
                        "key.version() <= 0 || key",
                        "key.version() < 0 || key"),
                new Fault(
                        "a view that was loaded again resets nobody",
                        "WatchStream",
                        "!begun || generation != at.generation()",
                        "!begun"),
                new Fault(
                        "a change is met again as an old one",
                        "WatchWriter",
                        "changedTurn > stream.seenTurn()",
                        "changedTurn > stream.seenTurn() + 1"),
                new Fault(
                        "a board is not listed again",
                        "WatchedKeys",
                        "board.listing == null || board.listing.generation() != generation",
                        "board.listing == null"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void everyPlantedFaultIsFound(Fault fault) throws Exception {
        FaultyWatches watches = FaultyWatches.with(fault.type, fault.text, fault.instead);
        assertThatThrownBy(() -> run(watches)).hasRootCauseInstanceOf(AssertionError.class);
    }

    @Test
    void withoutAFaultTheSameTrialPasses() throws Exception {
        assertThat(run(FaultyWatches.with("RemovedKeys", "floor = loaded;", "floor = loaded;")))
                .hasSize(3);
    }

    private static int[] run(FaultyWatches watches) throws ReflectiveOperationException {
        try {
            return (int[]) watches.loadClass(WatchTrial.class.getName())
                    .getMethod("run", long.class, int.class)
                    .invoke(null, 1, ROUNDS);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(e.getCause());
        }
    }
}
