package dev.hotlane.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.tls.TestAuthority;
import dev.hotlane.protocol.tls.TlsPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * OWASP API 8: what a gateway starts as, by where it listens, its principals, its TLS and {@code --insecure}. A start that is
 * allowed fails a little later, because no Kafka is there: 1; one that is refused ends with 2.
 */
class StartMatrixTest {
    private static final String PRINCIPALS = "{\"principals\":[{\"name\":\"a\",\"grants\":[]}]}";

    @TempDir
    private static Path directory;

    @BeforeAll
    static void write() throws IOException {
        Files.writeString(directory.resolve("principals.json"), PRINCIPALS);
        new TestAuthority("servers").server().in(directory);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            127.0.0.1 | no  | none  | 1 | 1
            127.0.0.1 | no  | own   | 1 | 1
            127.0.0.1 | no  | proxy | 1 | 1
            127.0.0.1 | yes | none  | 1 | 1
            127.0.0.1 | yes | own   | 1 | 1
            127.0.0.1 | yes | proxy | 1 | 1
            0.0.0.0   | no  | none  | 2 | 1
            0.0.0.0   | no  | own   | 2 | 1
            0.0.0.0   | no  | proxy | 2 | 1
            0.0.0.0   | yes | none  | 2 | 1
            0.0.0.0   | yes | own   | 1 | 1
            0.0.0.0   | yes | proxy | 1 | 1
            """)
    void startsOnlyWhereKnownCallersReachItUnread(
            String host, String principals, String tls, int code, int codeIfInsecure) {
        List<String> words = new ArrayList<>(
                List.of("gateway", "--gateway-host=" + host, "--gateway-port=0", "--gateway-start-max-ms=1000"));
        if (principals.equals("yes")) {
            words.add("--gateway-principals=" + directory.resolve("principals.json"));
        }
        words.addAll(tls(tls));
        requireEnd(words, code);
        words.add("--insecure");
        requireEnd(words, codeIfInsecure);
    }

    /** The admin port has the gateway's principals and its own TLS; a proxy does not stand before it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            127.0.0.1 | no  | none  | 1
            0.0.0.0   | no  | none  | 2
            0.0.0.0   | yes | none  | 2
            0.0.0.0   | no  | own   | 2
            0.0.0.0   | yes | proxy | 2
            0.0.0.0   | yes | own   | 1
            """)
    void theAdminPortOpensOnlyWhereKnownCallersReachItUnread(String host, String principals, String tls, int code) {
        List<String> words = new ArrayList<>(
                List.of("gateway", "--gateway-admin-host=" + host, "--gateway-port=0", "--gateway-start-max-ms=1000"));
        if (principals.equals("yes")) {
            words.add("--gateway-principals=" + directory.resolve("principals.json"));
        }
        words.addAll(tls(tls));
        requireEnd(words, code);
        words.add("--insecure");
        requireEnd(words, 1);
    }

    private static List<String> tls(String kind) {
        TlsPaths paths = new TlsPaths(directory.resolve("server.pem"), directory.resolve("server.key"), null);
        return switch (kind) {
            case "own" -> List.of("--gateway-tls-cert=" + paths.certificate(), "--gateway-tls-key=" + paths.key());
            case "proxy" -> List.of("--gateway-tls=proxy", "--gateway-proxies=10.0.0.1");
            default -> List.of();
        };
    }

    private static void requireEnd(List<String> words, int code) {
        Starts starts = new Starts(directory);
        assertThat(starts.run(words.toArray(String[]::new)))
                .as(words + " " + starts.err())
                .isEqualTo(code);
        assertThat(starts.err()).contains(code == 2 ? "--insecure" : "Kafka").doesNotContain("Exception");
    }
}
