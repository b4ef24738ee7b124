package dev.hotlane.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.http.HttpHeaders;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AcceptedFormTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "gzip",
                "GZIP",
                "x-gzip",
                "gzip, deflate, br",
                "br;q=1.0, gzip;q=0.8, *;q=0.1",
                "*",
                "gzip;q=0.001",
                "deflate, gzip ; q=0.5",
                "identity;q=0",
                "gzip;q=0.5, identity;q=0.5",
                "identity;q=0.5, *;q=1",
                "gzip, *;q=0"
            })
    void gzipIsSent(String header) {
        assertThat(AcceptedForm.isGzip(List.of(header))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "identity",
                "br",
                "gzip;q=0",
                "gzip;q=0, *",
                "*;q=0",
                "gzip;q=0, identity;q=0",
                "gzip;q=x",
                "gzip;q=0.4, identity;q=0.5",
                "gzipped"
            })
    void plainBytesAreSent(String header) {
        assertThat(AcceptedForm.isGzip(List.of(header))).isFalse();
    }

    @Test
    void eachRequestCountsAlsoBehindOneWithAnotherHeader() {
        AcceptedForm accepted = new AcceptedForm();
        for (String header : List.of("gzip", "br", "gzip", "gzip", "br", "br")) {
            assertThat(accepted.isGzip(HttpHeaders.headers().add("accept-encoding", header)))
                    .isEqualTo(header.equals("gzip"));
        }
        assertThat(accepted.isGzip(HttpHeaders.headers())).isFalse();
        assertThat(accepted.isGzip(
                        HttpHeaders.headers().add("accept-encoding", "br").add("accept-encoding", "gzip")))
                .isTrue();
    }

    @Test
    void linesOfTheHeaderAreOneList() {
        assertThat(AcceptedForm.isGzip(List.of("br", "gzip"))).isTrue();
        assertThat(AcceptedForm.isGzip(List.of())).isFalse();
    }
}
