package dev.hotlane.client;

/**
 * The outcome is unknown: the command may have run, may run yet, or never runs. This is not a refusal. Send the same id
 * again with the same content, or {@link #abandon} it.
 *
 * @param <T> type of the answer that a success has
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
     * The call that ends the doubt: the command's stored outcome, or state abandoned, after which it never runs (any id
     * but a UUIDv7: while the window remembers it).
     */
    public LaneCall<CommandOutcome> abandon() {
        return client.commands().abandon(id);
    }

    @Override
    public String toString() {
        return "Unknown[id=" + id + ", detail=" + detail + "]";
    }
}
