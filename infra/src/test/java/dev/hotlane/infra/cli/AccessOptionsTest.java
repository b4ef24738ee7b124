package dev.hotlane.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.processor.halt.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Starts that are refused before anything is opened; no Kafka is there. */
class AccessOptionsTest {
    @TempDir
    private Path directory;

    private Starts starts;

    @BeforeEach
    void begin() {
        starts = new Starts(directory);
    }

    private int run(String... words) {
        return starts.run(words);
    }

    @Test
    void aBrokenFileEndsTheStartWithItsLineAndField() throws IOException {
        Path file = Files.writeString(
                directory.resolve("principals.json"),
                "{\"principals\":[\n {\"name\":\"a\",\n  \"grants\":[{\"verbs\":[\"fly\"]}]}]}\n");
        assertThat(run("gateway", "--gateway-principals", file.toString())).isEqualTo(ExitCode.BAD_FILE.number());
        assertThat(starts.err())
                .startsWith("BAD_FILE: ")
                .contains(file.toString(), "line 3", "/principals/0/grants/0/verbs/0", "unknown verb");
    }

    @Test
    void aMissingFileEndsTheStart() {
        assertThat(run(
                        "gateway",
                        "--gateway-principals",
                        directory.resolve("none.json").toString()))
                .isEqualTo(53);
        assertThat(starts.err()).contains("none.json: no such file");
    }

    @Test
    void offLoopbackAStartNeedsPrincipalsAndTls() {
        for (String role : List.of("gateway", "node")) {
            assertThat(run(role, "--gateway-host", "0.0.0.0")).as(role).isEqualTo(CommandLine.ExitCode.USAGE);
            assertThat(starts.err()).contains("without principals anyone may do all");
            assertThat(run(role, "--gateway-host", "0.0.0.0", "--gateway-principals", "none.json"))
                    .as(role)
                    .isEqualTo(CommandLine.ExitCode.USAGE);
            assertThat(starts.err()).contains("without TLS others can read the keys");
        }
        assertThat(run("gateway", "--gateway-host", "0.0.0.0", "--gateway-principals", "none.json", "--insecure"))
                .isEqualTo(ExitCode.BAD_FILE.number());
    }
}
