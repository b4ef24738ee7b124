package dev.hotlane.protocol.host;

/** The query of {@code /readyz}, which both roles serve. Any thread. */
public final class ReadyQuery {
    private static final String NAME = "of";

    private ReadyQuery() {}

    /**
     * Whether the query asks about this process alone, {@code of=self}. Other parameters are ignored, as probes may have
     * their own.
     *
     * @param query as it was sent, null for none
     * @throws IllegalArgumentException if {@code of} has another value; its message says what to send
     */
    public static boolean ofSelf(String query) {
        boolean self = false;
        if (query != null) {
            for (String part : query.split("&", -1)) {
                if (part.equals(NAME + "=self")) {
                    self = true;
                } else if (part.equals(NAME) || part.startsWith(NAME + "=")) {
                    throw new IllegalArgumentException("expected of=self, which asks about this process alone; without"
                            + " of, whether the lane is served here");
                }
            }
        }
        return self;
    }
}
