package dev.hotlane.infra.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PortsTest {
    /** Where Linux, unless told otherwise, begins with the ports of outgoing connections; others begin higher. */
    private static final int OUTGOING_MIN = 32_768;

    /** A connection that another server opens meanwhile must not get the port of one that is still to start. */
    @Test
    void noOutgoingConnectionIsGivenAFreePort() {
        for (int i = 0; i < 100; i++) {
            assertThat(Ports.free()).isLessThan(OUTGOING_MIN);
        }
    }

    @Test
    void noPortIsGivenTwice() {
        Set<Integer> given = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            int port = Ports.free();
            assertThat(given.add(port)).isTrue();
            assertThat(Ports.isFree(port)).isTrue();
        }
    }
}
