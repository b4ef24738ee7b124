package dev.hotlane.gateway.access;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;

/** Whether a gateway, or a processor's port, may listen where it would, by who may call there. Any thread; no state. */
public final class SafeStart {
    private SafeStart() {}

    /**
     * Why a gateway must not start, with advice; empty if it may. On loopback it always may.
     *
     * @param host address to listen on
     * @param principals whether callers need a key
     * @param tls whether keys are encrypted on the way: by own TLS, or a proxy's
     * @param insecure whether {@code --insecure} was given
     */
    public static Optional<String> objection(String host, boolean principals, boolean tls, boolean insecure) {
        if (isSafe(host, principals, tls, insecure)) {
            return Optional.empty();
        }
        String reached = "Other machines can reach a gateway on " + host + ", and ";
        return Optional.of(
                principals
                        ? reached + "without TLS others can read the keys of its callers: give --gateway-tls-cert and"
                                + " --gateway-tls-key, or --gateway-tls=proxy behind a proxy that ends it, or listen on"
                                + " 127.0.0.1, or say --insecure."
                        : reached
                                + "without principals anyone may do all there: give --gateway-principals, or listen on"
                                + " 127.0.0.1, or say --insecure.");
    }

    /** The same for the port of figures of any process, whose options begin with {@code prefix}. */
    public static Optional<String> ofPort(
            String what, String prefix, String host, boolean principals, boolean tls, boolean insecure) {
        if (isSafe(host, principals, tls, insecure)) {
            return Optional.empty();
        }
        String reached = "Other machines can reach " + what + " on " + host + ", and ";
        return Optional.of(
                principals
                        ? reached + "without TLS others can read the keys of its callers: give " + prefix
                                + "tls-cert and " + prefix + "tls-key, or listen on 127.0.0.1, or say --insecure."
                        : reached + "without principals anyone may read its figures there: give " + prefix
                                + "principals," + " or listen on 127.0.0.1, or say --insecure.");
    }

    /** The same for the pages of a console, which has no way to say that it may be insecure. */
    public static Optional<String> ofConsole(String host, boolean principals, boolean tls) {
        if (isSafe(host, principals, tls, false)) {
            return Optional.empty();
        }
        String reached = "Other machines can reach the console on " + host + ", and ";
        return Optional.of(
                principals
                        ? reached + "without TLS others can read the keys of its callers: give --console-tls-cert and"
                                + " --console-tls-key, or listen on 127.0.0.1 and reach it through a tunnel of ssh."
                        : reached + "without principals anyone may see all there: give --console-principals,"
                                + " --console-tls-cert and --console-tls-key, or listen on 127.0.0.1 and reach it through a"
                                + " tunnel of ssh.");
    }

    private static boolean isSafe(String host, boolean principals, boolean tls, boolean insecure) {
        return insecure || isLoopback(host) || principals && tls;
    }

    /** Whether this machine alone reaches the address; a name that has none is judged when the port opens. */
    private static boolean isLoopback(String host) {
        try {
            return Arrays.stream(InetAddress.getAllByName(host)).allMatch(InetAddress::isLoopbackAddress);
        } catch (UnknownHostException e) {
            return true;
        }
    }
}
