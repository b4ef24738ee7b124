package dev.hotlane.infra.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What only the embedded stack does. */
@Tag("it")
@ExtendWith(RealStack.class)
class DevStackTest {

    @Test
    void refusesADirectoryThatIsInUse(DevStack stack) {
        assertThatThrownBy(() -> DevStack.start(DevStackSettings.in(stack.directory())))
                .isInstanceOf(StackException.class)
                .hasMessageContaining("Another dev stack runs in " + stack.directory())
                .hasMessageContaining("process " + ProcessHandle.current().pid());
    }

    @Test
    void refusesAPortThatIsTaken(DevStack stack) {
        int taken = StackState.read(stack.directory()).orElseThrow().mysqlPort();

        DevStackSettings settings = DevStackSettings.temporary().withPorts(0, taken);

        assertThatThrownBy(() -> DevStack.start(settings))
                .isInstanceOf(StackException.class)
                .hasMessageContaining("Port " + taken + ", wanted for MySQL, is taken");
        assertThat(settings.directory()).doesNotExist();
    }

    @Test
    void showsTheEndOfTheLogOfAServerThatDoesNotStart() {
        DevStackSettings wrong = DevStackSettings.temporary().withMysqlFlags("--no-such-flag");

        assertThatThrownBy(() -> DevStack.start(wrong))
                .isInstanceOf(StackException.class)
                .hasMessageContaining("mysql.log")
                .hasMessageContaining("unknown option '--no-such-flag'");
        assertThat(wrong.directory()).doesNotExist();
    }

    @Test
    void twoStacksStartSideBySide() {
        CompletableFuture<DevStack> one = start();
        CompletableFuture<DevStack> two = start();
        try (DevStack a = one.join();
                DevStack b = two.join()) {
            assertThat(Stream.of(a.bootstrapServers(), a.jdbcUrl(), b.bootstrapServers(), b.jdbcUrl()))
                    .doesNotHaveDuplicates();
        }
    }

    /** Else another process's sweep of abandoned stacks deletes the same files. */
    @Test
    void keepsItsLockUntilItsDirectoryIsDeleted() {
        DevStack stack = DevStack.start(DevStackSettings.temporary());
        Path lock = stack.directory().resolve(StackDirectory.LOCK_FILE);
        CompletableFuture<Boolean> taken = CompletableFuture.supplyAsync(() -> takenBeforeItIsGone(lock));
        stack.close();
        assertThat(taken.join()).isFalse();
    }

    private static boolean takenBeforeItIsGone(Path lock) {
        try {
            while (Files.exists(lock.getParent())) {
                Optional<FileHold> hold = FileHold.tryTake(lock);
                if (hold.isPresent()) {
                    hold.get().close();
                    return true;
                }
                Thread.onSpinWait();
            }
            return false;
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static CompletableFuture<DevStack> start() {
        return CompletableFuture.supplyAsync(() -> DevStack.start(DevStackSettings.temporary()));
    }
}
