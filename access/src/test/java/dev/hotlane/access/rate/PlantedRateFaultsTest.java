package dev.hotlane.access.rate;

import dev.hotlane.protocol.planted.FoundFault;
import dev.hotlane.protocol.planted.FoundFaults;
import dev.hotlane.protocol.planted.PlantedFault;
import java.util.stream.Stream;

/** The tests of rates can fail: each fault that is planted into the source of one class is found. */
class PlantedRateFaultsTest extends FoundFaults {
    static Stream<FoundFault> faults() {
        return Stream.of(
                new PlantedFault(
                                "what is owed reaches the kept fifth",
                                "rate/PrincipalRate",
                                "kept.take(nanos, now.kept())",
                                "shared.take(nanos, now.kept())")
                        .foundBy(PrincipalRateTest.class, "callsThatEndReservationsReachTheKeptFifthWhateverOthersOwe"),
                new PlantedFault(
                                "the kept fifth is open to all",
                                "rate/PrincipalRate",
                                "if (ending && now.kept() != null && kept.take",
                                "if (now.kept() != null && kept.take")
                        .foundBy(PrincipalRateTest.class, "callsBeyondTheBurstAreRefusedUntilUnitsFlowIn"),
                new PlantedFault(
                                "the kept fifth is used first",
                                "rate/PrincipalRate",
                                "if (shared.take(nanos, now.shared())) {",
                                "if (!ending && shared.take(nanos, now.shared())) {")
                        .foundBy(PrincipalRateTest.class, "theKeptFifthStaysWholeWhileOthersLeaveUnits"),
                new PlantedFault(
                                "the rest is not charged",
                                "rate/PrincipalRate",
                                "now == null || sixteenths == 0",
                                "true")
                        .foundBy(
                                PrincipalRateTest.class,
                                "theRestOfACallIsChargedAfterItsBodyAndTheBalanceMayFallBelowZero"),
                new PlantedFault(
                                "the rest of a kept call is charged to all",
                                "rate/PrincipalRate",
                                "from == RateAnswer.KEPT && now.kept() != null",
                                "false")
                        .foundBy(PrincipalRateTest.class, "theRestOfAKeptCallIsChargedToTheKeptFifth"),
                new PlantedFault(
                                "a refused call stays in flight",
                                "rate/PrincipalRate",
                                "        inFlight.decrementAndGet();\n        return RateAnswer.TOO_FAST;",
                                "        return RateAnswer.TOO_FAST;")
                        .foundBy(PrincipalRateTest.class, "aCallThatIsTooFastIsNotInFlight"),
                new PlantedFault(
                                "the last fifth in flight is open to all",
                                "rate/PrincipalRate",
                                "ending ? now.rate().inFlight() : now.sharedInFlight()",
                                "now.rate().inFlight()")
                        .foundBy(PrincipalRateTest.class, "theLastFifthOfCallsInFlightIsKept"),
                new PlantedFault(
                                "streams are not counted",
                                "rate/PrincipalRate",
                                "now == null ? Integer.MAX_VALUE : now.rate().streams()",
                                "Integer.MAX_VALUE")
                        .foundBy(PrincipalRateTest.class, "streamsAreCounted"),
                new PlantedFault(
                                "two threads take one unit",
                                "rate/RateBucket",
                                "if (tat.compareAndSet(before, after)) {\n                return true;\n            }",
                                // Another thread runs between look and change: 80,000 times, so that they meet there.
                                "Thread.yield();\n            tat.set(after);\n            return true;")
                        .foundBy(PrincipalRateTest.class, "threadsTogetherGetNoMoreThanOneWould"),
                new PlantedFault(
                                "a removed principal stays",
                                "rate/PrincipalRates",
                                "byName.keySet().retainAll(names);",
                                "")
                        .foundBy(PrincipalRatesTest.class, "removedPrincipalsAreForgotten"));
    }
}
