package dev.hotlane.infra.admin;

import dev.hotlane.protocol.planted.FoundFault;
import dev.hotlane.protocol.planted.FoundFaults;
import dev.hotlane.protocol.planted.PlantedFault;
import java.util.List;

/** Faults in a gateway's admin port, one at a time: each is found. */
class PlantedAdminFaultsTest extends FoundFaults {
    static List<FoundFault> faults() {
        return List.of(
                new PlantedFault("ready before callers can connect", "AdminPort", "fault == null &&", "false &&")
                        .foundBy(AdminPortTest.class, "isNotReadyBeforeThePortForCallersIsOpenNorWithoutALane"),
                new PlantedFault("health goes by the lane", "AdminPort", "() -> true,", "() -> health.isOpen(),")
                        .foundBy(AdminPortTest.class, "isNotReadyBeforeThePortForCallersIsOpenNorWithoutALane"),
                new PlantedFault(
                                "figures without a key",
                                "AdminPort",
                                "port.tls(), port.principals());",
                                "port.tls(), null);")
                        .foundBy(AdminPortTest.class, "figuresNeedTheVerbObserveAndHealthNeedsNone"));
    }
}
