package dev.hotlane.dist;

import dev.hotlane.protocol.planted.FoundFault;
import dev.hotlane.protocol.planted.FoundFaults;
import dev.hotlane.protocol.planted.PlantedFault;
import java.util.stream.Stream;

/** Faults of what the build makes, each found by a test without an archive. */
class PlantedUnitFaultsTest extends FoundFaults {
    private static final String CODES = "everyExitCodeThatNoRestartCuresStandsInEachRole";

    static Stream<FoundFault> faults() {
        return Stream.of(
                new PlantedFault(
                                "an exit code without an entry in the units",
                                "UnitFiles",
                                "!code.restartHelps())",
                                "!code.restartHelps() && code != ExitCode.NO_ROOM)")
                        .foundBy(UnitFilesTest.class, CODES),
                new PlantedFault(
                                "a lane that a mended file does not bring back",
                                "UnitFiles",
                                "!code.restartHelps())",
                                "!code.restartHelps() || code == ExitCode.BAD_FILE)")
                        .foundBy(UnitFilesTest.class, CODES),
                new PlantedFault("wrong settings are tried for ever", "UnitFiles", "USAGE = 2", "USAGE = 11")
                        .foundBy(UnitFilesTest.class, CODES),
                new PlantedFault(
                                "a part that is missing leaves nothing",
                                "UnitFiles",
                                "if (!files.containsKey(part))",
                                "if (files.isEmpty())")
                        .foundBy(UnitFilesTest.class, "aPlaceWithoutAPartIsNotLeftEmpty"));
    }
}
