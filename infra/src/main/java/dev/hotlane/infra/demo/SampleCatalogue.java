package dev.hotlane.infra.demo;

import dev.hotlane.protocol.json.JsonText;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;

/** A made-up catalogue: 100 products of 20 to 200 kB of JSON each. The same seed gives the same bytes. Any thread. */
public final class SampleCatalogue {
    /** Number of products, {@code sample-1} and so on. */
    public static final int PRODUCTS = 100;

    static final int LENGTH_LEAST = 20_000;
    static final int LENGTH_MOST = 200_000;

    private static final int STOCK_MOST = 100;
    private static final int REVIEW_WORDS_LEAST = 20;
    private static final int REVIEW_WORDS_MORE = 100;
    private static final int PRICE_LEAST = 990;
    private static final int PRICE_MORE = 200_000;
    private static final int STARS = 5;
    /** Bytes beyond the wanted length that the last review and the end of a document may take. */
    private static final int SPARE = 2_000;

    private static final String[] THINGS = {"Phone", "Case", "Charger", "Headset", "Watch", "Tablet", "Lamp", "Bag"};
    private static final String[] KINDS = {"Red", "Blue", "Light", "Large", "Small", "Classic", "Second", "Loud"};
    private static final String[] WORDS =
            ("the a it was is and but very quite good bad fast slow light heavy battery screen"
                            + " case price box colour came late early works broke returned again after two weeks would buy not"
                            + " never always sound nice cheap my sister kitchen train quiet holds charge button sticks")
                    .split(" ");

    private final long seed;

    /** The catalogue of this seed. */
    public SampleCatalogue(long seed) {
        this.seed = seed;
    }

    /** The id of product {@code i}, from 1. */
    public static String id(int i) {
        return "sample-" + i;
    }

    /** The counter of product {@code i}. */
    static String counter(int i) {
        return "stock:" + id(i);
    }

    /** Units of product {@code i} for sale. */
    long units(int i) {
        return 1L + random(i).nextInt(STOCK_MOST);
    }

    private Random random(int i) {
        return new Random(seed * PRODUCTS + i);
    }

    /** The document of product {@code i}. */
    public byte[] document(int i) {
        Random random = random(i);
        int length = LENGTH_LEAST + random.nextInt(LENGTH_MOST - LENGTH_LEAST - SPARE);
        JsonText text = new JsonText();
        text.raw('{').name("id").string(id(i));
        text.raw(',').name("name").string(one(random, KINDS) + " " + one(random, THINGS));
        text.raw(',').name("price").number(PRICE_LEAST + random.nextInt(PRICE_MORE));
        text.raw(',')
                .name("hotlane")
                .raw('{')
                .name("counters")
                .raw('[')
                .string(counter(i))
                .raw(']')
                .raw('}');
        text.raw(',').name("reviews").raw('[');
        for (int review = 0; text.length() < length; review++) {
            if (review > 0) {
                text.raw(',');
            }
            review(random, text);
        }
        text.raw(']').raw('}');
        return Arrays.copyOf(text.bytes(), text.length());
    }

    private static void review(Random random, JsonText text) {
        StringBuilder words = new StringBuilder();
        int count = REVIEW_WORDS_LEAST + random.nextInt(REVIEW_WORDS_MORE);
        for (int i = 0; i < count; i++) {
            words.append(i == 0 ? "" : " ").append(one(random, WORDS));
        }
        String user = "u" + Integer.toString(random.nextInt(1 << 20), 36).toLowerCase(Locale.ROOT);
        text.raw('{').name("by").string(user);
        text.raw(',').name("stars").number(1 + random.nextInt(STARS));
        text.raw(',').name("text").string(words.toString()).raw('}');
    }

    private static String one(Random random, String... of) {
        return of[random.nextInt(of.length)];
    }
}
