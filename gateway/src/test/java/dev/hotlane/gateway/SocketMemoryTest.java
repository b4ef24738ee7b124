package dev.hotlane.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;

class SocketMemoryTest {
    private static final String LIMITS = "100\t200\t32000\n";

    @Test
    void isSilentWhereAllConnectionsFit() {
        assertThat(SocketMemory.shortage(2_000, LIMITS)).isNull();
    }

    @Test
    void saysHowManyConnectionsFit() {
        assertThat(SocketMemory.shortage(2_001, LIMITS))
                .contains("2001 connections", "125 MB", "net.ipv4.tcp_mem", "--gateway-connections-max to 2000");
    }

    /** Wherever it runs; a warning on a machine with little memory. */
    @Test
    void readsTheLimitOfThisMachine() {
        assertThatCode(() -> SocketMemory.check(1_000_000)).doesNotThrowAnyException();
    }
}
