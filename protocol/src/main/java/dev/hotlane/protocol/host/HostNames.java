package dev.hotlane.protocol.host;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The names of a server, compared with the Host header of each request. A web page can point a name of its own at this
 * server (DNS rebinding) and is then of the same origin. Its requests have a Host that is not in this list. Immutable;
 * any thread.
 */
public final class HostNames {
    /** In the settings: every name is allowed. */
    public static final String ANY = "*";

    private static final List<String> LOOPBACK = List.of("localhost", "127.0.0.1", "[::1]");
    private static final int PORT_DIGITS_MAX = 5;
    private static final Pattern NAME = Pattern.compile("[a-z0-9._-]{1,253}|\\[[0-9a-f:.]{2,45}]");

    private final String[] names;
    private final boolean any;

    private HostNames(Set<String> names) {
        this.any = names.remove(ANY);
        this.names = names.toArray(String[]::new);
    }

    /**
     * The loopback names, the address that the server listens on, and {@code more}: names or addresses without a port,
     * or {@link #ANY}. Throws IllegalArgumentException for an invalid name.
     */
    public static HostNames of(String listensOn, List<String> more) {
        Set<String> names = new LinkedHashSet<>(LOOPBACK);
        names.add(written(listensOn));
        for (String name : more) {
            String written = written(name);
            if (!name.equals(ANY) && !NAME.matcher(written).matches()) {
                throw new IllegalArgumentException(
                        "expected names or addresses without a port, such as gateway.example, found " + name);
            }
            names.add(written);
        }
        return new HostNames(names);
    }

    /** The name as in a Host header: an IPv6 address in brackets. */
    private static String written(String name) {
        String small = name.toLowerCase(Locale.ROOT);
        return small.indexOf(':') >= 0 && !small.startsWith("[") ? '[' + small + ']' : small;
    }

    /** Whether the Host header has a name of this server, with any port. */
    public boolean allow(String host) {
        int end = nameEnd(host);
        for (String name : names) {
            if (name.length() == end && name.regionMatches(true, 0, host, 0, end)) {
                return isPort(host, end);
            }
        }
        return any;
    }

    /**
     * Whether the Host header is the address of the connection's local end, as in a probe sent to an address. Only a
     * page served from that address has it as its host. {@code local} is an IP address.
     */
    public static boolean isAddress(String host, String local) {
        int end = nameEnd(host);
        String name = host.substring(0, end);
        if (!isPort(host, end) || !(isIpv4(name) || name.startsWith("["))) {
            return false;
        }
        try {
            byte[] asked = InetAddress.getByName(name).getAddress();
            return Arrays.equals(asked, InetAddress.getByName(local).getAddress());
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private static boolean isIpv4(String name) {
        return !name.isEmpty() && name.chars().allMatch(c -> c == '.' || c >= '0' && c <= '9');
    }

    private static int nameEnd(String host) {
        if (host.startsWith("[")) {
            return host.indexOf(']') + 1;
        }
        int colon = host.indexOf(':');
        return colon < 0 ? host.length() : colon;
    }

    private static boolean isPort(String host, int from) {
        if (from == host.length()) {
            return true;
        }
        if (host.charAt(from) != ':' || host.length() - from > 1 + PORT_DIGITS_MAX) {
            return false;
        }
        for (int i = from + 1; i < host.length(); i++) {
            if (host.charAt(i) < '0' || host.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }
}
