package dev.hotlane.infra.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a console refuses before it listens: exit code 2 and one sentence. */
class ConsoleUsageTest {
    private static final String SOURCE = " --console-sources http://127.0.0.1:1";

    @TempDir
    private Path directory;

    private UsageRefusals refusals;

    @BeforeEach
    void name() {
        refusals = new UsageRefusals(directory, directory.resolve("unused"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --console-host 0.0.0.0            | without principals anyone may see all there: give --console-principals
                    --console-host 0.0.0.0 --console-principals a | without TLS others can read the keys of its callers
                    --console-tls-cert a              | --console-tls-cert and --console-tls-key must be given together.
                    --console-tls-client-ca a         | --console-tls-client-ca needs --console-tls-cert
                    --console-port 70000              | --console-port must be 0..65535, found 70000.
                    --console-sources node:1          | --console-sources: expected http://HOST:PORT, https://HOST:PORT or dns:NAME:PORT, found node:1.
                    --console-hosts a/b               | --console-hosts
                    --console-key-file missing        | does not exist. It must be a file with the password and nothing else.
                    """)
    void settingsThatCannotWork(String given, String message) {
        refusals.assertRefused(Map.of(), "console " + given + (given.contains("sources") ? "" : SOURCE), message);
    }

    @Test
    void noSourceAndMoreThan64() {
        refusals.assertRefused(Map.of(), "console", "--console-sources");
        String many = "http://127.0.0.1:1,".repeat(64) + "http://127.0.0.1:2";
        refusals.assertRefused(Map.of(), "console --console-sources " + many, "expected 1 to 64 sources, found 65.");
    }

    @Test
    void aPrefixThatIsLongerThanAnyKey() {
        for (String option : List.of("--console-stock-prefix", "--console-limit-prefix")) {
            String given = "console " + option + " " + "x".repeat(201) + SOURCE;
            refusals.assertRefused(Map.of(), given, option + " must be 1 to 200 bytes, found xxx");
        }
    }

    @Test
    void aKeyThatWouldLeaveUnencrypted() throws IOException {
        Path key = Files.writeString(directory.resolve("key"), "secret\n");
        refusals.assertRefused(
                Map.of(),
                "console --console-key-file " + key + " --console-sources http://10.0.0.1:8081",
                "the key would go to http://10.0.0.1:8081 unencrypted");
    }
}
