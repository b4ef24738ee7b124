package dev.hotlane.infra.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AbandonedStacksTest {

    @TempDir
    Path parent;

    @Test
    void deletesWhatNobodyHolds() throws IOException {
        Path abandoned = stack("hotlane-stack-1", Duration.ofHours(1));

        AbandonedStacks.sweep(parent);

        assertThat(abandoned).doesNotExist();
    }

    @Test
    void sparesAStackThatRuns() throws IOException {
        Path running = stack("hotlane-stack-1", Duration.ofHours(1));
        try (FileHold hold =
                FileHold.tryTake(running.resolve(StackDirectory.LOCK_FILE)).orElseThrow()) {
            AbandonedStacks.sweep(parent);
            assertThat(running).isDirectoryContaining("glob:**/row");
            assertThat(heldForOthers(running))
                    .as("still held by %s after a look at it", hold)
                    .isTrue();
        }
    }

    /** As the kernel tells it: within this process a lost lock does not show. */
    private static boolean heldForOthers(Path directory) throws IOException {
        Path lock = directory.resolve(StackDirectory.LOCK_FILE);
        String inode = Files.getAttribute(lock, "unix:ino").toString();
        return Files.readAllLines(Path.of("/proc/locks")).stream().anyMatch(line -> line.contains(":" + inode + " "));
    }

    @Test
    void sparesAStackThatIsJustStartingAndWhatIsNoStack() throws IOException {
        Path starting = stack("hotlane-stack-1", Duration.ZERO);
        Path other = stack("something-else", Duration.ofHours(1));

        AbandonedStacks.sweep(parent);

        assertThat(starting).exists();
        assertThat(other).exists();
    }

    private Path stack(String name, Duration age) throws IOException {
        Path directory = Files.createDirectories(parent.resolve(name));
        Files.writeString(directory.resolve("row"), "kept");
        Path lock = Files.createFile(directory.resolve(StackDirectory.LOCK_FILE));
        Files.setLastModifiedTime(lock, FileTime.from(Instant.now().minus(age)));
        return directory;
    }
}
