package dev.hotlane.protocol.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostNamesTest {
    private final HostNames loopback = HostNames.of("127.0.0.1", List.of());

    @ParameterizedTest
    @ValueSource(
            strings = {"localhost", "LocalHost:8080", "127.0.0.1", "127.0.0.1:1", "[::1]", "[::1]:65535", "localhost:"})
    void allowsLoopbackNamesAtAnyPort(String host) {
        assertThat(loopback.allow(host)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "evil.example",
                "localhost.evil.example",
                "evil.example:8080",
                "127.0.0.1.evil.example",
                "127.0.0.2",
                "10.0.0.1",
                "localhost:80a",
                "localhost:123456",
                "localhost:80:80",
                "user@localhost",
                "localhost,evil.example",
                "[::1",
                "[::1]x",
                "[::2]",
                "::1",
                "[",
                "]",
                ":",
                "*",
                "localhost ",
                "localhost/"
            })
    void allowsNothingElse(String host) {
        assertThat(loopback.allow(host)).isFalse();
    }

    @Test
    void allowsTheAddressItListensOnAndTheNamesOfTheSettings() {
        HostNames names = HostNames.of("10.0.0.5", List.of("Gateway.example", "2001:db8::7", "[2001:db8::8]"));
        for (String host : List.of(
                "10.0.0.5:8080",
                "gateway.example",
                "GATEWAY.EXAMPLE:443",
                "[2001:db8::7]",
                "[2001:DB8::8]:80",
                "localhost")) {
            assertThat(names.allow(host)).as(host).isTrue();
        }
        assertThat(names.allow("shop.gateway.example")).isFalse();
        assertThat(HostNames.of("::", List.of()).allow("[::]:80")).isTrue();
    }

    @Test
    void allowsEveryNameIfTheSettingsSaySo() {
        HostNames names = HostNames.of("0.0.0.0", List.of("*"));
        assertThat(names.allow("evil.example")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://gateway.example", "gateway.example:80", "a/b", "", "*.example", "a b", "[::1]:80"})
    void refusesSettingsThatAreNoNames(String name) {
        assertThatThrownBy(() -> HostNames.of("127.0.0.1", List.of(name)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("without a port");
    }

    @Test
    void recognizesTheAddressThatAConnectionCameInAt() {
        String ipv4 = "10.1.2.3";
        String ipv6 = "2001:db8:0:0:0:0:0:7%0";
        assertThat(HostNames.isAddress("10.1.2.3:8080", ipv4)).isTrue();
        assertThat(HostNames.isAddress("[2001:db8:0::7]", ipv6)).isTrue();
        assertThat(HostNames.isAddress("10.1.2.4", ipv4)).isFalse();
        assertThat(HostNames.isAddress("10.1.2.3:x", ipv4)).isFalse();
        assertThat(HostNames.isAddress("evil.example", ipv4)).isFalse();
        assertThat(HostNames.isAddress("[evil.example]", ipv6)).isFalse();
        assertThat(HostNames.isAddress("", ipv4)).isFalse();
    }
}
