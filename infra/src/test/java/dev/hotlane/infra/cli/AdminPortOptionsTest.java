package dev.hotlane.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What a gateway refuses of its admin port before anything starts. */
class AdminPortOptionsTest {
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
            --gateway-admin-port 70000   | --gateway-admin-port must be 0..65535, found 70000.
            --gateway-admin-port x       | --gateway-admin-port
            --gateway-admin-port 8080    | --gateway-admin-port must be another port than --gateway-port, found 8080.
            --gateway-admin-host 0.0.0.0 | without principals anyone may read its figures there: give --gateway-principals
            """)
    void aGatewayRefusesIt(String given, String message) {
        refusals.assertRefused(Map.of(), "gateway " + given + KAFKA, message);
    }

    /** The processor's port of a node shows both parts already. */
    @Test
    void aNodeHasNone() {
        String port = "--gateway-admin-port";
        assertThat(new CommandLine(new NodeCommand()).getCommandSpec().findOption(port))
                .isNull();
        assertThat(new CommandLine(new GatewayCommand()).getCommandSpec().findOption(port))
                .isNotNull();
    }
}
