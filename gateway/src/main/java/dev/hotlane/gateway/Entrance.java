package dev.hotlane.gateway;

import dev.hotlane.gateway.access.GatewayAccess;
import dev.hotlane.gateway.http.TlsFront;
import dev.hotlane.gateway.problem.GatewayException;
import dev.hotlane.gateway.settings.HttpSettings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a caller passes first: TLS, and the check who it is. Both are read from files, so they are made before anything else.
 * Any thread.
 *
 * @param tls the TLS of all connections
 * @param access who may call
 */
record Entrance(TlsFront tls, GatewayAccess access) implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Entrance.class);

    /** Reads the files; throws the exception of a file that is not valid. */
    static Entrance of(HttpSettings settings) {
        Entrance entrance = new Entrance(TlsFront.of(settings.tls()), GatewayAccess.of(settings.access()));
        try {
            entrance.warnWhenOpenToOthers(settings.host());
            return entrance;
        } catch (GatewayException e) {
            entrance.close();
            throw e;
        }
    }

    private void warnWhenOpenToOthers(String host) {
        try {
            if (!InetAddress.getByName(host).isLoopbackAddress() && access.isOpen()) {
                log.warn("listening on {}, which other machines can reach: anyone may do all", host);
            }
        } catch (UnknownHostException e) {
            throw new GatewayException("can't listen on " + host + ": no such host", e);
        }
    }

    @Override
    public void close() {
        tls.close();
        access.close();
    }
}
