package dev.hotlane.client;

/**
 * The outcome is unknown: the command may have run, may still run, or may never run. This is not a rejection. Send the
 * same id again with the same content, or {@link #abandon} it.
 *
 * @param <T> type of the answer of a success
 */
public final class Unknown<T> implements CallOutcome<T> {
    private final String id;
    private final String detail;
    private final LaneClient client;

    Unknown(String id, String detail, LaneClient client) {
        this.id = id;
        this.detail = detail;
        this.client = client;
    }

    /** The id whose outcome is unknown. */
    public String id() {
        return id;
    }

    /** The last attempt in words. */
    public String detail() {
        return detail;
    }

    /**
     * The call that ends the doubt. It returns the command's stored outcome, or state abandoned; an abandoned command
     * never runs (with an id other than a UUIDv7: while the window remembers it).
     */
    public LaneCall<CommandOutcome> abandon() {
        return client.commands().abandon(id);
    }

    @Override
    public String toString() {
        return "Unknown[id=" + id + ", detail=" + detail + "]";
    }
}
