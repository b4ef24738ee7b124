package dev.hotlane.gateway.http;

import dev.hotlane.gateway.status.Metrics;

/** Meters of a gateway's TLS. Without state. */
final class TlsMeters {
    private TlsMeters() {}

    /** Registers them. */
    static void bind(Metrics metrics, TlsFront tls, TlsFailures failures) {
        metrics.gauge(
                "hotlane_tls_expiry_timestamp_seconds",
                "End of the validity of the certificate in use",
                tls,
                TlsFront::expirySeconds);
        for (TlsFailures.Reason reason : TlsFailures.Reason.values()) {
            metrics.count(
                    "hotlane_gateway_tls_handshakes_failed",
                    "TLS handshakes that failed",
                    failures,
                    all -> all.count(reason),
                    "reason",
                    reason.word());
        }
    }
}
