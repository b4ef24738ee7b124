package dev.hotlane.infra.drill;

import dev.hotlane.protocol.planted.FoundFault;
import dev.hotlane.protocol.planted.FoundFaults;
import dev.hotlane.protocol.planted.PlantedFault;
import java.util.List;

/** Faults in a restore drill, one at a time: each is found. */
class PlantedDrillFaultsTest extends FoundFaults {
    static List<FoundFault> faults() {
        return List.of(
                new PlantedFault(
                                "a drill that compares nothing",
                                "RestoreDrill",
                                "verification = scratch.verify(file);",
                                "verification = new Verification(cut.nextOffset, 0, 0, 0, 0, 0, 0, java.util.List.of());")
                        .foundBy(RestoreDrillTest.class, "nothingIsProvenOfOneThatDiffers"),
                new PlantedFault(
                                "a snapshot that differs is proven",
                                "RestoreDrill",
                                "if (verification.equal() && !steps",
                                "if (!steps")
                        .foundBy(RestoreDrillTest.class, "nothingIsProvenOfOneThatDiffers"),
                new PlantedFault("the database of a failed drill stays", "RestoreDrill", """
                                        try (Scratch scratch = steps.make()) {
                                            scratch.restore(file);
                                            verification = scratch.verify(file);
                                        }
                                """, """
                                        Scratch scratch = steps.make();
                                        scratch.restore(file);
                                        verification = scratch.verify(file);
                                        scratch.close();
                                """)
                        .foundBy(RestoreDrillTest.class, "nothingIsProvenOfADamagedOneAndItsDatabaseIsDropped"));
    }
}
