package dev.hotlane.jmh.reads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Finished;
import dev.hotlane.infra.stack.HotlaneHome;
import dev.hotlane.infra.stack.Programs;
import dev.hotlane.jmh.reads.Haproxy.Distribution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** HAProxy itself accepts the configuration that the project ships, and each variant that is measured. */
@EnabledIf(value = "isHaproxyInstalled", disabledReason = "no HAProxy is installed")
class HaproxyConfigTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final List<Integer> GATEWAYS = List.of(8_081, 8_082, 8_083);

    @TempDir
    private Path directory;

    static boolean isHaproxyInstalled() {
        return Programs.find("haproxy").isPresent();
    }

    @Test
    void theShippedFileIsValid() throws IOException {
        Path shipped = HotlaneHome.find(System.getenv()).root().resolve("infra/haproxy/haproxy.cfg");
        assertThat(check(Files.readString(shipped)).code()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void soIsEachVariantWithServersOfThisMachine(Distribution distribution) throws IOException {
        String text = Haproxy.configuration(distribution, 8_000, GATEWAYS);
        assertThat(check(text)).isEqualTo(new Finished(0, "Configuration file is valid"));
        assertThat(text.lines().filter(line -> line.endsWith("127.0.0.1:8083"))).hasSize(4);
        assertThat(text.contains("hash-type consistent")).isEqualTo(distribution != Distribution.RANDOM);
        assertThat(text.contains("hash-balance-factor 150")).isEqualTo(distribution == Distribution.BOUND);
    }

    @Test
    void aMisspelledFileIsNot() throws IOException {
        String text = Haproxy.configuration(Distribution.BOUND, 8_000, GATEWAYS);
        assertThat(check(text.replace("hash-type consistent", "hash-type constant"))
                        .code())
                .isNotZero();
    }

    private Finished check(String text) throws IOException {
        Path file = Files.writeString(directory.resolve("haproxy.cfg"), text);
        return Finished.run(PATIENCE, Programs.find("haproxy").orElseThrow().toString(), "-c", "-f", file.toString());
    }
}
