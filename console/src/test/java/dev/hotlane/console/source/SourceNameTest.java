package dev.hotlane.console.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourceNameTest {
    @Test
    void aUrlIsOneSourceAndADnsNameIsEachOfItsAddresses() {
        assertThat(SourceName.of("http://127.0.0.1:8081", false))
                .isEqualTo(new SourceName("http://127.0.0.1:8081", "127.0.0.1", 8081, false, false));
        assertThat(SourceName.of("https://node.example/", false).port()).isEqualTo(443);
        assertThat(SourceName.of("dns:nodes.example:8082", false))
                .isEqualTo(new SourceName("dns:nodes.example:8082", "nodes.example", 8082, false, true));
    }

    @Test
    void aKeyGoesByTlsOrToThisMachine() {
        assertThat(SourceName.of("https://node.example", true).keepsKeys()).isTrue();
        assertThat(SourceName.of("dns:nodes.example:8082", true).keepsKeys()).isTrue();
        assertThat(SourceName.of("http://127.0.0.1:1", true).keepsKeys()).isTrue();
        assertThat(SourceName.of("http://[::1]:1", true).keepsKeys()).isTrue();
        assertThat(SourceName.of("http://10.0.0.1:1", true).keepsKeys()).isFalse();
        assertThat(SourceName.of("http://127.0.0.1.evil.example:1", true).keepsKeys())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "node:1",
                "ftp://a:1",
                "http://",
                "http://a:70000",
                "http://a:1/path",
                "http://u@a:1",
                "http://a:1?q",
                "dns:",
                "dns:a",
                "dns::1",
                "dns:a:0",
                "dns:a:x",
                "http://a b"
            })
    void anythingElseIsRefusedWithTheForms(String text) {
        assertThatThrownBy(() -> SourceName.of(text, false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected http://HOST:PORT, https://HOST:PORT or dns:NAME:PORT, found " + text);
    }
}
