package dev.hotlane.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.gateway.SocketCaller;
import dev.hotlane.gateway.SocketGateway;
import dev.hotlane.gateway.settings.AddressRange;
import dev.hotlane.gateway.settings.PeerLimit;
import dev.hotlane.gateway.settings.TlsSettings;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whom a gateway with TLS takes: clients by their certificates, or proxies by their addresses; over real sockets. */
class GatewayTlsPeersTest extends GatewayByTls {
    @Test
    void takesClientsWithAGoodCertificateAndWithNone() throws Exception {
        start();
        assertThat(get(client(CLIENTS.client("checkout.acme.internal")), "/healthz")
                        .statusCode())
                .isEqualTo(200);
        assertThat(get(client(null), "/healthz").statusCode()).isEqualTo(200);
        assertThat(meter("hotlane_gateway_tls_handshakes_failed_total")).isZero();
    }

    @Test
    void refusesClientsWithACertificateThatItDoesNotTrust() throws Exception {
        start();
        assertThatThrownBy(() -> get(client(AUTHORITY.client("checkout.acme.internal")), "/healthz"))
                .isInstanceOf(IOException.class);
        awaitFailure("certificate");
    }

    @Test
    void refusesAServersCertificateOfAClient() throws Exception {
        start();
        assertThatThrownBy(() -> get(client(CLIENTS.server()), "/healthz")).isInstanceOf(IOException.class);
        awaitFailure("certificate");
    }

    @Test
    void takesConnectionsOfItsProxiesOnlyIfOneEndsTls() throws IOException {
        gateway = new SocketGateway(usual -> usual.withLimits(
                        usual.limits().withPeers(new PeerLimit(64, AddressRange.all(List.of("127.0.0.2")))))
                .withHttp(usual.http().withTls(TlsSettings.BY_PROXY)));
        try (SocketCaller proxy = new SocketCaller("127.0.0.2", gateway.port()).send(HEALTHZ);
                SocketCaller other = new SocketCaller(gateway.port())) {
            assertThat(proxy.response())
                    .startsWith("HTTP/1.1 200 ")
                    .contains("strict-transport-security: max-age=31536000");
            assertThat(other.rest()).isEqualTo("\nreset");
        }
    }

    @Test
    void noForwardedHeaderMakesAProxy() throws IOException {
        gateway = new SocketGateway(usual -> usual.withLimits(
                        usual.limits().withPeers(new PeerLimit(64, AddressRange.all(List.of("127.0.0.2")))))
                .withHttp(usual.http().withTls(TlsSettings.BY_PROXY)));
        try (SocketCaller other = new SocketCaller(gateway.port())) {
            assertThatThrownBy(() -> {
                        other.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 127.0.0.2\r\n"
                                + "Forwarded: for=127.0.0.2\r\n\r\n");
                        other.response();
                    })
                    .isInstanceOf(IOException.class);
        }
    }
}
