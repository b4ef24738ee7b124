package dev.hotlane.infra.past;

import dev.hotlane.processor.state.ChangeTrace.Numbers;
import dev.hotlane.protocol.json.JsonLine;
import java.util.Arrays;
import java.util.Objects;

/**
 * One change of a counter, or of a reservation's expiry, by one record. Immutable; the arrays must not change.
 *
 * @param sequence of the record
 * @param time log time T after the record, epoch milliseconds
 * @param kind transaction, reservation, confirm, cancel, extend, abandon; expiry, or bucket for a bucket that was full
 * @param id record key of the command; of an expiry that of the reservation; null for a bucket
 * @param key the counter; null for an expiry
 * @param before its numbers before
 * @param after its numbers after; all 0 if it is gone
 * @param expiry when the reservation expires, before and after; null for a counter
 */
public record TracedChange(
        long sequence, long time, String kind, byte[] id, byte[] key, Numbers before, Numbers after, Expiry expiry) {
    /** Times at which a reservation expires, epoch milliseconds: before an extension and after it. */
    public record Expiry(long before, long after) {}

    /** A change of a counter. */
    public TracedChange(long sequence, long time, String kind, byte[] id, byte[] key, Numbers before, Numbers after) {
        this(sequence, time, kind, id, key, before, after, null);
    }

    /** As one line of JSON. */
    public String json() {
        JsonLine json =
                new JsonLine().begin().put("sequence", sequence).putTime(time).put("kind", kind);
        if (id != null) {
            json.putBytes("id", id, 0, id.length);
        }
        if (expiry != null) {
            json.beginObject("expiresAt").put("before", expiry.before()).put("after", expiry.after());
            return json.endObject().end();
        }
        json.putBytes("key", key, 0, key.length);
        numbers(json.beginObject("before"), before);
        numbers(json.beginObject("after"), after);
        return json.put("removed", isRemoved()).end();
    }

    private static void numbers(JsonLine json, Numbers numbers) {
        RowText.numbers(json, numbers.value(), numbers.version(), numbers.held(), numbers.confirmed());
        json.endObject();
    }

    /** Whether the counter is gone. */
    public boolean isRemoved() {
        return expiry == null && after.equals(Numbers.ABSENT);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TracedChange that
                && sequence == that.sequence
                && time == that.time
                && kind.equals(that.kind)
                && Arrays.equals(id, that.id)
                && Arrays.equals(key, that.key)
                && before.equals(that.before)
                && after.equals(that.after)
                && Objects.equals(expiry, that.expiry);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(sequence) * 31 + Arrays.hashCode(key);
    }

    @Override
    public String toString() {
        return json();
    }
}
