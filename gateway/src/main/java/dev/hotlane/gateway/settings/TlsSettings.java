package dev.hotlane.gateway.settings;

import dev.hotlane.protocol.tls.TlsPaths;
import java.nio.file.Path;

/**
 * Where TLS ends; checked when made, immutable.
 *
 * @param byProxy a proxy in front ends it: only {@link PeerLimit#proxies} may connect
 * @param cert PEM file of this gateway's certificate and its issuers; null: this gateway ends no TLS
 * @param key PEM file of its private key
 * @param clientCa PEM file of the authorities whose client certificates are accepted; null: none is requested
 */
public record TlsSettings(boolean byProxy, Path cert, Path key, Path clientCa) {
    /** Calls come in plain. */
    public static final TlsSettings OFF = new TlsSettings(false, null, null, null);

    /** A proxy in front ends TLS. */
    public static final TlsSettings BY_PROXY = new TlsSettings(true, null, null, null);

    /** Throws IllegalArgumentException with the name of a setting that can't work beside another. */
    public TlsSettings {
        Requirement.require((cert == null) == (key == null), "tlsCert and tlsKey must be given together");
        Requirement.require(
                !byProxy || cert == null, "tls: a proxy ends TLS, or this gateway by tlsCert and tlsKey, not both");
        Requirement.require(clientCa == null || cert != null, "tlsClientCa needs tlsCert and tlsKey");
    }

    /** This gateway ends TLS by these files. */
    public static TlsSettings own(Path cert, Path key) {
        return new TlsSettings(false, cert, key, null);
    }

    /** A copy that requests certificates of clients, and accepts those of these authorities. */
    public TlsSettings withClientCa(Path other) {
        return new TlsSettings(byProxy, cert, key, other);
    }

    /** Whether this gateway ends TLS. */
    public boolean own() {
        return cert != null;
    }

    /** Whether callers come by TLS, which ends here or at a proxy. */
    public boolean secure() {
        return byProxy || own();
    }

    /** The scheme of this gateway's own URLs. */
    public String scheme() {
        return own() ? "https" : "http";
    }

    /** The files; only if {@link #own}. */
    public TlsPaths paths() {
        return new TlsPaths(cert, key, clientCa);
    }
}
