package dev.hotlane.gateway.call;

import dev.hotlane.protocol.planted.FoundFault;
import dev.hotlane.protocol.planted.FoundFaults;
import dev.hotlane.protocol.planted.PlantedFault;
import java.util.stream.Stream;

/** The tests of shared READs can fail: each fault that is planted into the source of one class fails the test beside it. */
class PlantedReadFaultsTest extends FoundFaults {
    static Stream<FoundFault> faults() {
        Class<?> test = SharedReadTest.class;
        return Stream.of(
                new PlantedFault(
                                "a GET joins a READ that was sent",
                                "lane/Exchanges",
                                "gathering = null;\n        exchange.startedNanos",
                                "exchange.startedNanos")
                        .foundBy(test, "noReadJoinsARecordThatWasSent"),
                new PlantedFault(
                                "a READ gathers longer than a millisecond",
                                "lane/Exchanges",
                                "gathering == exchange && clock.getAsLong() - exchange.startedNanos < GATHER_NANOS",
                                "gathering == exchange")
                        .foundBy(test, "aLongTurnSendsAfterAMillisecond"),
                new PlantedFault(
                                "a READ has more keys than the rules allow",
                                "SharedRead",
                                "calls.size() < keysMax ||",
                                "calls.size() <= keysMax ||")
                        .foundBy(test, "aRecordHasAsManyKeysAsTheRulesAllow"));
    }
}
