package dev.hotlane.access.file;

import dev.hotlane.protocol.planted.FoundFault;
import dev.hotlane.protocol.planted.FoundFaults;
import dev.hotlane.protocol.planted.PlantedFault;
import java.util.stream.Stream;

/** The tests of the file can fail: each fault that is planted into the source of one class is found. */
class PlantedFileFaultsTest extends FoundFaults {
    static Stream<FoundFault> faults() {
        return Stream.of(
                watched(
                        "a broken file is not reported",
                        "stale = true;",
                        "stale = false;",
                        "aBrokenFileKeepsTheOldPrincipalsUntilItIsMended"),
                watched(
                        "a file that comes back is not read",
                        "stamp = null;",
                        "",
                        "aFileThatComesBackAsItWasIsNotStaleAndMakesNoNewPrincipals"),
                watched(
                        "a fault is a line of the log at each look",
                        "!fault.equals(complained)",
                        "true",
                        "eachFaultIsOneLineOfTheLog"),
                watched(
                        "a young time stamp is trusted",
                        "!now.equals(stamp) || !now.settled()",
                        "!now.equals(stamp)",
                        "aSecondChangeWithTheTimeAndSizeOfTheFirstIsRead"),
                watched(
                        "another file of the same time is not met",
                        "now.size(), now.fileKey()",
                        "now.size(), null",
                        "aLinkToAnotherFileOfTheSameTimeAndSizeIsAChange"),
                watched(
                        "equal bytes make new principals",
                        "!Arrays.equals(found, bytes)",
                        "found != bytes",
                        "anUnchangedFileMakesNoNewPrincipals"),
                new PlantedFault(
                                "two principals may share a key",
                                "file/PrincipalReader",
                                "claim.accept(\"sha256\", found);",
                                "")
                        .foundBy(PrincipalsRefusedTest.class, "aHashOfTwoKeysOfOnePrincipalIsRefused"),
                new PlantedFault(
                                "one prefix of two tenants is no finding",
                                "file/SharedPrefixes",
                                "other.getKey().compareTo(tenant) > 0",
                                "false")
                        .foundBy(PrincipalsFindingsTest.class, "onePrefixOfTwoTenantsIsOneFinding"),
                new PlantedFault("a prefix that is behind stays open", "file/SharedPrefixes", "open.pop();", "break;")
                        .foundBy(PrincipalsFindingsTest.class, "prefixesThatTwoTenantsMayWriteAreNamedByTheNearest"));
    }

    private static FoundFault watched(String name, String text, String instead, String method) {
        return new PlantedFault(name, "file/PrincipalsFile", text, instead).foundBy(PrincipalsFileTest.class, method);
    }
}
