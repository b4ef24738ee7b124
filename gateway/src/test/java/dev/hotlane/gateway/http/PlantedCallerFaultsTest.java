package dev.hotlane.gateway.http;

import dev.hotlane.gateway.access.LoginTest;
import dev.hotlane.protocol.planted.FoundFault;
import dev.hotlane.protocol.planted.FoundFaults;
import dev.hotlane.protocol.planted.PlantedFault;
import java.util.stream.Stream;

/** The tests of who may call can fail: each fault that is planted into the source of one class fails the test beside it. */
class PlantedCallerFaultsTest extends FoundFaults {
    static Stream<FoundFault> faults() {
        Class<?> test = CallerCheckTest.class;
        return Stream.of(
                new PlantedFault(
                                "a batch is judged once",
                                "http/batch/BatchRequest",
                                "CallRights.require(caller, question);",
                                "if (index == 0) {\n                CallRights.require(caller, question);\n            }")
                        .foundBy(test, "judgesEachLineOfABatchAlone"),
                new PlantedFault(
                                "401 comes after the body",
                                "Requests",
                                "callers.check(http, route, connection, request -> read(request, connection));",
                                "Inbound.gather(http, bodies, 1 << 20, body -> callers.check(http, route, connection,"
                                        + " request -> complete(request, body)), code -> {});")
                        .foundBy(test, "refusesBeforeTheBodyAndClosesIfOneFollows"),
                new PlantedFault("only the first op is judged", "call/CallRights", "i < question.opCount()", "i < 1")
                        .foundBy(test, "judgesEachOpByItsPrefixAndNamesIt"),
                new PlantedFault(
                                "a counter's calls are judged as ops",
                                "call/CallRights",
                                "question.single() && op.kind() != OpKind.TAKE",
                                "false")
                        .foundBy(test, "theCallsOnACounterAreForStockAlone"),
                new PlantedFault(
                                "the caller is remembered past its expiry",
                                "access/Login",
                                "|| current.expired(nowMs)",
                                "")
                        .foundBy(LoginTest.class, "theCallerEndsWithItsKey"),
                new PlantedFault(
                                "the caller is remembered past its removal",
                                "access/Login",
                                "KnownCaller current = caller.in(now);",
                                "KnownCaller current = caller;")
                        .foundBy(LoginTest.class, "theCallerIsThatOfTheNewestState"),
                new PlantedFault(
                                "the length of the header is compared alone",
                                "access/Login",
                                "return differing == 0;",
                                "return true;")
                        .foundBy(LoginTest.class, "theSameHeaderIsTheSameCaller"),
                new PlantedFault(
                                "the first of two headers counts",
                                "access/Authenticator",
                                "headers.size() != 1",
                                "headers.isEmpty()")
                        .foundBy(test, "anybodyElseGetsOneAnswerWhateverIsWrong"),
                new PlantedFault(
                                "what is open goes on after a change of grants",
                                "access/OpenForCallers",
                                "|| !current.mayAllThatMay(caller)",
                                "")
                        .foundBy(test, "aBatchEndsWithTheAccessOfItsCaller"),
                new PlantedFault(
                                "the limits of the principal come before its prefixes",
                                "call/CallRights",
                                "        Rights rights = caller.principal().rights();\n",
                                "        requireWithin(caller.principal().limits(), question);\n"
                                        + "        Rights rights = caller.principal().rights();\n")
                        .foundBy(test, "theRestIsJudgedBeforeThePrefix"));
    }
}
