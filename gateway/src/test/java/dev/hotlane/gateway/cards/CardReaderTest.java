package dev.hotlane.gateway.cards;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.gateway.Seed;
import dev.hotlane.gateway.settings.CounterPattern;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.Inflater;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CardReaderTest {
    private static final long OFFSET = 7;
    private static final int SPOILED = 20_000;

    private final CardReader reader = new CardReader(null);
    private final CardReader patterned = new CardReader(new CounterPattern("stock:{id}"));

    @AfterEach
    void close() {
        reader.close();
        patterned.close();
    }

    @Test
    void aCardHasTheDocumentByteForByteItsIdAndItsOffset() {
        String document = " {\"name\" : \"Ph\\u00f6ne ✓\", \"price\":1e400,\"name\":[]}\r\n";
        Card card = card(reader, "phone", document);
        assertThat(card.id()).isEqualTo("phone");
        assertThat(card.offset()).isEqualTo(OFFSET);
        assertThat(card.counterKeys()).isEmpty();
        assertThat(document(card)).isEqualTo(document);
    }

    @Test
    void countersComeFromTheDocumentElseFromThePattern() {
        String own = "{\"a\":{\"hotlane\":1},\"hot\\u006cane\":{\"counters\":[\"stock:a\",\"Größe\"]}}";
        assertThat(keys(card(patterned, "phone", own))).containsExactly("stock:a", "Größe");
        assertThat(keys(card(patterned, "phone", "{\"hotlane\":{\"counters\":[]}}")))
                .isEmpty();
        assertThat(keys(card(patterned, "phone", "{\"a\":{\"hotlane\":1}}"))).containsExactly("stock:phone");
        assertThat(keys(card(reader, "phone", "{}"))).isEmpty();
    }

    @Test
    void tenCountersAreTheMost() {
        assertThat(card(reader, "p", named(10)).counterKeys()).hasSize(10);
        assertBad(bytes("p"), bytes(named(11)), "at most 10 counters");
    }

    private static String named(int counters) {
        return IntStream.range(0, counters)
                .mapToObj(i -> "\"k" + i + '"')
                .collect(Collectors.joining(",", "{\"hotlane\":{\"counters\":[", "]}}"));
    }

    @Test
    void aRecordWithoutValueRemovesTheCard() {
        assertThat(reader.read(OFFSET, bytes("phone"), null)).isEqualTo(new RemovedCard("phone"));
        assertThat(reader.read(OFFSET, new byte[0], null)).isInstanceOf(BadCard.class);
    }

    @Test
    void anIdHas1To200BytesOfUtf8() {
        assertThat(card(reader, "ü".repeat(100), "{}").id()).hasSize(100);
        assertBad(bytes("ü".repeat(100) + "i"), bytes("{}"), "the key: a product id has 1 to 200 UTF-8 bytes");
        assertBad(new byte[0], bytes("{}"), "this one has 0");
        assertBad(null, bytes("{}"), "this one has 0");
        assertBad(new byte[] {'a', (byte) 0xFF}, bytes("{}"), "is UTF-8, this one is not");
    }

    @Test
    void anIdMustLeaveRoomForTheRestOfThePattern() {
        assertThat(card(patterned, "i".repeat(194), "{}").counterKeys().get(0)).hasSize(200);
        CardOutcome tooLong = patterned.read(OFFSET, bytes("i".repeat(195)), bytes("{}"));
        assertThat(((BadCard) tooLong).reason()).contains("stock:{id}", "201 bytes");
    }

    @Test
    void aDocumentHasAtMostOneMebibyte() {
        String document = "{\"text\":\"" + "x".repeat(CardReader.DOCUMENT_LENGTH_MAX - 11) + "\"}";
        assertThat(document(card(reader, "p", document))).isEqualTo(document);
        assertBad(bytes("p"), bytes(document + ' '), "it has 1048577 bytes, at most 1048576");
    }

    @Test
    void aDocumentIsAtMost1000Deep() {
        String thousand = "{\"a\":" + "[".repeat(999) + "]".repeat(999) + '}';
        assertThat(document(card(reader, "p", thousand))).isEqualTo(thousand);
        assertBad(
                bytes("p"),
                bytes("{\"a\":" + "[".repeat(1_000) + "]".repeat(1_000) + '}'),
                "not JSON: nested too deep");
    }

    @Test
    void namesAndNumbersMayBeAsLongAsTheDocumentAndAsMany() {
        for (String document : List.of(
                "{\"" + "n".repeat(900_000) + "\":1}",
                "{\"a\":" + "9".repeat(900_000) + ",\"b\":0." + "1".repeat(100_000) + '}',
                IntStream.range(0, 50_000)
                        .mapToObj(i -> "\"name" + i + "\":" + i)
                        .collect(Collectors.joining(",", "{", "}")))) {
            assertThat(document(card(reader, "p", document))).isEqualTo(document);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "null",
                "[]",
                "1",
                "\"{}\"",
                "{",
                "{}{}",
                "{},",
                "{}x",
                "{a:1}",
                "{'a':1}",
                "{\"a\":1,}",
                "{\"a\":01}",
                "{\"a\":+1}",
                "{\"a\":NaN}",
                "{\"a\":tru}",
                "{\"a\":\"\\x\"}",
                "{\"a\":\"\\u12g4\"}",
                "{\"a\":\"\t\"}",
                "{\"a\":[1 2]}",
                "{\"a\":[}",
                "{\"a\":[1,2}",
                "{/**/}",
                "{}//",
                "{\"a\"}",
                "{\"a\":\"",
            })
    void whatIsNoJsonObjectIsBad(String document) {
        assertBad(bytes("p"), bytes(document), "");
    }

    /** Bytes in hexadecimal: byte order marks, broken UTF-8, UTF-16, NUL. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "efbbbf7b7d",
                "fffe7b007d00",
                "feff007b007d",
                "7b007d00",
                "007b007d",
                "7b7d00",
                "7b2261223a22ff227d",
                "7b2261223a22c0af227d",
                "7b2261223a22eda080227d",
                "7b2261223a22c3227d",
                "7b7dc3",
            })
    void whatIsNoPlainUtf8IsBad(String hex) {
        assertBad(bytes("p"), HexFormat.of().parseHex(hex), "is not plain UTF-8 JSON: see byte ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "null                                  | /hotlane: expected an object, found null",
                "[]                                    | /hotlane: expected an object, found an array",
                "{}                                    | expected a field counters",
                "{\"counter\":[]}                      | /hotlane/counter: unknown field; known here: counters",
                "{\"counters\":[],\"counters\":[]}     | /hotlane/counters: the field is there twice",
                "{\"counters\":\"a\"}                  | /hotlane/counters: expected an array, found a string",
                "{\"counters\":null}                   | /hotlane/counters: expected an array, found null",
                "{\"counters\":[1]}                    | /hotlane/counters/0: expected a string",
                "{\"counters\":[\"a\",\"\"]}           | /hotlane/counters/1: a key has 1 to 200 UTF-8 bytes",
                "{\"counters\":[\"\\ud800\"]}          | /hotlane/counters/0: a lone surrogate is no character",
                "{\"counters\":[]},\"hotlane\":{}      | /hotlane: the field is there twice",
                "{\"counters\":[]},\"hot\\u006cane\":1 | /hotlane: the field is there twice",
            })
    void aMalformedHotlaneIsBad(String hotlane, String reason) {
        assertBad(bytes("p"), bytes("{\"hotlane\":" + hotlane + '}'), reason);
    }

    @Test
    void aKeyOfACounterHasAtMost200Bytes() {
        String document = "{\"hotlane\":{\"counters\":[\"%s\"]}}";
        assertThat(card(reader, "p", document.formatted("k".repeat(200))).counterKeys())
                .hasSize(1);
        assertBad(bytes("p"), bytes(document.formatted("k".repeat(201))), "this one has 201");
    }

    @Test
    void aReasonIsOneLine() {
        CardOutcome outcome = reader.read(OFFSET, bytes("p"), bytes("{\"a\\nb\\r\":?}"));
        assertThat(((BadCard) outcome).reason()).isEqualTo("/a?b?: not JSON: unexpected character (at byte 11)");
    }

    /** Goal: no document throws, and the reader goes on. Method: a good one, each spoiled at random places. */
    @Test
    void aSpoiledDocumentIsACardOrABadCard() {
        Random random = Seed.random();
        byte[] good = bytes(
                "{\"hotlane\":{\"counters\":[\"stock:a\",\"b\\u00fc\"]},\"text\":\"Größe ✓\",\"n\":[-1.5e3,true]}");
        int bad = 0;
        for (int i = 0; i < SPOILED; i++) {
            byte[] spoiled = good.clone();
            for (int faults = 1 + random.nextInt(3); faults > 0; faults--) {
                spoiled[random.nextInt(spoiled.length)] =
                        random.nextBoolean() ? (byte) random.nextInt(256) : good[random.nextInt(good.length)];
            }
            CardOutcome outcome = reader.read(i, bytes("p"), spoiled);
            if (outcome instanceof Card card) {
                assertThat(bytes(document(card))).isEqualTo(spoiled);
            } else {
                assertThat(((BadCard) outcome).reason()).hasSizeBetween(10, 300).doesNotContain("Exception", "\n");
                bad++;
            }
        }
        assertThat(bad).isBetween(SPOILED / 2, SPOILED - 1);
        assertThat(reader.read(OFFSET, bytes("p"), good)).isInstanceOf(Card.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "stock:", "{id}{id}", "stock:{ID}"})
    void aPatternHasTheIdOnce(String pattern) {
        assertThatThrownBy(() -> new CounterPattern(pattern))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("{id} once");
    }

    @Test
    void aPatternLeavesRoomForAnId() {
        assertThat(new CounterPattern("x".repeat(199) + "{id}").key("1")).hasSize(200);
        assertThatThrownBy(() -> new CounterPattern("x".repeat(200) + "{id}"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private void assertBad(byte[] key, byte[] value, String reason) {
        assertThat(reader.read(OFFSET, key, value))
                .isInstanceOfSatisfying(
                        BadCard.class,
                        bad -> assertThat(bad.reason()).isNotEmpty().contains(reason));
    }

    private static Card card(CardReader reader, String id, String document) {
        CardOutcome outcome = reader.read(OFFSET, bytes(id), bytes(document));
        assertThat(outcome).isInstanceOf(Card.class);
        return (Card) outcome;
    }

    private static List<String> keys(Card card) {
        return card.counterKeys().stream().map(key -> new String(key, UTF_8)).toList();
    }

    private static String document(Card card) {
        Inflater inflater = new Inflater(true);
        byte[] plain = new byte[card.length()];
        card.inflate(inflater, plain, 0);
        inflater.end();
        assertThat(new String(plain, UTF_8)).startsWith("{\"product\":");
        return new String(plain, UTF_8).substring("{\"product\":".length());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
