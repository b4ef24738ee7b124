package dev.hotlane.flusher.mysql;

import dev.hotlane.protocol.planted.FoundFault;
import dev.hotlane.protocol.planted.FoundFaults;
import dev.hotlane.protocol.planted.PlantedFault;
import java.util.List;

/** Faults in what a drill may drop, one at a time: each is found. */
class PlantedDrillDatabaseFaultsTest extends FoundFaults {
    static List<FoundFault> faults() {
        return List.of(
                new PlantedFault(
                                "the drill drops databases of other lanes",
                                "DrillDatabase",
                                "name.startsWith(PREFIX + mark(log) + \"_\")",
                                "name.startsWith(PREFIX)")
                        .foundBy(DrillDatabaseTest.class, "aDatabaseIsOfADrillOfALogByItsMarkOnly"),
                new PlantedFault(
                                "the mark is of the cluster alone",
                                "DrillDatabase",
                                "log.clusterId() + \" \" + log.topicId()",
                                "log.clusterId()")
                        .foundBy(DrillDatabaseTest.class, "aDatabaseIsOfADrillOfALogByItsMarkOnly"));
    }
}
