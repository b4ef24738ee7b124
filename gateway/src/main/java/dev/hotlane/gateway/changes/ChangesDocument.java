package dev.hotlane.gateway.changes;

import java.util.List;

/**
 * One record of the changes topic, read: what filters ask for, and where each part stands in its text. Immutable.
 *
 * @param json the document in one line
 * @param head what it says of itself
 * @param changes the counters that changed
 * @param reservations the reservations that changed
 * @param fields all fields of the document, in their order
 */
@SuppressWarnings("ArrayRecordComponent") // made once, passed on, never compared
record ChangesDocument(byte[] json, Head head, List<Changed> changes, List<Held> reservations, List<Field> fields) {
    /**
     * What a document says of itself.
     *
     * @param sequence the number of the change; of a gap its end
     * @param kind as the document names it
     * @param part 1 if the document is whole
     * @param parts number of documents of this sequence
     * @param tenant of the command; empty for none
     * @param id of the command; null for none
     */
    record Head(long sequence, String kind, int part, int parts, String tenant, String id) {}

    /** The kind of a document that says what is missing. */
    static final String GAP = "gap";

    /** A counter that changed; {@code from} and {@code to} are the range of its bytes. */
    record Changed(byte[] key, int from, int to) {}

    /** A reservation that changed. {@code keys} are those of its lines and limits; an absent owner is empty. */
    record Held(String id, String tenant, byte[] owner, List<byte[]> keys, int from, int to) {}

    /** A field and the range of its value. */
    record Field(String name, int from, int to) {}

    long sequence() {
        return head.sequence;
    }

    String kind() {
        return head.kind;
    }

    int part() {
        return head.part;
    }

    int parts() {
        return head.parts;
    }

    String tenant() {
        return head.tenant;
    }

    String id() {
        return head.id;
    }

    boolean isGap() {
        return head.kind.equals(GAP);
    }
}
