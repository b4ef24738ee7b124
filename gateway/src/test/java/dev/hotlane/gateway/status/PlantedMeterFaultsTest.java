package dev.hotlane.gateway.status;

import dev.hotlane.protocol.planted.FoundFault;
import dev.hotlane.protocol.planted.FoundFaults;
import dev.hotlane.protocol.planted.PlantedFault;
import java.util.stream.Stream;

/** The tests of counts and times can fail: each fault that is planted into one class is found. */
class PlantedMeterFaultsTest extends FoundFaults {
    static Stream<FoundFault> faults() {
        Class<?> test = AnswerMetersTest.class;
        return Stream.of(
                new PlantedFault(
                                "times end at 50 ms",
                                "RequestTimes",
                                "while (place < BOUNDS_MICROS.length",
                                "while (place < 7")
                        .foundBy(test, "timesUpToTenSecondsHaveABucketOfTheirOwn"),
                new PlantedFault("a scrape resets", "RequestTimes", "counts[i].sum()", "counts[i].sumThenReset()")
                        .foundBy(test, "noReaderChangesWhatTheNextOneReads"),
                new PlantedFault(
                                "a scrape resets answers",
                                "AnswerMeters",
                                "builder(\"hotlane_gateway_answers\", count, LongAdder::sum)",
                                "builder(\"hotlane_gateway_answers\", count, LongAdder::sumThenReset)")
                        .foundBy(test, "noReaderChangesWhatTheNextOneReads"),
                new PlantedFault(
                                "sold out is a success",
                                "AnswerMeters",
                                "return code == null ? 0 : code.ordinal() + 1;",
                                "return code == null ? 0 : 0;")
                        .foundBy(test, "everyCodeHasASeriesAndTheOnesOfAlertsHaveItFromTheStart"),
                new PlantedFault(
                                "alerts miss the first answer",
                                "AnswerMeters",
                                "FROM_START.forEach(code -> first(place(code)));",
                                "")
                        .foundBy(test, "everyCodeHasASeriesAndTheOnesOfAlertsHaveItFromTheStart"),
                new PlantedFault("keys are forgotten", "HotKeys", "uses[i]++;\n", "")
                        .foundBy(HotKeysTest.class, "fewKeysAreCountedExactlyAndSketchesAdded"));
    }
}
