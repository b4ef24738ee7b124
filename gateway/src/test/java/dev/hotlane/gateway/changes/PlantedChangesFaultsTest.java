package dev.hotlane.gateway.changes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.protocol.planted.FoundFault;
import dev.hotlane.protocol.planted.PlantedClasses;
import dev.hotlane.protocol.planted.PlantedFault;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The trial of changes can fail: it finds each fault that is planted into the source of one class. */
class PlantedChangesFaultsTest {
    private static final int ROUNDS = 6;

    private static Stream<PlantedFault> faults() {
        return Stream.of(
                new PlantedFault("an id on every event", "ChangesEvents", "if (last) {", "if (document.part() > 0) {"),
                new PlantedFault(
                        "ring and catch-up are one sequence apart",
                        "ChangesRing",
                        "sequence < floor && offset",
                        "sequence < floor - 1 && offset"),
                new PlantedFault(
                        "the ring is joined three offsets early",
                        "ChangesRing",
                        "offset < floorOffset",
                        "offset < floorOffset - 3"),
                new PlantedFault(
                        "a stream joins one sequence too far",
                        "ChangesRing",
                        "sequence() <= sequence)",
                        "sequence() <= sequence + 1)"),
                new PlantedFault(
                        "the floor does not follow what is evicted",
                        "ChangesRing",
                        "floor = oldest.sequence();",
                        "floor = floor + 0;"),
                new PlantedFault(
                        "the offset of the floor does not follow", "ChangesRing", "floorOffset = oldest.next();", ""),
                new PlantedFault(
                        "the client's queue has no bound", "ChangesStream", "full = output.full();", "full = false;"),
                new PlantedFault(
                        "upTo is sent before its changes",
                        "ChangesFollower",
                        "progress.changes() > position",
                        "progress.changes() < 0"),
                new PlantedFault(
                        "a catch-up stream has the ring's id",
                        "ChangesStream",
                        "loop.writer.progress(position);",
                        "loop.writer.progress(Math.max(position, loop.upTo()));"),
                new PlantedFault(
                        "each part is a group of its own, so half a sequence is evicted",
                        "ChangesGrouper",
                        "document.part() < document.parts()",
                        "document.part() < 0"),
                new PlantedFault(
                        "the search ends one sequence too far",
                        "ChangesSeek",
                        "sequenceOf(read) > sequence)",
                        "sequenceOf(read) > sequence + 1)"),
                new PlantedFault(
                        "a stream gets again what its reader passed ahead of the ring",
                        "ChangesStream",
                        "loop.copied[i].sequence() <= position",
                        "loop.copied[i].sequence() < 0"),
                new PlantedFault("nothing expires", "ChangesSeek", "if (begin > 0)", "if (begin < 0)"),
                new PlantedFault(
                        "a gap is filtered",
                        "ChangesFilter",
                        "if (group.isGap())",
                        "if (group.isGap() && kind == null)"),
                new PlantedFault(
                        "a filter looks at the first part only",
                        "ChangesFilter",
                        ": group.documents())",
                        ": group.documents().subList(0, 1))"),
                new PlantedFault(
                        "the id does not pass over what does not match",
                        "ChangesStream",
                        "position = Math.max(position, upTo);",
                        "position = upTo;"),
                new PlantedFault(
                        "a batch's position is its offset",
                        "ChangesStream",
                        "loop.joined(position, offset)",
                        "loop.joined(offset, offset)"),
                new PlantedFault(
                        "following begins behind the first change",
                        "ChangesFollower",
                        "Math.max(newest.changes(), oldest)",
                        "Math.max(newest.changes() + 2, oldest)"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void everyPlantedFaultIsFound(PlantedFault fault) throws Exception {
        PlantedClasses classes = PlantedClasses.with(ChangesTrial.class, fault);
        assertThatThrownBy(() -> run(classes)).hasRootCauseInstanceOf(AssertionError.class);
    }

    private static Stream<FoundFault> faultsOfPlaces() {
        return Stream.of(
                new PlantedFault(
                                "a sequence whose first part was deleted counts as kept",
                                "ChangesSeek",
                                "(cut ? 0 : 1)",
                                "(cut ? 1 : 1)")
                        .foundBy(ChangesPlaceTest.class, "aSequenceWithoutItsFirstPartIsNotKept"),
                new PlantedFault(
                                "a stream gets again what its reader passed ahead of the ring",
                                "ChangesStream",
                                "loop.copied[i].sequence() <= position",
                                "loop.copied[i].sequence() < 0")
                        .foundBy(ChangesAheadTest.class, "itGetsNothingTwiceOnceTheRingCatchesUp"),
                new PlantedFault(
                                "an id is in the future though its change can be read",
                                "ChangesQuestions",
                                "reader.position(ChangesTopic.CHANGES) >= question.changesEnd",
                                "question.changesEnd >= 0")
                        .foundBy(ChangesAheadTest.class, "theIdThatItSentIsNotInTheFuture"),
                new PlantedFault(
                                "following begins at the end, whatever progress says",
                                "ChangesFollower",
                                ": Math.max(newest.changes(), oldest);",
                                ": reader.end(ChangesTopic.CHANGES);")
                        .foundBy(
                                ChangesPlaceTest.class,
                                "aGatewayBeginsAtWhatProgressNamesAndCountsItOnceItsChangesAreRead"));
    }

    @ParameterizedTest
    @MethodSource("faultsOfPlaces")
    void everyFaultOfPlacesIsFound(FoundFault planted) throws Exception {
        planted.requireFound();
    }

    @Test
    void withoutAFaultTheSameTrialPasses() throws Exception {
        PlantedFault none = new PlantedFault("none", "ChangesSeek", "if (begin > 0)", "if (begin > 0)");
        assertThat(run(PlantedClasses.with(ChangesTrial.class, none))).hasSize(4);
    }

    private static int[] run(PlantedClasses classes) throws ReflectiveOperationException {
        return (int[]) classes.run(ChangesTrial.class, ROUNDS);
    }
}
