package dev.hotlane.gateway;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.hotlane.gateway.http.Server;
import dev.hotlane.gateway.problem.GatewayException;
import dev.hotlane.gateway.settings.GatewaySettings;
import java.lang.management.ManagementFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Fits the number of connections to the open files that the operating system allows this process. */
final class OpenFiles {
    private static final Logger log = LoggerFactory.getLogger(OpenFiles.class);

    /** Files kept for later connections to brokers and MySQL, for health connections, and for the JVM itself. */
    private static final int RESERVE = 48 + Server.HEALTH_PLACES;

    private static final int CONNECTIONS_LEAST = 16;

    private OpenFiles() {}

    /**
     * Returns the settings with at most as many connections as open files are left; warns if that lowers
     * connectionsMax. Throws GatewayException if fewer than 16 are left.
     */
    static GatewaySettings fit(GatewaySettings settings) {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            return fit(settings, system.getMaxFileDescriptorCount(), system.getOpenFileDescriptorCount());
        }
        return settings;
    }

    static GatewaySettings fit(GatewaySettings settings, long limit, long open) {
        long room = limit - open - RESERVE;
        if (room >= settings.limits().connectionsMax()) {
            return settings;
        }
        long needed = settings.limits().connectionsMax() + open + RESERVE;
        if (room < CONNECTIONS_LEAST) {
            throw new GatewayException("this process may open " + limit + " files (ulimit -n), of which " + open
                    + " are open and " + RESERVE + " are kept: too few for connections; allow at least "
                    + (CONNECTIONS_LEAST + open + RESERVE) + ", and " + needed + " for connectionsMax "
                    + settings.limits().connectionsMax());
        }
        log.warn(
                "{} connections are allowed, not {}: this process may open {} files (ulimit -n), of which {} are open"
                        + " and {} are kept; allow {} files, or lower --gateway-connections-max",
                room,
                settings.limits().connectionsMax(),
                limit,
                open,
                RESERVE,
                needed);
        return settings.withLimits(settings.limits().withConnectionsMax((int) room));
    }
}
