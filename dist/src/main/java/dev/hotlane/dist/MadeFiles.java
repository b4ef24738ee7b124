package dev.hotlane.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Run by the build: makes all files of the archives that are not in the repository. */
public final class MadeFiles {

    private MadeFiles() {}

    /**
     * Makes them.
     *
     * @param words the directory of the units' templates, the bill of materials, and the directory for what is made
     */
    public static void main(String[] words) throws IOException {
        Path made = Path.of(words[2]);
        UnitFiles.of(Path.of(words[0])).writeTo(made.resolve("systemd"));
        Files.writeString(
                made.resolve("THIRD-PARTY.txt"),
                LicenceList.of(Path.of(words[1])).text());
    }
}
