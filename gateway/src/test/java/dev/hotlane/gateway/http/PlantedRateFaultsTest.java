package dev.hotlane.gateway.http;

import dev.hotlane.protocol.planted.FoundFault;
import dev.hotlane.protocol.planted.FoundFaults;
import dev.hotlane.protocol.planted.PlantedFault;
import java.util.stream.Stream;

/** The tests of rates, streams and tokens at a gateway can fail: each fault that is planted into one class is found. */
class PlantedRateFaultsTest extends FoundFaults {
    static Stream<FoundFault> faults() {
        return Stream.of(ofLines(), ofStreams(), ofTokens()).flatMap(faults -> faults);
    }

    private static Stream<FoundFault> ofLines() {
        Class<?> test = RatesTest.class;
        return Stream.of(
                new PlantedFault(
                                "a line above the rate is lost",
                                "http/batch/LineGate",
                                "            waiting = line;\n",
                                "            waiting = null;\n")
                        .foundBy(test, "aBatchPausesAndIsNotRefused"),
                new PlantedFault(
                                "a line costs one unit",
                                "http/batch/LineGate",
                                "rated.charge(CallPrice.rest(line.question()));",
                                "rated.charge(0 * CallPrice.rest(line.question()));")
                        .foundBy(test, "theOpsOfALineAreChargedToo"),
                new PlantedFault(
                                "the kept units are not for lines",
                                "http/batch/LineGate",
                                "access.begin(line.question().resolves())",
                                "access.begin(false)")
                        .foundBy(test, "aLineThatEndsAReservationTakesFromTheKeptUnits"),
                new PlantedFault(
                                "a refused line stays in flight",
                                "http/batch/LineGate",
                                "rated.end();\n            refuse(",
                                "refuse(")
                        .foundBy(test, "aLineThatTheLaneRefusesIsNotInFlight"),
                new PlantedFault("a watch of keys costs one unit", "http/WatchCalls", "request.keys().size())", "0)")
                        .foundBy(test, "aWatchCostsWhatItsKeysCost"),
                new PlantedFault(
                                "a repeated confirm costs one unit",
                                "http/RequestExchange",
                                "rated.charge(CallPrice.COPY);",
                                "")
                        .foundBy(test, "aRepeatedConfirmCostsSixteenUnitsAsTheWindowCopiesItsHold"),
                new PlantedFault(
                                "a line that repeats a confirm costs one unit",
                                "http/batch/LineExchange",
                                "rated.charge(CallPrice.COPY);",
                                "")
                        .foundBy(test, "aLineThatRepeatsAConfirmCostsSixteenUnits"),
                new PlantedFault(
                                "one principal can have all batches",
                                "http/batch/Batches",
                                "count() >= ownMax",
                                "count() >= openMax")
                        .foundBy(OwnBatchesTest.class, "aFourthOfTheBatchesIsTheMostOfOnePrincipal"),
                new PlantedFault("a refused line costs nothing", "http/batch/LineGate", "owes = true;", "owes = false;")
                        .foundBy(test, "aRefusedLineIsPaidBeforeTheNextIsRead"));
    }

    private static Stream<FoundFault> ofStreams() {
        Class<?> test = RatedStreamTest.class;
        return Stream.of(
                new PlantedFault("streams have no limit", "RatedStream", "!rate.openStream()", "rate == null")
                        .foundBy(test, "opensAsManyAsThePrincipalMayHave"),
                new PlantedFault("a stream is never over", "RatedStream", "rate.closeStream();", "")
                        .foundBy(test, "oneThatIsOverMakesRoomForOne"),
                new PlantedFault("a stream is over twice", "RatedStream", "&& !closed", "")
                        .foundBy(test, "oneThatIsOverMakesRoomForOne"));
    }

    private static Stream<FoundFault> ofTokens() {
        Class<?> test = TokenCallsTest.class;
        return Stream.of(
                new PlantedFault("no address is counted", "access/GatewayTokens", "peers.counted(peer)", "(Long) null")
                        .foundBy(test, "aFifthNewTokenOfOneAddressWaitsForNoPlace"),
                new PlantedFault(
                                "a wrong token is for later",
                                "access/GatewayTokens",
                                "back(receiver::unknown);",
                                "later(\"wrong\");")
                        .foundBy(test, "wrongTokensGetTheAnswerOfWrongKeysAndPublishNothing"),
                new PlantedFault(
                                "a known token without a principal is for later",
                                "access/GatewayTokens",
                                "if (caller == null) {\n                    receiver.unknown();",
                                "if (caller == null) {\n                    receiver.unavailable(\"gone\");")
                        .foundBy(test, "aKnownTokenEndsWithItsPrincipal"));
    }
}
