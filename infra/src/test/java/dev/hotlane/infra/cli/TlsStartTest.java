package dev.hotlane.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.processor.halt.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Which starts with and without TLS are refused before anything is opened; no Kafka is there. */
class TlsStartTest {
    @TempDir
    private Path directory;

    private Starts starts;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(directory.resolve("broken"), "no PEM");
        starts = new Starts(directory);
    }

    private int run(String line) {
        return starts.run(line.replace("FILE", directory.resolve("broken").toString())
                .trim()
                .split(" +"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            gateway --gateway-tls-cert=a                       | --gateway-tls-cert and --gateway-tls-key must be given together.
            gateway --gateway-tls-key=a                        | --gateway-tls-cert and --gateway-tls-key must be given together.
            gateway --gateway-tls-client-ca=a                  | --gateway-tls-client-ca needs --gateway-tls-cert and
            gateway --gateway-tls=on                           | --gateway-tls must be proxy, or left out: on.
            gateway --gateway-tls=proxy                        | --gateway-tls proxy needs --gateway-proxies: from them alone
            gateway --gateway-tls=proxy --gateway-proxies=::1 --gateway-tls-cert=a --gateway-tls-key=b | not both.
            gateway --gateway-host=0.0.0.0 --gateway-tls-cert=a --gateway-tls-key=b  | without principals anyone may do all
            gateway --gateway-host=0.0.0.0 --gateway-principals=FILE                 | give --gateway-tls-cert and --gateway-tls-key
            processor --processor-tls-cert=a                   | --processor-tls-cert and --processor-tls-key must be given together.
            processor --processor-http-host=0.0.0.0            | without principals anyone may read its figures there: give --processor-principals
            processor --processor-http-host=0.0.0.0 --processor-principals=FILE      | give --processor-tls-cert and --processor-tls-key
            node --processor-http-host=0.0.0.0                 | without principals anyone may read its figures there
            """)
    void refusesByUsage(String line, String message) {
        assertThat(run(line)).as(starts.err()).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(starts.err()).contains(message).doesNotContain("Exception");
    }

    @ParameterizedTest
    @CsvSource({
        "gateway --gateway-tls-cert=FILE --gateway-tls-key=FILE",
        "gateway --gateway-host=0.0.0.0 --insecure --gateway-tls-cert=FILE --gateway-tls-key=FILE",
        "gateway --gateway-host=0.0.0.0 --gateway-principals=FILE --gateway-tls-cert=FILE --gateway-tls-key=FILE",
        "gateway --gateway-host=0.0.0.0 --gateway-principals=FILE --gateway-tls=proxy --gateway-proxies=10.0.0.1",
        "processor --processor-http-port=0 --processor-tls-cert=FILE --processor-tls-key=FILE",
        "processor --processor-http-port=0 --processor-http-host=0.0.0.0 --insecure --processor-principals=FILE"
    })
    void refusesBadFiles(String line) {
        assertThat(run(line)).as(starts.err()).isEqualTo(ExitCode.BAD_FILE.number());
        assertThat(starts.err()).startsWith("BAD_FILE: " + directory.resolve("broken"));
    }

    @Test
    void namesTheFileAndTheReason() {
        assertThat(run("gateway --gateway-tls-cert=FILE --gateway-tls-key=FILE"))
                .isEqualTo(53);
        assertThat(starts.err()).contains(directory.resolve("broken") + ": has no PEM block");
    }
}
