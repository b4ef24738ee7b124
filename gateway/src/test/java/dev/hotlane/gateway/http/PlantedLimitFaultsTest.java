package dev.hotlane.gateway.http;

import dev.hotlane.protocol.planted.FoundFault;
import dev.hotlane.protocol.planted.FoundFaults;
import dev.hotlane.protocol.planted.PlantedFault;
import java.util.stream.Stream;

/** The tests of the HTTP limits can fail: each fault that is planted into the source of one class fails the test beside it. */
class PlantedLimitFaultsTest extends FoundFaults {
    static Stream<FoundFault> faults() {
        return Stream.of(ofHeaders(), ofBodies(), ofMySql()).flatMap(faults -> faults);
    }

    private static Stream<FoundFault> ofHeaders() {
        Class<?> test = SlowRequestsTest.class;
        Class<?> byHand = OpenConnectionTest.class;
        return Stream.of(
                new PlantedFault(
                                "headers are timed from the end of the request before",
                                "RequestClock",
                                "if (now != Part.NOTHING) {",
                                "if (now == Part.NOTHING) {\n            part = Part.HEAD;\n        } else {")
                        .foundBy(test, "waitsForTheFirstByteOfARequestAsLongAsForAnIdleConnection"),
                new PlantedFault(
                                "headers are timed from the connection's start",
                                "RequestClock",
                                "private Part part = Part.NOTHING;",
                                "private Part part = Part.HEAD;\n    {\n        startNanos = System.nanoTime();\n    }")
                        .foundBy(test, "waitsForTheFirstByteOfARequestAsLongAsForAnIdleConnection"),
                new PlantedFault("each byte begins the time again", "RequestClock", "another || now != part", "true")
                        .foundBy(byHand, "headersAreLateFromTheirFirstByteOnWhateverComesBehindIt"),
                new PlantedFault(
                                "headers that begin behind a request are not seen",
                                "StrictDecoder",
                                "(buffer.isReadable() || consumed ||",
                                "(consumed ||")
                        .foundBy(byHand, "headersBeginWithinTheBytesThatEndARequest"),
                new PlantedFault(
                                "the time of a request before counts",
                                "RequestClock",
                                "another || now != part",
                                "now != part")
                        .foundBy(byHand, "headersBeginWithinTheBytesThatEndARequest"),
                new PlantedFault(
                                "a 408 comes before the answer to an earlier request",
                                "OpenConnection",
                                "!refused && unanswered == 0",
                                "!refused")
                        .foundBy(test, "refusesLateHeadersOnceTheRequestBeforeIsAnswered"),
                new PlantedFault(
                                "time in which the gateway does not read counts",
                                "OpenConnection",
                                "request.restart(now);",
                                "")
                        .foundBy(byHand, "timeInWhichTheGatewayDoesNotReadIsNotCounted"),
                new PlantedFault("a refused request is decoded", "ReadAhead", "ended = true;", "")
                        .foundBy(byHand, "aRefusalComesBehindTheAnswersAndNothingIsDecodedAfterIt"));
    }

    private static Stream<FoundFault> ofBodies() {
        Class<?> test = SlowRequestsTest.class;
        return Stream.of(
                new PlantedFault("a late body keeps its room", "Bodies", "room.give(body.length());", "")
                        .foundBy(test, "givesTheRoomOfALateBodyBack"),
                new PlantedFault("a late body runs", "Inbound", "refused.accept(code);", "complete.accept(EMPTY);")
                        .foundBy(test, "refusesABodyThatComesAByteAtATimeAndRunsNothing"),
                new PlantedFault(
                                "each byte of a line begins its time again",
                                "http/batch/BatchRequest",
                                "begun >= 0 && lastCut == lines.cut()",
                                "begun >= 0 && lastCut == lines.cut() + begun")
                        .foundBy(test, "endsABatchWhoseLineComesAByteAtATime"),
                new PlantedFault(
                                "a line has time while others wait",
                                "http/batch/BatchRequest",
                                "over || readToEnd || paused",
                                "over || readToEnd || paused || !answer.isComplete()")
                        .foundBy(test, "endsABatchWhoseLineIsLateWhileOthersWait"),
                new PlantedFault(
                                "a batch that is not read is late",
                                "http/batch/BatchRequest",
                                "over || readToEnd || paused",
                                "over || readToEnd")
                        .foundBy(test, "aBatchThatTheGatewayDoesNotReadIsNotLate"));
    }

    static Stream<FoundFault> ofPeers() {
        Class<?> test = PeerConnectionsTest.class;
        return Stream.of(
                new PlantedFault(
                                "a place is not given back",
                                "PeerConnections",
                                "count == 1 ? null : count - 1",
                                "count")
                        .foundBy(test, "givesThePlaceOfAClosedConnectionToTheNext"),
                new PlantedFault(
                                "a refused connection takes a place",
                                "PeerConnections",
                                "admitted[0] ? Integer.valueOf(count + 1) : count",
                                "Integer.valueOf(count + 1)")
                        .foundBy(test, "givesThePlaceOfAClosedConnectionToTheNext"),
                new PlantedFault(
                                "proxies are counted",
                                "settings/PeerLimit",
                                "address == null || proxies.stream().anyMatch(range -> range.contains(address))",
                                "address == null")
                        .foundBy(test, "doesNotCountProxies"),
                new PlantedFault(
                                "all addresses are one peer",
                                "PeerConnections",
                                "Long peer = limit.counted(address);",
                                "Long peer = limit.counted(address) == null ? null : Long.valueOf(0);")
                        .foundBy(test, "closesWhatOneAddressOpensBeyondItsLimitAndServesTheOthers"));
    }

    private static Stream<FoundFault> ofMySql() {
        Class<?> test = MySqlBehindTest.class;
        return Stream.of(
                new PlantedFault(
                                "the share of dirty bytes is not compared",
                                "lane/LaneHealth",
                                "!last.beat.isDirtyFull()",
                                "true")
                        .foundBy(test, "refusesWritesAboveTheShareUntilMySqlHasCaughtUp"),
                new PlantedFault(
                                "payers wait for MySQL too",
                                "lane/Exchanges",
                                "kept || !exchange.writes()",
                                "!exchange.writes()")
                        .foundBy(test, "takesWhatEndsOrProlongsAHoldMeanwhile"));
    }

    static Stream<FoundFault> ofPlaces() {
        Class<?> test = KeptPlacesTest.class;
        return Stream.of(
                new PlantedFault(
                                "the kept places are used by all",
                                "lane/Pending",
                                "(kept ? limit : unkept)",
                                "(kept ? limit : limit - 1)")
                        .foundBy(test, "refusesOthersWhileOnlyTheKeptPlacesAreLeft"),
                new PlantedFault(
                                "the kept places are used by none", "lane/Pending", "(kept ? limit : unkept)", "unkept")
                        .foundBy(test, "keepsTheLastFifthForConfirmCancelExtendAndAbandon"),
                new PlantedFault(
                                "a line of a batch takes no kept place",
                                "call/CallExchange",
                                "return question.resolves();",
                                "return question.resolves() && !getClass().getSimpleName().startsWith(\"Line\");")
                        .foundBy(test, "keepsThemForLinesOfBatchesToo"));
    }
}
