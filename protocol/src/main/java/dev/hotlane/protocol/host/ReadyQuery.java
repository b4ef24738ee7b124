package dev.hotlane.protocol.host;

/** The query of {@code /readyz}, which both roles serve. Any thread. */
public final class ReadyQuery {
    private ReadyQuery() {}

    /**
     * Whether the query asks about this process alone, {@code of=self}.
     *
     * @param query as it was sent, null or empty for none
     * @throws IllegalArgumentException if it is any other; the message says what to send
     */
    public static boolean ofSelf(String query) {
        if (query == null || query.isEmpty()) {
            return false;
        }
        if (query.equals("of=self")) {
            return true;
        }
        throw new IllegalArgumentException(
                "expected of=self, which asks about this process alone, or none, which asks whether the lane is served here");
    }
}
