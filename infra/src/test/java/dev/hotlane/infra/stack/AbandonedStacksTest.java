package dev.hotlane.infra.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
        try (FileChannel channel = FileChannel.open(running.resolve(DevStack.LOCK_FILE), StandardOpenOption.WRITE)) {
            assertThat(DevStack.tryLock(channel)).isTrue();

            AbandonedStacks.sweep(parent);

            assertThat(running).isDirectoryContaining("glob:**/row");
        }
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
        Path lock = Files.createFile(directory.resolve(DevStack.LOCK_FILE));
        Files.setLastModifiedTime(lock, FileTime.from(Instant.now().minus(age)));
        return directory;
    }
}
