package dev.hotlane.gateway.cards;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.gateway.Seed;
import dev.hotlane.gateway.cards.CardLookup.State;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CardStoreTest {
    private static final int RECORDS = 5_000;
    private static final int IDS = 50;

    private static final long TOPIC = 7;

    private final CardStore store = all(Long.MAX_VALUE);

    private static CardStore all(long bytesMax) {
        return CardStore.all(TOPIC, new CardReader(null), new CardBounds(bytesMax));
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void theNewestVersionIsFound() {
        apply(store, 3, "phone", "{\"v\":1}");
        apply(store, 9, "phone", "{\"v\":2}");
        store.markLoaded();
        assertThat(find(store, "phone").card().offset()).isEqualTo(9);
        assertThat(store.size()).isOne();
    }

    @Test
    void aProductWithoutACardIsCertainlyAbsent() {
        apply(store, 1, "phone", "{}");
        apply(store, 2, "phone", null);
        store.markLoaded();
        assertThat(find(store, "phone")).isEqualTo(CardLookup.ABSENT);
        assertThat(find(store, "never")).isEqualTo(CardLookup.ABSENT);
        assertThat(store.bytes()).isZero();
    }

    @Test
    void nothingIsCertainBeforeTheTopicIsLoaded() {
        apply(store, 1, "phone", "{}");
        assertThat(find(store, "phone")).isEqualTo(CardLookup.UNKNOWN);
        assertThat(find(store, "never")).isEqualTo(CardLookup.UNKNOWN);
        store.markLoaded();
        assertThat(find(store, "phone").state()).isEqualTo(State.PRESENT);
        assertThat(find(store, "never")).isEqualTo(CardLookup.ABSENT);
    }

    @Test
    void aBadRecordIsCountedAndTheFormerVersionStays() {
        apply(store, 1, "phone", "{}");
        apply(store, 2, "phone", "{\"hotlane\":1}");
        store.apply(3, null, null);
        store.apply(4, new byte[] {(byte) 0xFF}, "{}".getBytes(UTF_8));
        store.markLoaded();
        assertThat(store.bad()).isEqualTo(3);
        assertThat(find(store, "phone").card().offset()).isOne();
    }

    @Test
    void offsetsMustRise() {
        apply(store, 5, "phone", "{}");
        assertThatThrownBy(() -> apply(store, 5, "phone", "{}")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> apply(store, 4, "phone", "{}")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void cardsAboveTheBoundStayFindableInMemoryOrInTheTopic() {
        apply(store, 1, "a", "{}");
        long ofOne = store.bytes();
        try (CardStore small = all(2 * ofOne)) {
            small.markLoaded();
            apply(small, 1, "a", "{}");
            apply(small, 2, "b", "{}");
            assertThat(small.exceeded()).isFalse();
            assertThat(small.isHot()).isFalse();
            apply(small, 3, "c", "{}");
            assertThat(small.exceeded()).isTrue();
            assertThat(small.isHot()).isTrue();
            assertThat(small.bytes()).isLessThanOrEqualTo(2 * ofOne);
            assertThat(small.size()).isEqualTo(3);
            assertThat(List.of(place(small, "a"), place(small, "b"), place(small, "c")))
                    .containsExactly(1L, 2L, 3L);
            assertThat(find(small, "d")).isEqualTo(CardLookup.ABSENT);
            apply(small, 4, "b", null);
            assertThat(find(small, "b")).isEqualTo(CardLookup.ABSENT);
        }
    }

    @Test
    void aHotStoreKeepsWhatWasFetchedUntilItChanges() {
        try (CardStore hot = CardStore.hot(TOPIC, new CardReader(null), new CardBounds(1_000, 100));
                CardReader reader = new CardReader(null)) {
            // What was kept unasked uses the bound up, and gives its room back.
            for (int i = 0; i < 20; i += 2) {
                apply(hot, i, "filler", "{}");
                apply(hot, i + 1, "filler", null);
            }
            apply(hot, 21, "phone", "{\"v\":1}");
            hot.markLoaded();
            assertThat(find(hot, "phone")).isEqualTo(CardLookup.stored(21));
            Card first = card(reader, 21, "phone", "{\"v\":1}");
            hot.keep(first);
            assertThat(find(hot, "phone").card()).isSameAs(first);

            apply(hot, 22, "phone", "{\"v\":2}");
            assertThat(find(hot, "phone").card().offset()).isEqualTo(22);

            hot.keep(first);
            assertThat(find(hot, "phone").card().offset()).isEqualTo(22);
            apply(hot, 23, "phone", null);
            hot.keep(first);
            assertThat(find(hot, "phone")).isEqualTo(CardLookup.ABSENT);
        }
    }

    @Test
    void aBadRecordLeavesThePlaceOfTheFormerVersionInAHotStore() {
        try (CardStore hot = tinyHot(100)) {
            apply(hot, 1, "phone", "{}");
            apply(hot, 2, "phone", "{");
            hot.markLoaded();
            assertThat(find(hot, "phone")).isEqualTo(CardLookup.stored(1));
            assertThat(hot.bad()).isOne();
        }
    }

    @Test
    void absenceIsUncertainOnceAProductWasLeftOut() {
        try (CardStore hot = tinyHot(2)) {
            apply(hot, 1, "a", "{}");
            apply(hot, 2, "b", "{}");
            hot.markLoaded();
            assertThat(find(hot, "c")).isEqualTo(CardLookup.ABSENT);
            assertThat(hot.exceeded()).isFalse();
            apply(hot, 3, "c", "{}");
            apply(hot, 4, "a", "{}");
            assertThat(find(hot, "c")).isEqualTo(CardLookup.UNKNOWN);
            assertThat(find(hot, "a")).isEqualTo(CardLookup.stored(4));
            assertThat(hot.exceeded()).isTrue();
        }
    }

    /** A hot store that keeps no body. */
    private static CardStore tinyHot(int idsMax) {
        return CardStore.hot(TOPIC, new CardReader(null), new CardBounds(0, idsMax));
    }

    private static Card card(CardReader reader, long offset, String id, String document) {
        return (Card) reader.read(offset, id.getBytes(UTF_8), document.getBytes(UTF_8));
    }

    /** The offset of a product's newest version, wherever its body is. */
    private static long place(CardStore store, String id) {
        CardLookup found = find(store, id);
        return found.state() == State.STORED ? found.offset() : found.card().offset();
    }

    /** Goal: cards and bytes are those of the newest versions. Method: random records against a plain map. */
    @Test
    void randomRecordsLeaveTheNewestVersions() {
        Random random = Seed.random();
        Map<String, Long> newest = new HashMap<>();
        for (long offset = 0; offset < RECORDS; offset++) {
            String id = "p" + random.nextInt(IDS);
            switch (random.nextInt(4)) {
                case 0 -> {
                    apply(store, offset, id, null);
                    newest.remove(id);
                }
                case 1 -> apply(store, offset, id, "{");
                default -> {
                    apply(store, offset, id, "{\"text\":\"" + "x".repeat(random.nextInt(500)) + "\"}");
                    newest.put(id, offset);
                }
            }
        }
        store.markLoaded();
        long bytes = 0;
        for (int i = 0; i < IDS; i++) {
            Card card = find(store, "p" + i).card();
            assertThat(card == null ? null : card.offset()).isEqualTo(newest.get("p" + i));
            bytes += card == null ? 0 : card.bytes();
        }
        assertThat(store.bytes()).isEqualTo(bytes);
        assertThat(store.size()).isEqualTo(newest.size());
    }

    /** Goal: no lookup misses a card that changes, and no version goes back. Method: one thread looks, one applies. */
    @Test
    void aReaderOnAnotherThreadSeesVersionsRise() throws InterruptedException {
        store.markLoaded();
        apply(store, 0, "phone", "{}");
        AtomicBoolean done = new AtomicBoolean();
        AtomicReference<String> wrong = new AtomicReference<>();
        CountDownLatch looking = new CountDownLatch(1);
        Thread reader = new Thread(() -> {
            long last = 0;
            while (!done.get()) {
                Card card = find(store, "phone").card();
                if (card == null || card.offset() < last) {
                    wrong.set((card == null ? "no card" : card.offset()) + " after the version " + last);
                    return;
                }
                last = card.offset();
                looking.countDown();
            }
        });
        reader.start();
        assertThat(looking.await(10, TimeUnit.SECONDS)).isTrue();
        for (int offset = 1; offset <= RECORDS; offset++) {
            apply(store, offset, "phone", "{\"v\":" + offset + '}');
        }
        done.set(true);
        reader.join();
        assertThat(wrong.get()).isNull();
    }

    private static void apply(CardStore store, long offset, String id, String document) {
        store.apply(offset, id.getBytes(UTF_8), document == null ? null : document.getBytes(UTF_8));
    }

    private static CardLookup find(CardStore store, String id) {
        return store.find(id);
    }
}
