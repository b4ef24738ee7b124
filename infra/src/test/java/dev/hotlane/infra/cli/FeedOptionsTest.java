package dev.hotlane.infra.cli;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What `hotlane feed` and the options for the feed of `hotlane retention` refuse before anything starts. */
class FeedOptionsTest {
    private static final String KAFKA = " --kafka-bootstrap-servers 127.0.0.1:1";

    @TempDir
    private Path directory;

    private UsageRefusals refusals;

    @BeforeEach
    void name() {
        refusals = new UsageRefusals(directory, directory.resolve("unused"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --feed-http-port 70000            | --feed-http-port must be 0..65535, found 70000.
                    --feed-http-port -1               | --feed-http-port must be 0..65535, found -1.
                    --feed-http-port x                | --feed-http-port
                    --feed-tls-cert cert.pem          | --feed-tls-cert and --feed-tls-key must be given together.
                    --feed-tls-key key.pem            | --feed-tls-cert and --feed-tls-key must be given together.
                    --feed-http-host 0.0.0.0          | --feed-principals
                    --feed-prefix=                    | --feed-prefix must be prefixes of keys, none empty
                    --feed-prefix=stock:,,limit:      | --feed-prefix must be prefixes of keys, none empty
                    --feed-buckets=maybe              | --feed-buckets
                    --start-patience-ms -1            | --start-patience-ms must be at least 0, found -1.
                    --start-patience-ms 1s            | --start-patience-ms
                    --start-patience-ms=              | --start-patience-ms
                    --lane a/b                        | --lane must be 1..200 of a-z, A-Z, 0-9, dot, _ and -, found a/b.
                    """)
    void feed(String given, String message) {
        refusals.assertRefused(Map.of(), "feed " + given + KAFKA, message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --keep-feed-max-bytes -1 | --keep-feed-max-bytes must be at least 0, found -1.
                    --keep-records -1        | --keep-records must be at least 0, found -1.
                    --keep-interval-ms 10    | --keep-interval-ms must be at least 1000, found 10.
                    """)
    void retention(String given, String message) {
        refusals.assertRefused(
                Map.of(), "retention " + given + KAFKA + " --mysql-url jdbc:mysql://127.0.0.1:1/h", message);
    }
}
