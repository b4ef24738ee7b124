package dev.hotlane.gateway.http;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.List;
import java.util.Locale;

/**
 * Which form of a body a request accepts, by its Accept-Encoding (RFC 9110, 12.5.3). Keeps the header read last, as most
 * clients send the same one. Belongs to one event loop.
 */
final class AcceptedForm {
    private static final String WEIGHT = "q=";

    private String lastHeader = "";
    private boolean lastGzip;

    /** Whether to send gzip, see {@link #isGzip(List)}. */
    boolean isGzip(MultiMap headers) {
        List<String> lines = headers.getAll(HttpHeaders.ACCEPT_ENCODING);
        if (lines.size() != 1) {
            return isGzip(lines);
        }
        if (!lines.get(0).equals(lastHeader)) {
            lastHeader = lines.get(0);
            lastGzip = isGzip(lines);
        }
        return lastGzip;
    }

    /**
     * Whether to send gzip: it is accepted, and plain bytes are not preferred. If neither is accepted, the header is
     * not followed: plain bytes are sent.
     *
     * @param headers all lines of the header
     */
    static boolean isGzip(List<String> headers) {
        double gzip = -1;
        double identity = -1;
        double others = -1;
        for (String coding : String.join(",", headers).split(",")) {
            String[] parts = coding.strip().toLowerCase(Locale.ROOT).split(";");
            double weight = weight(parts);
            switch (parts[0].strip()) {
                case "gzip", "x-gzip" -> gzip = weight;
                case "identity" -> identity = weight;
                case "*" -> others = weight;
                default -> {
                    // A coding that is not offered.
                }
            }
        }
        gzip = gzip < 0 ? others : gzip;
        // Plain bytes are accepted unless excluded, and are the last choice unless weighed.
        boolean excluded = identity == 0 || identity < 0 && others == 0;
        return excluded ? gzip != 0 : gzip > 0 && gzip >= identity;
    }

    private static double weight(String... parts) {
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].strip();
            if (parameter.startsWith(WEIGHT)) {
                try {
                    return Double.parseDouble(parameter.substring(WEIGHT.length()));
                } catch (NumberFormatException e) {
                    return 0;
                }
            }
        }
        return 1;
    }
}
