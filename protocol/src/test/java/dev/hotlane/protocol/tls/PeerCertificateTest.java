package dev.hotlane.protocol.tls;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is read of a client's certificate. */
class PeerCertificateTest {
    private final TestAuthority authority = new TestAuthority("authority");

    @Test
    void namesAreThoseOfUriAndDnsInTheirOrder() {
        TestAuthority.Issued client = authority.client("spiffe://acme/checkout", "checkout.acme.internal");
        PeerCertificate read = PeerCertificate.of(client.certificate());
        assertThat(read.names()).containsExactly("spiffe://acme/checkout", "checkout.acme.internal");
        assertThat(read.notAfterMs())
                .isEqualTo(client.certificate().getNotAfter().toInstant().toEpochMilli());
    }

    @Test
    void neitherAnAddressNorTheCommonNameIsAName() {
        assertThat(PeerCertificate.of(authority.server().certificate()).names()).containsExactly("localhost");
        assertThat(PeerCertificate.of(authority.own().certificate()).names()).isEmpty();
    }
}
