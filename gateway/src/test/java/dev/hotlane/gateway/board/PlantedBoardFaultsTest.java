package dev.hotlane.gateway.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.protocol.planted.PlantedClasses;
import dev.hotlane.protocol.planted.PlantedFault;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The trial of boards can fail: it finds each fault that is planted into the source of one class. */
class PlantedBoardFaultsTest {
    private static final int STEPS = 4_000;

    private static Stream<PlantedFault> faults() {
        return Stream.of(
                new PlantedFault("a change ends no document", "Board", "(touched || newest.", "(newest."),
                new PlantedFault(
                        "a document holds for one pack too long", "Board", "newest.end(before)", "newest.end(at)"),
                new PlantedFault("removed counters are kept", "Board", "keys.remove(key);", "keys.count();"),
                new PlantedFault(
                        "keys are compared by one letter",
                        "Board",
                        "key, 0, prefix.length, prefix, 0, prefix.length",
                        "key, 0, 1, prefix, 0, 1"),
                new PlantedFault("a bucket is full later than it is", "BoardStamp", "fullAtNanos <=", "fullAtNanos <"),
                new PlantedFault(
                        "version 0 is listed",
                        "BoardCopy",
                        "(now) != 0) {\n                if",
                        "(now) >= 0) {\n                if"),
                new PlantedFault(
                        "the order is reversed",
                        "BoardKeys",
                        "Arrays::compareUnsigned",
                        "(a, b) -> Arrays.compareUnsigned(b, a)"),
                new PlantedFault(
                        "a text of the same length is taken for the same",
                        "BoardText",
                        "&& Arrays.equals(",
                        "&& before.plain.length == text.length() || before != null && Arrays.equals("),
                new PlantedFault("a document outlives its view", "Boards", "loads++;", ""),
                new PlantedFault("a changed board is not copied again", "Board", "&& newest.end() == null;", ";"),
                new PlantedFault("a change of values is no change", "Boards", "board.touch();", "board.count();"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void everyPlantedFaultIsFound(PlantedFault fault) throws Exception {
        PlantedClasses classes = PlantedClasses.with(BoardTrial.class, fault);
        assertThatThrownBy(() -> run(classes)).hasRootCauseInstanceOf(AssertionError.class);
    }

    @Test
    void aWatchThatHasWhatTheBoardLeavesOutIsFound() throws Exception {
        new PlantedFault(
                        "a board's watch has version 0",
                        "watch/WatchedKey",
                        "board ? version != 0 :",
                        "board ? exists :")
                .foundBy(BoardWatchTest.class, "aWatchHasWhatTheBoardLists")
                .requireFound();
    }

    @Test
    void withoutAFaultTheSameTrialPasses() throws Exception {
        PlantedFault none = new PlantedFault("none", "Board", "(touched || newest.", "(touched || newest.");
        assertThat(run(PlantedClasses.with(BoardTrial.class, none))).isPositive();
    }

    private static int run(PlantedClasses classes) throws ReflectiveOperationException {
        return (int) classes.run(BoardTrial.class, STEPS);
    }
}
