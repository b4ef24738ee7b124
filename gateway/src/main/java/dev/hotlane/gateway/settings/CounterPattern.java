package dev.hotlane.gateway.settings;

import dev.hotlane.protocol.Op;
import java.nio.charset.StandardCharsets;

/** The counter key of a product whose document names none, such as {@code stock:{id}}. Immutable; any thread. */
public final class CounterPattern {
    private static final String ID = "{id}";

    private final String text;
    private final String before;
    private final String behind;

    /** Throws IllegalArgumentException unless {@code text} has {@code {id}} once and leaves room for an id. */
    public CounterPattern(String text) {
        int at = text.indexOf(ID);
        if (at < 0 || text.indexOf(ID, at + 1) >= 0) {
            throw new IllegalArgumentException("cardsCounterKey must have {id} once, as in stock:{id}: " + text);
        }
        this.text = text;
        before = text.substring(0, at);
        behind = text.substring(at + ID.length());
        if (key("i").length > Op.KEY_LENGTH_MAX) {
            throw new IllegalArgumentException(
                    "cardsCounterKey is too long: a counter key has at most " + Op.KEY_LENGTH_MAX + " bytes: " + text);
        }
    }

    /** The key for this product; it may be longer than a counter key may be. */
    public byte[] key(String id) {
        return (before + id + behind).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return text;
    }
}
