package dev.hotlane.gateway.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SafeStartTest {
    @ParameterizedTest
    @CsvSource({
        // host, principals, TLS, insecure, starts
        "127.0.0.1, false, false, false, true",
        "127.0.0.1, true, false, false, true",
        "127.0.0.1, true, true, false, true",
        "127.0.0.2, false, false, false, true",
        "localhost, false, false, false, true",
        "::1, false, false, false, true",
        "0.0.0.0, false, false, false, false",
        "0.0.0.0, true, false, false, false",
        "0.0.0.0, false, true, false, false",
        "0.0.0.0, true, true, false, true",
        "0.0.0.0, false, false, true, true",
        "0.0.0.0, true, false, true, true",
        "::, false, false, false, false",
        "10.1.2.3, false, false, false, false",
        "10.1.2.3, true, true, false, true",
        "fe80::1, true, false, false, false"
    })
    void startsWhereOnlyKnownCallersReachItUnread(
            String host, boolean principals, boolean tls, boolean insecure, boolean starts) {
        assertThat(SafeStart.objection(host, principals, tls, insecure).isEmpty())
                .isEqualTo(starts);
    }

    @ParameterizedTest
    @CsvSource({"false, --gateway-principals", "true, TLS"})
    void saysWhatIsMissing(boolean principals, String missing) {
        assertThat(SafeStart.objection("0.0.0.0", principals, false, false).orElseThrow())
                .contains("0.0.0.0", missing, "127.0.0.1", "--insecure");
    }
}
