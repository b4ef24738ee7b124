package dev.hotlane.gateway.cards;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.gateway.Seed;
import dev.hotlane.protocol.json.JsonText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ProductAnswerTest {
    private static final int FEW_ANSWERS = 200;
    private static final int ANSWERS = 2_000;
    private static final int CARDS = 300;
    private static final long TOPIC = ProductTag.topic(1, 2);

    private final Random random = Seed.random();
    private final RandomCards cards = new RandomCards(random);
    private final ProductComposer composer = new ProductComposer();

    @Test
    void bothFormsOfAnAnswerHaveTheDocumentsAndTheCounters() throws IOException {
        requireAnswers(FEW_ANSWERS);
    }

    @Test
    @Tag("long")
    void bothFormsOfManyAnswersHaveTheDocumentsAndTheCounters() throws IOException {
        requireAnswers(ANSWERS);
    }

    private void requireAnswers(int answers) throws IOException {
        List<Card> known = new ArrayList<>();
        for (int i = 0; i < CARDS; i++) {
            known.add(random.nextInt(6) == 0 ? null : cards.next());
        }
        for (int i = 0; i < answers; i++) {
            Card card = cards.next();
            requireForms(composer.one(TOPIC, card, RandomCards::body), cards.product(card));
            int from = random.nextInt(CARDS);
            List<Card> list = known.subList(from, from + 1 + random.nextInt(Math.min(100, CARDS - from)));
            requireForms(composer.list(TOPIC, list, RandomCards::body), text(list));
        }
    }

    @Test
    void aListMayHaveNoCardAtAll() throws IOException {
        requireForms(composer.list(TOPIC, Arrays.asList(null, null), RandomCards::body), "{\"products\":[null,null]}");
    }

    @Test
    void nullStandsAtEachPlaceOfAList() throws IOException {
        for (int place = 0; place < 3; place++) {
            List<Card> list = new ArrayList<>(List.of(cards.next(), cards.next(), cards.next()));
            list.set(place, null);
            requireForms(composer.list(TOPIC, list, RandomCards::body), text(list));
        }
    }

    @Test
    void countersLongerThanOneStoredBlockAreSplit() throws IOException {
        for (int length : new int[] {65_000, 65_534, 65_535, 65_536, 131_070, 131_071, 200_000}) {
            Card card = cards.next();
            byte[] text = JsonText.ascii("9".repeat(length));
            CounterBodies counters = (key, out) -> out.raw(text);
            String bodies = "9"
                    .repeat(length)
                    .concat(",")
                    .repeat(card.counterKeys().size())
                    .replaceFirst(",$", "");
            String product = "{\"product\":" + cards.document(card) + ",\"stock\":[" + bodies + "]}";
            requireForms(composer.one(TOPIC, card, counters), product);
            requireForms(composer.list(TOPIC, List.of(card, card), counters), list(List.of(product, product)));
        }
    }

    @Test
    void aCardOfOneMebibyteThatDoesNotCompressIsSent() throws IOException {
        StringBuilder document = new StringBuilder("{\"a\":\"");
        while (document.length() < CardReader.DOCUMENT_LENGTH_MAX - 2) {
            document.append((char) ('#' + random.nextInt('Z' - '#')));
        }
        document.append("\"}");
        try (CardReader reader = new CardReader(null)) {
            Card card =
                    (Card) reader.read(1, new byte[] {'p'}, document.toString().getBytes(UTF_8));
            requireForms(composer.one(TOPIC, card, RandomCards::body), "{\"product\":" + document + ",\"stock\":[]}");
        }
    }

    /** Goal: the bytes on the page. Method: an answer whose stream is read from the card. */
    @Test
    void aCompressedAnswerHasHeaderStreamStoredBlockAndTrailer() {
        Card card = (Card) new CardReader(null).read(1, new byte[] {'p'}, "{}".getBytes(UTF_8));
        byte[] gzip = composer.one(TOPIC, card, RandomCards::body).gzip();
        assertThat(gzip).startsWith(0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF);
        int block = 10 + card.stream().length;
        assertThat(Arrays.copyOfRange(gzip, 10, block)).isEqualTo(card.stream()).endsWith(0, 0, 0xFF, 0xFF);
        assertThat(Arrays.copyOfRange(gzip, block, block + 5)).containsExactly(1, 12, 0, 0xF3, 0xFF);
        assertThat(new String(gzip, block + 5, 12, UTF_8)).isEqualTo(",\"stock\":[]}");
        assertThat(gzip).hasSize(block + 5 + 12 + 8).endsWith(25, 0, 0, 0);
    }

    @Test
    void theTagsNameTheSameHashAndDifferByForm() {
        ProductTag tag = new ProductTag(0xABCL);
        assertThat(tag.identity()).isEqualTo("\"0000000000000abc\"");
        assertThat(tag.gzip()).isEqualTo("\"0000000000000abc-gzip\"");
    }

    @Test
    void theTagDependsOnTopicOffsetsCountersAndAbsentProducts() {
        Card card = cards.next();
        Card other = new Card(card.id(), card.offset() + 1, card.counterKeys(), card.stream(), card.length(), 0);
        CounterBodies changed = (key, out) -> out.raw('0');
        Card withCounter = new Card("p", 1, List.of(new byte[] {'k'}), card.stream(), card.length(), 0);
        List<ProductTag> tags = List.of(
                tag(TOPIC, card),
                tag(ProductTag.topic(2, 1), card),
                tag(ProductTag.topic(1, 3), card),
                tag(TOPIC, other),
                tag(TOPIC, card, other),
                tag(TOPIC, other, card),
                tag(TOPIC, card, null),
                tag(TOPIC, null, card),
                tag(TOPIC, withCounter),
                composer.list(TOPIC, List.of(withCounter), changed).tag());
        assertThat(tags).doesNotHaveDuplicates();
        assertThat(tag(TOPIC, card)).isEqualTo(tags.get(0));
    }

    private static ProductTag tag(long topic, Card... list) {
        return new ProductComposer()
                .list(topic, Arrays.asList(list), RandomCards::body)
                .tag();
    }

    private String text(List<Card> list) {
        return list(list.stream()
                .map(card -> card == null ? "null" : cards.product(card))
                .toList());
    }

    private static String list(List<String> products) {
        return products.stream().collect(Collectors.joining(",", "{\"products\":[", "]}"));
    }

    private static void requireForms(ProductAnswer answer, String expected) throws IOException {
        byte[] plain = expected.getBytes(UTF_8);
        assertThat(answer.identity()).isEqualTo(plain);
        assertThat(answer.identityLength()).isEqualTo(plain.length);
        byte[] gzip = answer.gzip();
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
            assertThat(in.readAllBytes()).isEqualTo(plain);
        }
    }
}
