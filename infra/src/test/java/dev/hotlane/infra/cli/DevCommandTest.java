package dev.hotlane.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What `hotlane dev` refuses, before it deletes or starts anything. */
class DevCommandTest {
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path place;

    private Path row;

    @BeforeEach
    void writeARow() throws IOException {
        row = place.resolve("mysql/data/row");
        Files.createDirectories(row.getParent());
        Files.writeString(row, "kept");
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
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());

            assertThat(run(Map.of(), "--fresh", "--gateway-port", port, "--stack-directory", place.toString()))
                    .isEqualTo(CommandLine.ExitCode.SOFTWARE);
            assertThat(err.toString()).contains("cannot listen on port " + port, "--gateway-port");
        }
        assertThat(row).hasContent("kept");
    }

    private int run(Map<String, String> environment, String... options) {
        String[] args = new String[options.length + 1];
        args[0] = "dev";
        System.arraycopy(options, 0, args, 1, options.length);
        return Hotlane.commandLine(Settings.read(args, environment, place, place.resolve("nowhere")))
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err))
                .execute(args);
    }
}
