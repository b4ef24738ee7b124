package dev.hotlane.dist;

import dev.hotlane.protocol.planted.FoundFault;
import dev.hotlane.protocol.planted.FoundFaults;
import dev.hotlane.protocol.planted.PlantedFault;
import java.util.stream.Stream;

/** Faults of the image, each found by a test without a Docker. */
class PlantedImageFaultsTest extends FoundFaults {

    static Stream<FoundFault> faults() {
        return Stream.of(
                new PlantedFault(
                                "an image that depends on the umask of who made it",
                                "ImageTar",
                                "Files.isDirectory(file) || Files.isExecutable(file) ? RUNS : READS",
                                "FilePermissions.fromPosixFilePermissions(Files.getPosixFilePermissions(file))")
                        .foundBy(ImageTarTest.class, "theSameInputGivesTheSameBytesWheneverItIsMade"),
                new PlantedFault(
                                "the libraries of others change with ours",
                                "ImageTar",
                                "jar ? ours == own : ours",
                                "own")
                        .foundBy(ImageTarTest.class, "theBaseTheJarsOfOthersAndOursAreLayersOfTheirOwn"),
                new PlantedFault("a volume that the account can't write", "ImageTar", "OWN,", "READS,")
                        .foundBy(ImageTarTest.class, "theBaseTheJarsOfOthersAndOursAreLayersOfTheirOwn"),
                new PlantedFault(
                                "root in the container",
                                "ImageTar",
                                ".setUser(ACCOUNT + \":\" + ACCOUNT)",
                                ".setUser(\"0\")")
                        .foundBy(ImageTarTest.class, "itStartsTheProgramWithoutAShellAsAnAccountWithoutRights"),
                new PlantedFault(
                                "temporary files on the read-only root",
                                "ImageTar",
                                "-Djava.io.tmpdir=\" + DATA",
                                "-Djava.io.tmpdir=/tmp\"")
                        .foundBy(ImageTarTest.class, "itStartsTheProgramWithoutAShellAsAnAccountWithoutRights"));
    }
}
