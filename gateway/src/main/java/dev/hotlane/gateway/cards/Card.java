package dev.hotlane.gateway.cards;

import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * One version of a product's card, compressed. Its plain text begins a JSON object whose first member, "product", is the
 * document. The object is still open: "stock" follows. Immutable; any thread.
 */
public final class Card implements CardOutcome {
    /** Bytes of a map entry and a card without its texts: entry, card, headers of id, stream and list. */
    private static final int OVERHEAD = 240;

    private static final int OVERHEAD_OF_KEY = 32;

    private final String id;
    private final long offset;
    private final List<byte[]> counterKeys;
    private final byte[] stream;
    private final int length;
    private final int crc;
    private final int operator;

    /** {@code stream} is the raw deflate form of {@code length} bytes whose CRC-32 is {@code crc}; it is not copied. */
    Card(String id, long offset, List<byte[]> counterKeys, byte[] stream, int length, int crc) {
        this.id = id;
        this.offset = offset;
        this.counterKeys = List.copyOf(counterKeys);
        this.stream = stream;
        this.length = length;
        this.crc = crc;
        operator = Crc32Combine.operator(length);
    }

    /** The product's id. */
    public String id() {
        return id;
    }

    /** The offset of its record in the cards topic: the card's version. */
    public long offset() {
        return offset;
    }

    /** The keys of its counters, at most 10, in the order published. The arrays must not be changed. */
    public List<byte[]> counterKeys() {
        return counterKeys;
    }

    /** Raw deflate blocks, none of them final, that end on a byte boundary and refer to nothing before them. */
    byte[] stream() {
        return stream;
    }

    /** Number of bytes of the plain text. */
    int length() {
        return length;
    }

    /** CRC-32 of the plain text. */
    int crc() {
        return crc;
    }

    /** The operator of {@link #length}, see {@link Crc32Combine}. */
    int operator() {
        return operator;
    }

    /** Calculated heap of a map entry with this card, in bytes. */
    long bytes() {
        long bytes = OVERHEAD + 2L * id.length() + stream.length;
        for (byte[] key : counterKeys) {
            bytes += OVERHEAD_OF_KEY + key.length;
        }
        return bytes;
    }

    /** Writes the plain text to {@code out} from {@code at}. The inflater is one for raw streams. */
    void inflate(Inflater inflater, byte[] out, int at) {
        inflater.reset();
        inflater.setInput(stream);
        int done = 0;
        try {
            for (int more = -1; more != 0 && done < length; done += more) {
                more = inflater.inflate(out, at + done, length - done);
            }
        } catch (DataFormatException e) {
            throw new IllegalStateException("the stream of card " + offset + " is damaged in memory", e);
        }
        if (done != length) {
            throw new IllegalStateException("the stream of card " + offset + " has " + done + " bytes, not " + length);
        }
    }
}
