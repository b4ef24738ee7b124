package dev.hotlane.gateway.view;

import dev.hotlane.protocol.planted.FoundFault;
import dev.hotlane.protocol.planted.FoundFaults;
import dev.hotlane.protocol.planted.PlantedFault;
import java.util.stream.Stream;

/** The test of counters' ETags can fail: it finds each fault that is planted into {@link CounterBody}. */
class PlantedTagFaultsTest extends FoundFaults {
    static Stream<FoundFault> faults() {
        return Stream.of(
                        new PlantedFault(
                                "an ETag without held",
                                "CounterBody",
                                "(held != 0 || confirmed != 0)",
                                "(confirmed != 0)"),
                        new PlantedFault(
                                "an ETag without confirmed",
                                "CounterBody",
                                "(held != 0 || confirmed != 0)",
                                "(held != 0)"),
                        new PlantedFault("an ETag of a bucket", "CounterBody", "version <= 0 &&", "version == 0 &&"))
                .map(fault -> fault.foundBy(ViewTableTest.class, "aCounterHasATagUnlessUnitsChangeUnderItsVersion"));
    }
}
