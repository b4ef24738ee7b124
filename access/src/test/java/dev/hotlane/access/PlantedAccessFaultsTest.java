package dev.hotlane.access;

import dev.hotlane.protocol.planted.FoundFault;
import dev.hotlane.protocol.planted.FoundFaults;
import dev.hotlane.protocol.planted.PlantedFault;
import java.util.stream.Stream;

/** The tests of keys and grants can fail: each fault that is planted into the source of one class is found. */
class PlantedAccessFaultsTest extends FoundFaults {
    static Stream<FoundFault> faults() {
        return Stream.of(ofKeys(), ofGrants(), ofCertificates()).flatMap(faults -> faults);
    }

    private static Stream<FoundFault> ofKeys() {
        return Stream.of(
                of(
                        "only the first key of a principal is compared",
                        "Principals",
                        "identities().keys().stream().map(",
                        "identities().keys().stream().limit(1).map(",
                        KeyCheckTest.class,
                        "eachKeyOfAPrincipalFindsIt"),
                of(
                        "the secret is not compared",
                        "KeyCheck",
                        "known == null || !MessageDigest.isEqual(hash(), known.key().sha256())",
                        "known == null",
                        KeyCheckTest.class,
                        "anotherSecretWithTheSameIdAndARightCrcIsRefused"),
                of(
                        "only a part of the text is hashed",
                        "KeyCheck",
                        "sha256.update(text)",
                        "sha256.update(text, 0, 54)",
                        KeyCheckTest.class,
                        "eachKeyOfAPrincipalFindsIt"),
                of(
                        "the expiry is ignored",
                        "KeyCheck",
                        "known.key().expired(nowMs) ? null : known",
                        "known",
                        KeyCheckTest.class,
                        "aKeyIsValidUpToTheMomentBeforeItsExpiry"),
                of(
                        "a key is valid at its expiry still",
                        "ApiKey",
                        "nowMs >= expiresMs",
                        "nowMs > expiresMs",
                        KeyCheckTest.class,
                        "aKeyIsValidUpToTheMomentBeforeItsExpiry"),
                of(
                        "a character is cut to its low byte",
                        "KeyCheck",
                        "character < 0x80 ? (byte) character : 0",
                        "(byte) character",
                        KeyCheckTest.class,
                        "whatIsNoKeyIsRefused"),
                of(
                        "the CRC is not compared",
                        "KeyText",
                        "text[CRC_AT + i] != crcDigit(crc.getValue(), i)",
                        "text[CRC_AT + i] < 0",
                        KeyTextTest.class,
                        "oneWrongCharacterIsFound"));
    }

    private static Stream<FoundFault> ofGrants() {
        return Stream.of(
                of(
                        "a stock key in limits is accepted",
                        "Rights",
                        "? either(usual, KeyList.LIMITS,",
                        "? either(usual, KeyList.KEYS,",
                        RightsTest.class,
                        "opsOfATransaction"),
                of(
                        "a stock key in buckets is accepted",
                        "Rights",
                        "either(Verb.TAKE, KeyList.BUCKETS, Verb.ADD, KeyList.BUCKETS,",
                        "either(Verb.TAKE, KeyList.BUCKETS, Verb.ADD, KeyList.KEYS,",
                        RightsTest.class,
                        "opsOfATransaction"),
                of(
                        "a use of a limit needs no bound",
                        "Rights",
                        "return !takes && has(op, ArgName.MAX)",
                        "return !takes",
                        RightsTest.class,
                        "opsOfATransaction"),
                of(
                        "a sale without a lower bound is accepted",
                        "Rights",
                        "(op.flags() & Op.NO_MIN) != 0 || has",
                        "has",
                        RightsTest.class,
                        "opsOfAReservation"),
                of(
                        "a sale below zero is accepted",
                        "Rights",
                        "op.arg(ArgName.MIN.value()) < 0;",
                        "op.arg(ArgName.MIN.value()) < -9;",
                        RightsTest.class,
                        "opsOfAReservation"),
                of(
                        "holds of an owner need no owner",
                        "Rights",
                        "scope == HoldScope.OWNER && !ownerNamed",
                        "scope == HoldScope.TENANT && !ownerNamed",
                        RightsTest.class,
                        "holdsOfTheTenantReachAllAndThoseOfAnOwnerNeedItsName"),
                of(
                        "an owner reaches stored commands",
                        "Rights",
                        "holds[verb.ordinal()] != HoldScope.TENANT",
                        "holds[verb.ordinal()] == HoldScope.NONE",
                        RightsTest.class,
                        "holdsOfTheTenantReachAllAndThoseOfAnOwnerNeedItsName"),
                of(
                        "the first key of a product is enough",
                        "Rights",
                        "i < keys.size()",
                        "i < 1",
                        RightsTest.class,
                        "listsNeedAPrefixInsideAGrantedOneAndProductsAllTheirKeys"),
                of(
                        "holds of one verb count for all",
                        "Rights",
                        "HoldScope scope = holds[verb.ordinal()];",
                        "HoldScope scope = holds[0].or(holds[verb.ordinal()]);",
                        RightsTest.class,
                        "theWiderOfTwoGrantsCountsForTheirVerbAlone"),
                of(
                        "prefixes are compared as signed bytes",
                        "Prefixes",
                        "Arrays.compareUnsigned(sorted[middle], key)",
                        "Arrays.compare(sorted[middle], key)",
                        PrefixesTest.class,
                        "decideAsOneComparisonAfterTheOtherDoes"),
                of(
                        "only one grant of a verb counts",
                        "Rights",
                        "before.and(grant.prefixes(list))",
                        "before == Prefixes.NONE ? grant.prefixes(list) : before",
                        JoinedRightsTest.class,
                        "severalGrantsAllowWhatOneOfThemAllows"));
    }

    private static Stream<FoundFault> ofCertificates() {
        return Stream.of(
                of(
                        "the first of two principals is taken",
                        "CertificateNames",
                        "found != null && only != null && found != only",
                        "false",
                        CertificateNamesTest.class,
                        "namesOfTwoPrincipalsSelectNone"),
                of(
                        "one of two proofs is enough",
                        "TwoCredentials",
                        " && sender.principal() == owner.principal()",
                        "",
                        CertificateNamesTest.class,
                        "aTokenAndACertificateMustProveOnePrincipal"));
    }

    private static FoundFault of(String name, String type, String text, String instead, Class<?> test, String method) {
        return new PlantedFault(name, type, text, instead).foundBy(test, method);
    }
}
