package dev.hotlane.gateway.changes;

import dev.hotlane.protocol.planted.FoundFault;
import dev.hotlane.protocol.planted.FoundFaults;
import dev.hotlane.protocol.planted.PlantedFault;
import java.util.stream.Stream;

class PlantedSightFaultsTest extends FoundFaults {
    static Stream<FoundFault> faults() {
        return Stream.of(
                new PlantedFault(
                                "reservations of all tenants are shown",
                                "ChangesSight",
                                "held.tenant().equals(tenant) && (",
                                "(")
                        .foundBy(ChangesSightTest.class, "aCallerSeesReservationsOfItsTenantOnly"),
                new PlantedFault(
                                "all owners are shown to a caller of one",
                                "ChangesSight",
                                "owner != null && Arrays.equals(owner, held.owner())",
                                "owner != null")
                        .foundBy(ChangesSightTest.class, "aCallerOfOneOwnerSeesThatOwnersReservations"),
                new PlantedFault(
                                "counters outside of the prefixes are shown",
                                "ChangesSight",
                                "            if (sees(changed)) {",
                                "            if (changed != null) {")
                        .foundBy(ChangesSightTest.class, "aCallerSeesCountersUnderItsPrefixes"),
                new PlantedFault(
                                "the id of any command of the tenant is shown",
                                "ChangesSight",
                                "return allHolds\n",
                                "return allHolds || !allHolds\n")
                        .foundBy(ChangesSightTest.class, "aCallerSeesCountersUnderItsPrefixes"),
                new PlantedFault(
                                "a field that is not known is shown",
                                "ChangesSight",
                                "default -> OPEN.contains(field);",
                                "default -> true;")
                        .foundBy(ChangesSightTest.class, "aCallerSeesReservationsOfItsTenantOnly"),
                new PlantedFault(
                                "a condition is met by what may not be read",
                                "ChangesFilter",
                                "if (sight.sees(held)) {",
                                "if (held != null) {")
                        .foundBy(ChangesSightTest.class, "aConditionIsMetOnlyByWhatMayBeRead"),
                new PlantedFault(
                                "a counter outside of the prefixes meets the condition",
                                "ChangesFilter",
                                "sight.sees(changed) && hasPrefix",
                                "hasPrefix")
                        .foundBy(ChangesSightTest.class, "aCallerSeesCountersUnderItsPrefixes"));
    }
}
