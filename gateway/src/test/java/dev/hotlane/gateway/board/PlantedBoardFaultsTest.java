package dev.hotlane.gateway.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The trial of boards can fail: it finds each fault that is planted into the source of one class. */
class PlantedBoardFaultsTest {
    private static final int STEPS = 4_000;

    /** A fault in words, the class, and the text of its source that another one replaces. */
    private record Fault(String name, String type, String text, String instead) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Stream<Fault> faults() {
        return Stream.of(
                new Fault("a change ends no document", "Board", "(touched || newest.", "(newest."),
                new Fault("a document holds for one pack too long", "Board", "newest.end(before)", "newest.end(at)"),
                new Fault("removed counters are kept", "Board", "keys.remove(key);", "keys.count();"),
                new Fault(
                        "keys are compared by one letter",
                        "Board",
                        "key, 0, prefix.length, prefix, 0, prefix.length",
                        "key, 0, 1, prefix, 0, 1"),
                new Fault("a bucket is full later than it is", "BoardStamp", "fullAtNanos <=", "fullAtNanos <"),
                new Fault(
                        "version 0 is listed",
                        "BoardCopy",
                        "(now) != 0) {\n                if",
                        "(now) >= 0) {\n                if"),
                new Fault(
                        "the order is reversed",
                        "BoardKeys",
                        "Arrays::compareUnsigned",
                        "(a, b) -> Arrays.compareUnsigned(b, a)"),
                new Fault(
                        "a text of the same length is taken for the same",
                        "BoardText",
                        "&& Arrays.equals(",
                        "&& before.plain.length == text.length() || before != null && Arrays.equals("),
                new Fault("a document outlives its view", "Boards", "loads++;", ""),
                new Fault("a changed board is not copied again", "Board", "&& newest.end() == null;", ";"),
                new Fault("a change of values is no change", "Boards", "board.touch();", "board.count();"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void everyPlantedFaultIsFound(Fault fault) throws Exception {
        FaultyBoards boards = FaultyBoards.with(fault.type, fault.text, fault.instead);
        assertThatThrownBy(() -> run(boards)).hasRootCauseInstanceOf(AssertionError.class);
    }

    @Test
    void withoutAFaultTheSameTrialPasses() throws Exception {
        assertThat(run(FaultyBoards.with("Board", "(touched || newest.", "(touched || newest.")))
                .isPositive();
    }

    private static int run(FaultyBoards boards) throws ReflectiveOperationException {
        try {
            return (int) boards.loadClass(BoardTrial.class.getName())
                    .getMethod("run", long.class, int.class)
                    .invoke(null, 1, STEPS);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(e.getCause());
        }
    }
}
