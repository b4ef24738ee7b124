package dev.hotlane.gateway.cards;

import java.util.List;
import java.util.zip.Inflater;

/**
 * The body of an answer with one product or a list: cards, and plain text between them. Immutable; any thread, so a
 * worker can inflate what an event loop composed.
 */
public final class ProductAnswer {
    private final List<Card> cards;
    private final byte[] plain;
    private final int[] ends;
    private final long identityLength;
    private final ProductTag tag;

    /**
     * Text {@code plain[0, ends[0])} comes first, then each card i with the text from {@code ends[i]} to {@code
     * ends[i + 1]}. The arrays are not copied.
     */
    ProductAnswer(List<Card> cards, byte[] plain, int[] ends, ProductTag tag) {
        this.cards = cards;
        this.plain = plain;
        this.ends = ends;
        this.tag = tag;
        long length = plain.length;
        for (Card card : cards) {
            length += card.length();
        }
        identityLength = length;
    }

    /** The entity tags of both forms. */
    public ProductTag tag() {
        return tag;
    }

    /** Number of bytes of the plain form. */
    public long identityLength() {
        return identityLength;
    }

    /** The compressed form: one gzip member. */
    public byte[] gzip() {
        int bytes = GzipMember.FRAME_LENGTH;
        if (ends[0] > 0 || cards.isEmpty()) {
            bytes += GzipMember.storedLength(ends[0]);
        }
        for (int i = 0; i < cards.size(); i++) {
            bytes += cards.get(i).stream().length + GzipMember.storedLength(ends[i + 1] - ends[i]);
        }
        GzipMember member = new GzipMember(bytes);
        if (ends[0] > 0 || cards.isEmpty()) {
            member.stored(plain, 0, ends[0], cards.isEmpty());
        }
        for (int i = 0; i < cards.size(); i++) {
            member.card(cards.get(i));
            member.stored(plain, ends[i], ends[i + 1], i == cards.size() - 1);
        }
        return member.end();
    }

    /** The plain form. This call inflates all cards, so a caller runs it on a worker above 64 KiB. */
    public byte[] identity() {
        byte[] out = new byte[Math.toIntExact(identityLength)];
        System.arraycopy(plain, 0, out, 0, ends[0]);
        int at = ends[0];
        Inflater inflater = new Inflater(true);
        try {
            for (int i = 0; i < cards.size(); i++) {
                Card card = cards.get(i);
                card.inflate(inflater, out, at);
                at += card.length();
                System.arraycopy(plain, ends[i], out, at, ends[i + 1] - ends[i]);
                at += ends[i + 1] - ends[i];
            }
        } finally {
            inflater.end();
        }
        return out;
    }
}
