package dev.hotlane.gateway.cards;

import dev.hotlane.protocol.json.JsonText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Composes answers of cards and counters. Belongs to one event loop, because it reuses its buffer. */
public final class ProductComposer {
    private static final byte[] PRODUCTS = JsonText.ascii("{\"products\":[");
    private static final byte[] STOCK = JsonText.ascii(",\"stock\":[");
    private static final byte[] END = JsonText.ascii("]}");
    private static final byte[] NULL = JsonText.ascii("null");

    private final JsonText plain = new JsonText();

    /** {@code {"product":<document>,"stock":[...]}}; {@code topic} as of {@link #list}. */
    public ProductAnswer one(long topic, Card card, CounterBodies counters) {
        plain.clear();
        stock(card, counters);
        return answer(topic, List.of(card), new long[] {card.offset()}, new int[] {0, plain.length()});
    }

    /**
     * {@code {"products":[...]}} in the order of {@code cards}; null where a product has no card.
     *
     * @param topic the {@link ProductTag#topic} of the topic that the cards come from
     */
    public ProductAnswer list(long topic, List<Card> cards, CounterBodies counters) {
        plain.clear().raw(PRODUCTS);
        List<Card> present = new ArrayList<>(cards.size());
        long[] offsets = new long[cards.size()];
        int[] ends = new int[cards.size() + 1];
        for (int i = 0; i < offsets.length; i++) {
            Card card = cards.get(i);
            if (i > 0) {
                plain.raw(',');
            }
            if (card == null) {
                plain.raw(NULL);
                offsets[i] = ProductTag.NO_OFFSET;
            } else {
                // The text so far ends where this card begins.
                ends[present.size()] = plain.length();
                present.add(card);
                stock(card, counters);
                offsets[i] = card.offset();
            }
        }
        ends[present.size()] = plain.raw(END).length();
        return answer(topic, present, offsets, Arrays.copyOf(ends, present.size() + 1));
    }

    private void stock(Card card, CounterBodies counters) {
        plain.raw(STOCK);
        boolean first = true;
        for (byte[] key : card.counterKeys()) {
            if (!first) {
                plain.raw(',');
            }
            counters.write(key, plain);
            first = false;
        }
        plain.raw(END);
    }

    private ProductAnswer answer(long topic, List<Card> cards, long[] offsets, int[] ends) {
        byte[] bytes = Arrays.copyOf(plain.bytes(), plain.length());
        return new ProductAnswer(cards, bytes, ends, ProductTag.of(topic, offsets, bytes));
    }
}
