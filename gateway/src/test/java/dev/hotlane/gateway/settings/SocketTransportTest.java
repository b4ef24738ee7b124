package dev.hotlane.gateway.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** The transport by name, and the one that is chosen. */
class SocketTransportTest {

    @Test
    void takesAName() {
        assertThat(SocketTransport.of("nio")).isEqualTo(SocketTransport.NIO);
        assertThat(SocketTransport.of("auto")).isEqualTo(SocketTransport.best());
    }

    @Test
    void rejectsAnUnknownName() {
        assertThatThrownBy(() -> SocketTransport.of("kqueue"))
                .hasMessage("gateway settings: transport must be auto, io_uring, epoll or nio: kqueue");
    }

    @Test
    void nioWorksEverywhere() {
        assertThat(SocketTransport.NIO.objection()).isEmpty();
    }

    /** Fails if the pinned native code is not of the version of Netty's classes. */
    @Test
    void nativeCodeFitsTheClasses() {
        boolean linux = System.getProperty("os.name").equals("Linux");
        assertThat(SocketTransport.EPOLL.objection().isEmpty()).isEqualTo(linux);
        assertThat(SocketTransport.best() == SocketTransport.NIO).isEqualTo(!linux);
    }
}
