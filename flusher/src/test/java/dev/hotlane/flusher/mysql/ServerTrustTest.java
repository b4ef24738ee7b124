package dev.hotlane.flusher.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which JDBC URLs leave the way to MySQL open to others. */
class ServerTrustTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:mysql://127.0.0.1:3306/h",
                "jdbc:mysql://localhost/h?sslMode=DISABLED",
                "jdbc:mysql:///h",
                "jdbc:mysql://[::1]:3306/h",
                "jdbc:mysql://192.0.2.7/h?sslMode=VERIFY_CA&trustCertificateKeyStoreUrl=file:ca.p12",
                "jdbc:mysql://192.0.2.7/h?sslMode=VERIFY_IDENTITY"
            })
    void noneOnThisMachineOrWithAProof(String url) {
        assertThat(ServerTrust.of(url).warning()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:mysql://192.0.2.7/h,192.0.2.7:3306,PREFERRED",
        "jdbc:mysql://192.0.2.7:3307/h?sslMode=REQUIRED,192.0.2.7:3307,REQUIRED",
        "jdbc:mysql://192.0.2.7/h?sslmode=VERIFY_CA,192.0.2.7:3306,PREFERRED",
        "jdbc:mysql://192.0.2.7/h?sslMode=DISABLED,192.0.2.7:3306,DISABLED",
        "'jdbc:mysql://127.0.0.1,192.0.2.7:3307/h',192.0.2.7:3307,PREFERRED"
    })
    void elsewhereAWarningSaysWhatToDo(String url, String host, String mode) {
        assertThat(ServerTrust.of(url).warning().orElseThrow())
                .startsWith("Warning: MySQL at " + host + " is on another machine, and sslMode=" + mode + " does not")
                .endsWith("Add sslMode=VERIFY_CA&trustCertificateKeyStoreUrl=file:CA.p12 to the URL.");
    }

    @Test
    void theWarningHasNothingElseOfTheUrl() {
        assertThat(ServerTrust.of("jdbc:mysql://192.0.2.7/h?user=u&password=sesame")
                        .warning()
                        .orElseThrow())
                .doesNotContain("sesame");
    }
}
