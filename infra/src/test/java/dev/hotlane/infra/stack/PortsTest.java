package dev.hotlane.infra.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
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

    /** Else two test JVMs side by side start a server each on one port. */
    @Test
    void noOtherProcessGetsAPortThatWasGiven() throws Exception {
        Path cache = HotlaneHome.cache(System.getenv());
        Process other = new ProcessBuilder(Jvm.of(OtherProcess.class.getName()).command())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        int port = Integer.parseInt(other.inputReader().readLine());

        assertThatThrownBy(() -> PortLease.exactly(port, "a test", cache)).hasMessageContaining("Port " + port);
        other.destroyForcibly().waitFor();
        try (PortLease free = PortLease.exactly(port, "a test", cache)) {
            assertThat(free.port()).isEqualTo(port);
        }
    }

    /** Takes a port, on which nothing listens, and waits to be killed. */
    static final class OtherProcess {
        public static void main(String[] args) throws Exception {
            System.out.println(Ports.free());
            System.in.read();
        }
    }
}
