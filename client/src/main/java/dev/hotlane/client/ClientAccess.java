package dev.hotlane.client;

import javax.net.ssl.SSLContext;

/**
 * How a client trusts gateways and proves who it is. Immutable; its text has no secret.
 *
 * @param tls trusts the gateways' certificates, and may show one of the client; null: the JDK's default
 * @param key the API key or token of each request; null: none is sent
 */
public record ClientAccess(SSLContext tls, ClientKey key) {
    /** The JDK's trust, and no key. */
    public static final ClientAccess OPEN = new ClientAccess(null, null);

    @Override
    public String toString() {
        return "ClientAccess[tls=" + (tls == null ? "default" : "own") + ", key=" + (key == null ? "none" : key) + "]";
    }
}
