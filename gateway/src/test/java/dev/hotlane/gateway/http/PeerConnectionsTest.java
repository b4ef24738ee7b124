package dev.hotlane.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.gateway.SocketCaller;
import dev.hotlane.gateway.SocketGateway;
import dev.hotlane.gateway.settings.AddressRange;
import dev.hotlane.gateway.settings.PeerLimit;
import dev.hotlane.gateway.settings.SocketTransport;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Connections of one address, over real sockets by the usual transport; all of 127.0.0.0/8 are this host. */
class PeerConnectionsTest {
    private static final int MAX = 50;
    private static final String FLOOD = "127.0.0.2";
    private static final String PROXY = "127.0.1.9";
    private static final String REFUSED = "hotlane_gateway_peer_connections_refused_total";
    private static final String HEALTHZ = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";

    private final List<SocketCaller> callers = new ArrayList<>();
    private SocketGateway gateway;
    private int served;

    @AfterEach
    void stop() throws IOException {
        closeCallers();
        gateway.close();
    }

    private void closeCallers() throws IOException {
        for (SocketCaller caller : callers) {
            caller.close();
        }
        callers.clear();
    }

    private void start(SocketTransport by) {
        PeerLimit peers = new PeerLimit(MAX, List.of(AddressRange.of("127.0.1.8/29")));
        gateway = new SocketGateway(usual -> usual.withLimits(usual.limits().withPeers(peers))
                .withHttp(usual.http().withTransport(by).withEventLoops(2)));
    }

    private SocketCaller connect(String from) throws IOException {
        SocketCaller caller = new SocketCaller(from, gateway.port());
        callers.add(caller);
        return caller;
    }

    /** Whether a call on a new connection from there is answered; else the connection was closed. */
    private boolean served(String from) throws IOException {
        SocketCaller caller = connect(from);
        try {
            return caller.send(HEALTHZ).response().startsWith("HTTP/1.1 200 ");
        } catch (SocketException e) {
            return false;
        }
    }

    private int count(String from, int connections) throws IOException {
        int served = 0;
        for (int i = 0; i < connections; i++) {
            served += served(from) ? 1 : 0;
        }
        return served;
    }

    /** F64 in short: 200 idle connections of one address, and a caller of another. */
    @Test
    void closesWhatOneAddressOpensBeyondItsLimitAndServesTheOthers() throws IOException {
        start(SocketTransport.best());
        flood();
    }

    @ParameterizedTest
    @MethodSource("transports")
    void closesThemByEachTransport(SocketTransport by) throws IOException {
        start(by);
        flood();
    }

    private static Stream<SocketTransport> transports() {
        return SocketTransport.working().skip(1);
    }

    private void flood() throws IOException {
        for (int i = 0; i < 4 * MAX; i++) {
            connect(FLOOD);
            if (i % 20 == 0) {
                assertThat(served("127.0.0.3")).isTrue();
            }
        }
        await().atMost(SocketCaller.SOON).until(() -> gateway.meter(REFUSED) == 3 * MAX);
        assertThat(served(FLOOD)).isFalse();
        assertThat(served("127.0.0.3")).isTrue();
    }

    @Test
    void givesThePlaceOfAClosedConnectionToTheNext() throws IOException {
        start(SocketTransport.best());
        assertThat(count(FLOOD, MAX + 5)).isEqualTo(MAX);
        closeCallers();
        await().pollInterval(Duration.ofMillis(10)).atMost(SocketCaller.SOON).until(() -> {
            served += count(FLOOD, 1);
            return served == MAX;
        });
        assertThat(count(FLOOD, 5)).isZero();
    }

    @Test
    void doesNotCountProxies() throws IOException {
        start(SocketTransport.best());
        assertThat(count(PROXY, 2 * MAX)).isEqualTo(2 * MAX);
        assertThat(count("127.0.1.16", MAX + 1)).isEqualTo(MAX);
    }
}
