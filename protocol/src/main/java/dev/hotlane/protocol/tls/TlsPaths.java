package dev.hotlane.protocol.tls;

import java.nio.file.Path;
import java.util.Objects;

/**
 * The PEM files of a server.
 *
 * @param certificate its certificate and the issuers behind it
 * @param key its private key
 * @param clientAuthorities whose client certificates it accepts; null: it requests none
 */
public record TlsPaths(Path certificate, Path key, Path clientAuthorities) {
    /** The first two are needed. */
    public TlsPaths {
        Objects.requireNonNull(certificate, "certificate");
        Objects.requireNonNull(key, "key");
    }
}
