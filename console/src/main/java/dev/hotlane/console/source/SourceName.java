package dev.hotlane.console.source;

import java.net.URI;
import java.util.Locale;

/**
 * A source as the settings name it: a URL, or {@code dns:NAME:PORT} for every address of that name. Immutable.
 *
 * @param text as it was given
 * @param host name or address
 * @param port of its port for figures
 * @param tls whether it is read by TLS, whose certificate must have the name {@code host}
 * @param each whether every address of the name is a source of its own
 */
public record SourceName(String text, String host, int port, boolean tls, boolean each) {
    private static final String DNS = "dns:";
    private static final int PORT_MAX = 65_535;

    /** Reads one; {@code keyed}: a key will be sent, so {@code dns:} means TLS. Throws IllegalArgumentException. */
    public static SourceName of(String text, boolean keyed) {
        if (text.startsWith(DNS)) {
            int colon = text.lastIndexOf(':');
            String name = colon < DNS.length() ? "" : text.substring(DNS.length(), colon);
            return checked(text, name, number(text.substring(colon + 1)), keyed, true);
        }
        URI url;
        try {
            url = URI.create(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(expected(text), e);
        }
        String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
        boolean bare = ("".equals(url.getPath()) || "/".equals(url.getPath()))
                && url.getQuery() == null
                && url.getFragment() == null
                && url.getUserInfo() == null;
        if (!bare || !scheme.equals("http") && !scheme.equals("https")) {
            throw new IllegalArgumentException(expected(text));
        }
        boolean tls = scheme.equals("https");
        int port = url.getPort() >= 0 ? url.getPort() : tls ? 443 : 80;
        return checked(text, url.getHost(), port, tls, false);
    }

    private static SourceName checked(String text, String host, int port, boolean tls, boolean each) {
        if (host == null || host.isEmpty() || port < 1 || port > PORT_MAX) {
            throw new IllegalArgumentException(expected(text));
        }
        return new SourceName(text, host, port, tls, each);
    }

    private static int number(String digits) {
        return digits.matches("[0-9]{1,5}") ? Integer.parseInt(digits) : 0;
    }

    private static String expected(String text) {
        return "expected http://HOST:PORT, https://HOST:PORT or dns:NAME:PORT, found " + text;
    }

    /** Whether a key may be sent there: by TLS, or to this machine. */
    public boolean keepsKeys() {
        return tls
                || !each && (host.equals("localhost") || host.equals("[::1]") || host.matches("127(\\.[0-9]{1,3}){3}"));
    }
}
