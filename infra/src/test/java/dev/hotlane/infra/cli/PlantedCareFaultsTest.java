package dev.hotlane.infra.cli;

import dev.hotlane.protocol.planted.FoundFault;
import dev.hotlane.protocol.planted.FoundFaults;
import dev.hotlane.protocol.planted.PlantedFault;
import java.util.List;

/** Faults in what Care shows of a lane, one at a time: each is found. */
class PlantedCareFaultsTest extends FoundFaults {
    static List<FoundFault> faults() {
        return List.of(
                new PlantedFault(
                                "a password in a URL is shown",
                                "rules/CaredLane",
                                "mysql == null || mayHoldSecret(mysql.mysql().url())",
                                "mysql == null")
                        .foundBy(CareCommandsTest.class, "aUrlThatMayHoldAPasswordIsNotShown"),
                new PlantedFault(
                                "a DNS name stands among the processors",
                                "rules/CaredLane",
                                "named ? sources : List.of()",
                                "sources")
                        .foundBy(CareCommandsTest.class, "aUrlThatMayHoldAPasswordIsNotShown"));
    }
}
