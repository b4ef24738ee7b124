package dev.hotlane.gateway.cards;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hotlane.gateway.settings.CounterPattern;
import dev.hotlane.protocol.json.JsonText;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Random cards with their documents, and bodies of counters. Belongs to one thread. */
final class RandomCards {
    private static final int LONGEST = 100_000;

    private final Random random;
    private final CardReader reader = new CardReader(new CounterPattern("stock:{id}"));
    private final Map<Long, String> documents = new HashMap<>();
    private long offset;

    RandomCards(Random random) {
        this.random = random;
    }

    /** The next card: its document may be repetitive, random, or almost empty. */
    Card next() {
        offset += 1 + random.nextInt(3);
        String document = document();
        documents.put(offset, document);
        return (Card) reader.read(offset, ("product-" + offset).getBytes(UTF_8), document.getBytes(UTF_8));
    }

    private String document() {
        String counters = random.nextBoolean()
                ? ""
                : IntStream.range(0, random.nextInt(11))
                        .mapToObj(i -> "\"stock:" + random.nextInt(1_000) + '"')
                        .collect(Collectors.joining(",", ",\"hotlane\":{\"counters\":[", "]}"));
        return "{\"text\":\"" + text(length()) + '"' + counters + '}';
    }

    private int length() {
        return random.nextInt(random.nextInt(20) == 0 ? LONGEST : 1 + random.nextInt(2_000));
    }

    private String text(int length) {
        // Few different characters compress well; all of Latin-1 and some of Greek hardly do.
        int different = 1 + random.nextInt(600);
        StringBuilder text = new StringBuilder(length);
        while (text.length() < length) {
            int from = text.length() - 1 - random.nextInt(text.length() + 1);
            int end = Math.min(text.length(), from + random.nextInt(300));
            if (from >= 0 && end > from && random.nextBoolean()) {
                text.append(text, from, end);
            } else {
                text.append((char) ('a' + random.nextInt(different)));
            }
        }
        return text.toString();
    }

    /** The document of a card from {@link #next}. */
    String document(Card card) {
        return documents.get(card.offset());
    }

    /** The text of one product: what the gateway must send, made without streams. */
    String product(Card card) {
        return card.counterKeys().stream()
                .map(RandomCards::body)
                .collect(Collectors.joining(",", "{\"product\":" + document(card) + ",\"stock\":[", "]}"));
    }

    /** A counter's body that depends on its key. */
    static String body(byte[] key) {
        JsonText out = new JsonText();
        body(key, out);
        return out.toString();
    }

    /** Writes {@link #body(byte[])}, as {@link CounterBodies}. */
    static void body(byte[] key, JsonText out) {
        out.raw('{')
                .name("key")
                .string(key)
                .raw(',')
                .name("value")
                .number(key.length * 1_000_003L)
                .raw('}');
    }
}
