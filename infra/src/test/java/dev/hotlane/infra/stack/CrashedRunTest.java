package dev.hotlane.infra.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of the servers when the process that started them is killed. */
@Tag("it")
class CrashedRunTest {
    private static final Duration START_MAX = Duration.ofMinutes(5);

    @TempDir
    Path directory;

    @TempDir
    Path logs;

    private ChildProcess owner;

    @AfterEach
    void endOwner() {
        if (owner != null) {
            owner.kill9();
        }
    }

    @Test
    void serversEndWithTheirKilledOwner() throws Exception {
        List<ProcessHandle> children = runOwner();

        owner.kill9();

        await().atMost(Duration.ofSeconds(20)).until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
    }

    @Test
    void theNextRunEndsLeftoversAndTakesTheirPortsAndRows() throws Exception {
        List<ProcessHandle> children = runOwner();
        List<ProcessHandle> servers =
                children.stream().filter(child -> !isWatch(child)).toList();
        children.stream().filter(CrashedRunTest::isWatch).forEach(ProcessHandle::destroyForcibly);
        owner.kill9();
        StackState before = StackState.running(directory).orElseThrow();

        assertThat(servers).hasSize(2).allMatch(ProcessHandle::isAlive);
        try (DevStack next = DevStack.start(DevStackSettings.in(directory));
                var connection = DriverManager.getConnection(next.jdbcUrl(), next.user(), next.password());
                var rows = connection.createStatement().executeQuery("SELECT k FROM kept")) {
            assertThat(servers).noneMatch(ProcessHandle::isAlive);
            assertThat(next.bootstrapServers()).isEqualTo(before.bootstrapServers());
            assertThat(next.jdbcUrl()).isEqualTo(before.jdbcUrl());
            assertThat(rows.next()).isTrue();
            assertThat(rows.getInt(1)).isEqualTo(42);
        }
    }

    private List<ProcessHandle> runOwner() {
        owner = Jvm.of(Owner.class.getName(), directory.toString()).start("owner", logs);
        owner.awaitReady(() -> owner.tail().contains("started"), START_MAX);
        return ProcessHandle.of(owner.pid()).orElseThrow().children().toList();
    }

    private static boolean isWatch(ProcessHandle process) {
        return process.info().commandLine().orElse("").contains("hotlane-watch");
    }

    /** Starts a stack, leaves a row in it and waits to be killed. */
    static final class Owner {
        public static void main(String[] args) throws Exception {
            DevStack stack = DevStack.start(DevStackSettings.in(Path.of(args[0])));
            try (var connection = DriverManager.getConnection(stack.jdbcUrl(), stack.user(), stack.password());
                    var statement = connection.createStatement()) {
                statement.execute("CREATE TABLE kept (k INT PRIMARY KEY)");
                statement.execute("INSERT INTO kept VALUES (42)");
            }
            System.out.println("started");
            new CountDownLatch(1).await();
        }
    }
}
