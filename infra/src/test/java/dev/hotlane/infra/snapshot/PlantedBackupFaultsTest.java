package dev.hotlane.infra.snapshot;

import dev.hotlane.protocol.planted.FoundFault;
import dev.hotlane.protocol.planted.FoundFaults;
import dev.hotlane.protocol.planted.PlantedFault;
import java.util.List;

/** Faults in what deletes snapshot files, one at a time: each is found. */
class PlantedBackupFaultsTest extends FoundFaults {
    static List<FoundFault> faults() {
        return List.of(
                new PlantedFault(
                                "old files are deleted before MySQL confirms the new one",
                                "SnapshotDirectory",
                                "        TakenSnapshot taken = take.get();\n",
                                """
                                        try {
                                            for (Named old : names(directory, lane)) {
                                                Files.delete(old.file);
                                            }
                                        } catch (IOException e) {
                                            throw new IllegalStateException(e);
                                        }
                                        TakenSnapshot taken = take.get();
                                """)
                        .foundBy(SnapshotDirectoryTest.class, "nothingIsDeletedUnlessMySqlConfirmedTheNewOne"),
                new PlantedFault("proven files are deleted", "SnapshotDirectory", "if (!isProven && (", "if ((")
                        .foundBy(SnapshotDirectoryTest.class, "theNewestStayAndTheTwoNewestProvenOnes"),
                new PlantedFault(
                                "what a drill proved meanwhile is deleted",
                                "SnapshotDirectory",
                                "|| listing.unlisted(offset))",
                                "|| listing.unlisted(offset) || true)")
                        .foundBy(SnapshotDirectoryTest.class, "oneThatADrillProvesMeanwhileStays"),
                new PlantedFault(
                                "files of another log count",
                                "SnapshotDirectory",
                                "if (meta.identity().equals(log)) {",
                                "if (meta != null) {")
                        .foundBy(SnapshotDirectoryTest.class, "filesOfOthersNeitherCountNorGo"));
    }
}
