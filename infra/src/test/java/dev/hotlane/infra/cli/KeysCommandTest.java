package dev.hotlane.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.access.KeyCheck;
import dev.hotlane.access.file.PrincipalsReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** `hotlane keys create` and `hotlane keys check`: what they print, and their exit codes. */
class KeysCommandTest {
    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void aCreatedKeyIsFoundByTheEntryThatIsPrintedWithIt() throws IOException {
        assertThat(run("keys", "create", "--expires", "2099-01-01")).isZero();
        List<String> lines = out.toString().lines().toList();
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).matches("hl_[0-9A-Za-z]{8}_[0-9A-Za-z]{49}");
        assertThat(lines.get(1))
                .startsWith("{\"id\":\"" + lines.get(0).substring(3, 11) + "\",\"sha256\":\"")
                .endsWith("\",\"expires\":\"2099-01-01\"}")
                .doesNotContain(lines.get(0).substring(12));
        assertThat(err.toString()).isEmpty();

        Path file = write(lines.get(1), "\"acme:\"");
        assertThat(new KeyCheck()
                        .find(PrincipalsReader.read(file), lines.get(0), System.currentTimeMillis())
                        .principal()
                        .name())
                .isEqualTo("checkout");
        assertThat(run("keys", "check", file.toString())).isZero();
        assertThat(out.toString()).contains(file + ": 1 principals, 0 findings");
    }

    @Test
    void aKeyThatHasExpiredIsNotMade() {
        assertThat(run("keys", "create", "--expires", "2020-01-01")).isEqualTo(2);
        assertThat(err.toString()).contains("--expires: 2020-01-01 is past");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void aKeyIsWrittenNowhere() throws IOException {
        assertThat(run("keys", "create")).isZero();
        assertThat(out.toString().lines().toList().get(1)).endsWith("\"}").doesNotContain("expires");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void findingsAndFaultsAreExitCodeOne() throws IOException {
        Path file = write(
                "{\"id\":\"k7Q2mWx1\",\"sha256\":\"" + "9f".repeat(32) + "\",\"expires\":\"2020-01-01\"}", "\"a\"");
        assertThat(run("keys", "check", file.toString())).isEqualTo(1);
        assertThat(err.toString().strip())
                .isEqualTo("Key k7Q2mWx1 of principal checkout expired at 2020-01-01T00:00:00Z.");
        assertThat(out.toString()).contains("1 principals, 1 findings");

        assertThat(run("keys", "check", write("{\"id\":5}", "\"a\"").toString()))
                .isEqualTo(1);
        assertThat(err.toString()).contains(file + ", line 1, /principals/0/keys/0/id: expected a string");

        assertThat(run("keys", "check", directory.resolve("missing").toString()))
                .isEqualTo(1);
        assertThat(err.toString()).contains("missing: no such file");
    }

    @Test
    void ratesAreComparedWithTheWindowOfNewRulesOrOfOptions() throws IOException {
        Path file = write("{\"id\":\"k7Q2mWx1\",\"sha256\":\"" + "9f".repeat(32) + "\"}", "\"a\"");
        assertThat(run("keys", "check", file.toString())).isZero();
        assertThat(run("keys", "check", "--window-age-ms", "900000", file.toString()))
                .isEqualTo(1);
        assertThat(err.toString()).contains("may send 6000 commands a second; the window is promised for 4660 of all");
        assertThat(run("keys", "check", "--window-size", "8388608", "--window-age-ms", "900000", file.toString()))
                .isZero();
    }

    @Test
    void wrongArgumentsAreExitCodeTwo() {
        assertThat(run("keys", "check")).isEqualTo(2);
        assertThat(run("keys", "create", "--expires", "tomorrow")).isEqualTo(2);
        assertThat(err.toString()).contains("--expires: must be a date such as 2027-06-01");
        assertThat(run("keys", "check", "--window-size", "0", "f")).isEqualTo(2);
        assertThat(err.toString()).contains("--window-size must be at least 1, found 0.");
        assertThat(run("keys", "check", "--soon-days", "-1", "f")).isEqualTo(2);
    }

    private Path write(String key, String prefix) throws IOException {
        return Files.writeString(
                directory.resolve("principals.json"),
                "{\"principals\":[{\"name\":\"checkout\",\"keys\":["
                        + key + "],\"grants\":[{\"verbs\":[\"stock\"],\"keys\":[" + prefix + "]}],"
                        + "\"rate\":{\"perSecond\":6000,\"burst\":1,\"inFlight\":1,\"streams\":1}}]}");
    }

    private int run(String... args) {
        CommandLine program = Hotlane.commandLine(Settings.read(new String[0], Map.of(), directory, directory));
        return program.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(args);
    }
}
