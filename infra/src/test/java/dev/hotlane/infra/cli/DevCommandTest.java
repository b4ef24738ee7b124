package dev.hotlane.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What `hotlane dev` refuses, before it deletes or starts anything; its ports are taken, so that it never serves. */
class DevCommandTest {
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path place;

    private Path row;
    private ServerSocket taken;

    @BeforeEach
    void writeARowAndTakeAPort() throws IOException {
        taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        row = place.resolve("mysql/data/row");
        Files.createDirectories(row.getParent());
        Files.writeString(row, "kept");
    }

    @AfterEach
    void giveThePortBack() throws IOException {
        taken.close();
    }

    @Test
    void aDirectoryThatNoStackMadeIsAUsageError() {
        assertThat(run(Map.of(), "--fresh", "--stack-directory", place.toString()))
                .isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(run(Map.of("HOTLANE_STACK_DIRECTORY", place.toString()), "--fresh"))
                .isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(run(Map.of(), "--stack-directory", place.toString())).isEqualTo(CommandLine.ExitCode.USAGE);

        assertThat(err.toString()).contains(place + " holds files (mysql)", "Name a new or empty directory");
        assertThat(row).hasContent("kept");
        assertThat(place).isDirectoryNotContaining("glob:**/stack.lock");
    }

    @Test
    void aTakenGatewayPortIsFoundBeforeAnythingIsDeleted() throws IOException {
        Files.createFile(place.resolve("stack.lock"));

        assertThat(run(Map.of(), "--fresh", "--stack-directory", place.toString()))
                .isEqualTo(CommandLine.ExitCode.SOFTWARE);

        assertThat(err.toString()).contains("cannot listen on port " + taken.getLocalPort(), "--gateway-port");
        assertThat(row).hasContent("kept");
    }

    private int run(Map<String, String> environment, String... options) {
        String port = Integer.toString(taken.getLocalPort());
        List<String> all = new ArrayList<>(List.of("dev", "--gateway-port", port, "--stack-mysql-port", port));
        all.addAll(List.of(options));
        String[] args = all.toArray(String[]::new);
        return Hotlane.commandLine(Settings.read(args, environment, place, place.resolve("nowhere")))
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err))
                .execute(args);
    }
}
