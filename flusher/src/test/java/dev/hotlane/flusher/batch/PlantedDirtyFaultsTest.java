package dev.hotlane.flusher.batch;

import dev.hotlane.protocol.planted.FoundFault;
import dev.hotlane.protocol.planted.FoundFaults;
import dev.hotlane.protocol.planted.PlantedFault;
import java.util.stream.Stream;

/** The test of dirty bytes can fail: each fault that is planted into the source of one class makes it fail. */
class PlantedDirtyFaultsTest extends FoundFaults {
    static Stream<FoundFault> faults() {
        return Stream.of(
                        new PlantedFault(
                                "tombstones take no bytes",
                                "DirtyMap",
                                "= length | REMOVED;",
                                "= length | REMOVED;pageCount = 1;"),
                        new PlantedFault("pages take no bytes", "DirtyMap", "pageCount++;", "pageCount += 0;"),
                        new PlantedFault(
                                "what is in hand takes no bytes",
                                "HBatching",
                                "(nothingInHand ? 0 : frozenBytes)",
                                "(nothingInHand ? 0 : 0)"),
                        new PlantedFault(
                                "what is in hand takes bytes for ever",
                                "HBatching",
                                "(nothingInHand ? 0 : frozenBytes)",
                                "frozenBytes"))
                .map(fault -> fault.foundBy(HBatchingTest.class, "countsTombstonesAndWhatIsInHandUntilMySqlHasIt"));
    }
}
