package dev.hotlane.gateway.cards;

import dev.hotlane.gateway.json.StrictJson;
import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.gateway.settings.CounterPattern;
import dev.hotlane.protocol.Op;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Makes cards of the records of the cards topic. A record that is no card is a {@link BadCard}, not an exception.
 * Belongs to one thread; close it.
 */
public final class CardReader implements AutoCloseable {
    /** Longest document in bytes. */
    static final int DOCUMENT_LENGTH_MAX = 1_048_576;

    private static final int ID_LENGTH_MAX = 200;
    private static final int COUNTERS_MAX = 10;
    private static final String MEMBER = "hotlane";
    private static final String COUNTERS = "counters";

    private final CounterPattern pattern;
    private final CardCompressor compressor = new CardCompressor();

    /** {@code pattern} gives the counter of documents that name none; null if they have none. */
    public CardReader(CounterPattern pattern) {
        this.pattern = pattern;
    }

    /** Reads one record. {@code value} is null for a tombstone. Neither array is kept. */
    public CardOutcome read(long offset, byte[] key, byte[] value) {
        return read(offset, key, value, id -> true);
    }

    /** As {@link #read(long, byte[], byte[])}, but checks a document whose id is not wanted without compressing it. */
    CardOutcome read(long offset, byte[] key, byte[] value, Predicate<String> wanted) {
        try {
            String id = id(key);
            if (value == null) {
                return new RemovedCard(id);
            }
            List<byte[]> counterKeys = counterKeys(id, value);
            return wanted.test(id) ? compressor.compress(id, offset, counterKeys, value) : new StoredCard(id, offset);
        } catch (RequestRefused e) {
            // A reason quotes names of the document, and goes to the log as one line.
            return new BadCard(e.getMessage().replaceAll("\\p{Cntrl}", "?"));
        }
    }

    private static String id(byte[] key) {
        int length = key == null ? 0 : key.length;
        if (length < 1 || length > ID_LENGTH_MAX) {
            throw RequestRefused.malformed(
                    "the key: a product id has 1 to " + ID_LENGTH_MAX + " UTF-8 bytes, this one has " + length);
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(key))
                    .toString();
        } catch (CharacterCodingException e) {
            throw RequestRefused.malformed("the key: a product id is UTF-8, this one is not");
        }
    }

    private List<byte[]> counterKeys(String id, byte[] document) {
        if (document.length > DOCUMENT_LENGTH_MAX) {
            throw RequestRefused.malformed("the document: it has " + document.length + " bytes, at most "
                    + DOCUMENT_LENGTH_MAX + " are allowed");
        }
        List<byte[]> named = null;
        int met = 0;
        try (StrictJson json = StrictJson.document(document, "the document")) {
            json.beginObject();
            for (String name = json.nextField(); name != null; name = json.nextField()) {
                if (name.equals(MEMBER)) {
                    met = json.once(met, 1);
                    named = named(json);
                } else {
                    json.skip();
                }
            }
            json.end();
        }
        return named == null ? patterned(id) : named;
    }

    private static List<byte[]> named(StrictJson json) {
        json.beginObject();
        List<byte[]> keys = null;
        int met = 0;
        for (String name = json.nextField(); name != null; name = json.nextField()) {
            if (!name.equals(COUNTERS)) {
                throw json.unknownField(COUNTERS);
            }
            met = json.once(met, 1);
            keys = keys(json);
        }
        if (keys == null) {
            throw json.fault("expected a field " + COUNTERS);
        }
        return keys;
    }

    private static List<byte[]> keys(StrictJson json) {
        List<byte[]> keys = new ArrayList<>();
        json.beginArray();
        for (byte[] key = json.nextKey(); key != null; key = json.nextKey()) {
            if (keys.size() == COUNTERS_MAX) {
                throw json.fault("a product has at most " + COUNTERS_MAX + " counters");
            }
            keys.add(key);
        }
        return keys;
    }

    private List<byte[]> patterned(String id) {
        if (pattern == null) {
            return List.of();
        }
        byte[] key = pattern.key(id);
        if (key.length > Op.KEY_LENGTH_MAX) {
            throw RequestRefused.malformed("the key: the counter by the pattern " + pattern + " would have a key of "
                    + key.length + " bytes, at most " + Op.KEY_LENGTH_MAX + " are allowed");
        }
        return List.of(key);
    }

    @Override
    public void close() {
        compressor.close();
    }
}
