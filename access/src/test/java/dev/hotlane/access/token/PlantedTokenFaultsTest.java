package dev.hotlane.access.token;

import dev.hotlane.protocol.planted.FoundFault;
import dev.hotlane.protocol.planted.FoundFaults;
import dev.hotlane.protocol.planted.PlantedFault;
import java.util.stream.Stream;

/** The tests of tokens can fail: each fault that is planted into the source of one class is found. */
class PlantedTokenFaultsTest extends FoundFaults {
    static Stream<FoundFault> faults() {
        return Stream.of(
                new PlantedFault(
                                "a token is known past its exp",
                                "token/TokenJudge",
                                "Math.min(exp, nowMs + TokenCache.KEPT_MS)",
                                "nowMs + TokenCache.KEPT_MS")
                        .foundBy(TokensTest.class, "aTokenIsNotKnownPastItsExp"),
                new PlantedFault(
                                "a token is known until its exp",
                                "token/TokenJudge",
                                "Math.min(exp, nowMs + TokenCache.KEPT_MS)",
                                "exp")
                        .foundBy(TokensTest.class, "aKnownTokenIsNotJudgedAgainForAMinute"),
                new PlantedFault(
                                "the slack is not judged at each call",
                                "token/TokenJudge",
                                "TimeUnit.SECONDS.toMillis(SLACK_SECONDS), nowMs)",
                                "TimeUnit.SECONDS.toMillis(SLACK_SECONDS), nowMs + 60_000)")
                        .foundBy(TokensTest.class, "withinTheSlackATokenIsJudgedAtEachCall"),
                new PlantedFault(
                                "the signature is not judged",
                                "token/TokenJudge",
                                "processor.process(token.jwt(), null);",
                                "if (keys == null) processor.process(token.jwt(), null);")
                        .foundBy(TokenRefusedTest.class, "aSignatureOfAnotherKeyIsRefused"),
                new PlantedFault("the issuer is not judged", "token/TokenJudge", ".issuer(settings.issuer())", "")
                        .foundBy(TokenRefusedTest.class, "claimsThatAreWrongAreRefusedWithoutAKey"),
                new PlantedFault("exp is not required", "token/TokenJudge", "Set.of(\"exp\", claim)", "Set.of(claim)")
                        .foundBy(TokenRefusedTest.class, "claimsThatAreWrongAreRefusedWithoutAKey"),
                new PlantedFault(
                                "keys are asked for before claims are judged",
                                "token/TokenJudge",
                                "claimsVerifier.verify(claims, null);",
                                "if (jwt == null) claimsVerifier.verify(claims, null);")
                        .foundBy(TokenRefusedTest.class, "claimsThatAreWrongAreRefusedWithoutAKey"),
                new PlantedFault(
                                "all algorithms of RSA are accepted",
                                "token/TokenJudge",
                                "Set.of(JWSAlgorithm.RS256, JWSAlgorithm.PS256, JWSAlgorithm.ES256)",
                                "Set.of(JWSAlgorithm.RS256, JWSAlgorithm.PS256, JWSAlgorithm.ES256, JWSAlgorithm.RS512)")
                        .foundBy(TokenRefusedTest.class, "otherAlgorithmsAreRefusedThoughTheKeyIsRight"),
                new PlantedFault(
                                "other characters are passed over",
                                "token/TokenJudge",
                                "|| character == '.'",
                                "|| character == '.' || character == '='")
                        .foundBy(TokenRefusedTest.class, "whatIsNoTokenIsRefused"),
                new PlantedFault(
                                "an address has all places",
                                "token/TokenPlaces",
                                "taken == ALL || before == OF_ONE",
                                "taken == ALL")
                        .foundBy(TokensTest.class, "oneAddressIsFullWhileOthersAreNot"),
                new PlantedFault("a place is not given back", "token/TokenPlaces", "taken--;", "")
                        .foundBy(TokensTest.class, "oneAddressHasFourPlacesAndAllHaveSixtyFour"),
                new PlantedFault(
                                "each call of a new token takes a place",
                                "token/Tokens",
                                "same == null || !same.join(receiver)",
                                "true")
                        .foundBy(TokensTest.class, "callsWithTheSameNewTokenTakeOnePlace"),
                new PlantedFault(
                                "a clock that is set back keeps tokens", "token/TokenCache", "nowMs >= addedMs && ", "")
                        .foundBy(TokensTest.class, "aClockThatIsSetBackKeepsNoToken"),
                new PlantedFault("the cache has no most", "token/TokenCache", "order.size() >= TOKENS_MAX || ", "")
                        .foundBy(TokenCacheTest.class, "theOldestLeaveAboveTheMost"),
                new PlantedFault(
                                "each unknown key costs a reading",
                                "token/JwksRefresh",
                                "!reading && !over(askedNanos, source.atMostEveryMs()) || ",
                                "")
                        .foundBy(JwksRefreshTest.class, "unknownKeysAreAskedForOnceInThirtySeconds"),
                new PlantedFault(
                                "old keys stay for ever",
                                "token/JwksRefresh",
                                "clockNanos.getAsLong() - read.nanos() > OLD_MAX_NANOS ? Jwks.NONE",
                                "false ? Jwks.NONE")
                        .foundBy(JwksRefreshTest.class, "oldKeysStayForADayWhileTheServerIsAway"),
                new PlantedFault(
                                "a reading that began before a token refuses it",
                                "token/JwksRefresh",
                                "late.forEach(sight -> again.accept(sight.after(FirstSight.Search.NOT_READ)))",
                                "late.forEach(sight -> again.accept(sight.after(FirstSight.Search.READ)))")
                        .foundBy(JwksRefreshTest.class, "aTokenThatComesDuringAReadingIsNotRefusedByIt"),
                new PlantedFault(
                                "a reading that failed refuses tokens",
                                "token/JwksRefresh",
                                "read ? FirstSight.Search.READ : FirstSight.Search.NOT_READ",
                                "FirstSight.Search.READ")
                        .foundBy(JwksRefreshTest.class, "oldKeysStayForADayWhileTheServerIsAway"),
                new PlantedFault(
                                "unknown keys take all places",
                                "token/JwksRefresh",
                                " || waiting.size() >= WAITING_MAX",
                                "")
                        .foundBy(JwksRefreshTest.class, "tokensWithoutAKeyTakeAFourthOfThePlacesAtMost"),
                new PlantedFault(
                                "10 MB are kept",
                                "token/BoundedBody",
                                "bytes.size() + part.remaining() > bytesMax",
                                "false")
                        .foundBy(JwksUrlTest.class, "tenMegabytesAreNotKept"),
                new PlantedFault("a redirect is followed", "token/JwksUrl", "Redirect.NEVER", "Redirect.ALWAYS")
                        .foundBy(JwksUrlTest.class, "otherAnswersAndNoneAreFailuresAndARedirectIsNotFollowed"),
                new PlantedFault("weak keys are kept", "token/Jwks", "rsa.size() >= RSA_BITS_MIN", "rsa.size() > 0")
                        .foundBy(JwksTest.class, "keysThatCantSignATokenAreLeftOut"),
                new PlantedFault(
                                "keys for encryption are kept",
                                "token/Jwks",
                                "return signs && right && strong;",
                                "return right && strong;")
                        .foundBy(JwksTest.class, "keysThatCantSignATokenAreLeftOut"));
    }
}
