package dev.hotlane.gateway;

import dev.hotlane.gateway.access.GatewayAccess;
import dev.hotlane.gateway.http.TlsFront;
import dev.hotlane.gateway.settings.HttpSettings;

/**
 * What a caller passes first: TLS, and the check who it is. Both are read from files, so they are made before anything else.
 * Any thread.
 *
 * @param tls the TLS of all connections
 * @param access who may call
 */
record Entrance(TlsFront tls, GatewayAccess access) implements AutoCloseable {
    /** Reads the files; throws the exception of a file that is not valid. */
    static Entrance of(HttpSettings settings) {
        return new Entrance(TlsFront.of(settings.tls()), GatewayAccess.of(settings.access()));
    }

    @Override
    public void close() {
        tls.close();
        access.close();
    }
}
