package dev.hotlane.gateway.board;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.gateway.Seed;
import dev.hotlane.gateway.view.MemoryFeed;
import dev.hotlane.gateway.view.ScriptedPack;
import dev.hotlane.gateway.view.ViewCut;
import dev.hotlane.gateway.view.ViewTable;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A board of 10,000 counters that is copied and written while packs are applied without a pause. */
class BoardConcurrencyTest {
    private static final int ACCOUNTS = Board.KEYS_MAX - 1;
    private static final int START = 3;
    private static final int PACKS = 20_000;
    private static final Pattern VALUE = Pattern.compile("\"value\":(\\d+)");

    private final ViewTable table = new ViewTable();
    private final AtomicLong clock = new AtomicLong();
    private final Boards boards = Boards.of(table, List.of("account:"), () -> clock.addAndGet(Board.PACE_NANOS));
    private final Board board = boards.all().get(0);
    private final MemoryFeed feed = new MemoryFeed(table, () -> {}).start(cause -> {});

    private static String account(int i) {
        return "account:" + String.format("%05d", i);
    }

    private void row(String key, long value) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        feed.row(bytes, bytes.length, value, 1, 0, 0);
    }

    /**
     * Goal: no document mixes two cuts. Method: packs move units between accounts, so that the sum of all is constant; the
     * last account has the number of the pack.
     */
    @Test
    void everyDocumentIsOneCut() throws Exception {
        for (int i = 0; i < ACCOUNTS; i++) {
            row(account(i), START);
        }
        row("account:~", 0);
        Meta cut = new Meta();
        cut.nextOffset = 1;
        feed.loaded(cut, ScriptedPack.TOPIC);
        ExecutorService reader = Executors.newSingleThreadExecutor();
        Future<Integer> read = reader.submit(this::readToTheEnd);
        write();
        assertThat(read.get()).as("different documents").isGreaterThan(2);
        reader.shutdown();
        boards.close();
        feed.close();
    }

    /** Readers may ask while a copy is made: they get no second one beside it. */
    @Test
    void aBoardIsNotCopiedWhileItsCopyIsBeingWritten() {
        ViewCut cut = new ViewCut(ScriptedPack.TOPIC, 0, 1, ViewCut.UNKNOWN, 1, 0);
        Board alone = new Board("p", 0);
        BoardCopy copy = alone.copy(1, cut, 0);
        assertThat(copy).isNotNull();
        assertThat(alone.copy(1, cut, 2 * Board.PACE_NANOS)).isNull();
        alone.rendered(BoardText.of(copy, null, new JsonText()));
        assertThat(alone.copy(1, cut, 4 * Board.PACE_NANOS))
                .as("the document holds")
                .isNull();
        assertThat(alone.renders()).isOne();
    }

    private void write() {
        Random random = Seed.random();
        long[] values = new long[ACCOUNTS];
        Arrays.fill(values, START);
        for (int to = 1; to <= PACKS; to++) {
            ScriptedPack pack = new ScriptedPack(to - 1, to).of(ScriptedPack.TOPIC, 0, 0);
            for (int i = 0; i < 4; i++) {
                int from = random.nextInt(ACCOUNTS);
                int other = random.nextInt(ACCOUNTS);
                if (values[from] > 0 && from != other) {
                    pack.set(account(from), --values[from]).set(account(other), ++values[other]);
                }
            }
            while (!feed.idle()) {
                Thread.onSpinWait();
            }
            feed.take(pack.set("account:~", to));
        }
    }

    /** Asks as many readers do; returns how many documents it saw. */
    private int readToTheEnd() {
        BoardText last = null;
        int documents = 0;
        while (last == null || last.stamp().cut().to() < PACKS) {
            boards.ask(board, clock.addAndGet(Board.PACE_NANOS));
            Boards.Shown shown = boards.shown(board);
            if (shown == null || shown.text() == last) {
                Thread.onSpinWait();
                continue;
            }
            last = shown.text();
            documents++;
            checkCut(last);
        }
        return documents;
    }

    private static void checkCut(BoardText text) {
        Matcher values = VALUE.matcher(new String(text.plain(), StandardCharsets.UTF_8));
        long sum = 0;
        long pack = 0;
        int found = 0;
        while (values.find()) {
            sum += pack;
            pack = Long.parseLong(values.group(1));
            found++;
        }
        assertThat(found).isEqualTo(ACCOUNTS + 1);
        assertThat(pack).as("number of the pack").isEqualTo(text.stamp().cut().to());
        assertThat(sum).as("sum as of %d", pack).isEqualTo((long) ACCOUNTS * START);
    }
}
