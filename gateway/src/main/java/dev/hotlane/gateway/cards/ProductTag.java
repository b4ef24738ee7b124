package dev.hotlane.gateway.cards;

import dev.hotlane.protocol.Hash;
import java.util.HexFormat;

/**
 * The entity tags of an answer with products: one for each form, as their bytes differ. Immutable; any thread.
 *
 * @param hash XXH64 of topic id, offsets of the cards and the text with the counters
 */
public record ProductTag(long hash) {
    /** The offset that stands for a product without a card. */
    static final long NO_OFFSET = -1;

    /** {@code topic} is {@link #topic}; {@code plain} is the text of the answer without the documents. */
    static ProductTag of(long topic, long[] offsets, byte[] plain) {
        long hash = topic;
        for (long offset : offsets) {
            hash = Hash.mix(hash, offset);
        }
        return new ProductTag(Hash.of(plain, 0, plain.length, hash));
    }

    /** The hash of a topic id: a topic made again has other cards at the same offsets. */
    public static long topic(long mostSignificantBits, long leastSignificantBits) {
        return Hash.mix(Hash.mix(0, mostSignificantBits), leastSignificantBits);
    }

    /** The tag of the plain form, in quotes. */
    public String identity() {
        return '"' + HexFormat.of().toHexDigits(hash) + '"';
    }

    /** The tag of the compressed form, in quotes. */
    public String gzip() {
        return '"' + HexFormat.of().toHexDigits(hash) + "-gzip\"";
    }
}
