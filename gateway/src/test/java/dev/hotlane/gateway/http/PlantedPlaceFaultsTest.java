package dev.hotlane.gateway.http;

import dev.hotlane.protocol.planted.FoundFault;
import dev.hotlane.protocol.planted.FoundFaults;
import java.util.stream.Stream;

/** The other half of {@link PlantedLimitFaultsTest}, for the JVM that runs beside: limits of connections and places. */
class PlantedPlaceFaultsTest extends FoundFaults {
    static Stream<FoundFault> faults() {
        return Stream.concat(PlantedLimitFaultsTest.ofPeers(), PlantedLimitFaultsTest.ofPlaces());
    }
}
