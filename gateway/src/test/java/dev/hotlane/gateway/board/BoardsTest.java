package dev.hotlane.gateway.board;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.gateway.Seed;
import dev.hotlane.gateway.view.ScriptedPack;
import dev.hotlane.gateway.view.ViewByHand;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BoardsTest {
    private static final List<String> PREFIXES = List.of("a", "a:1", "b:", "none");
    private static final long MS = 1_000_000;

    private final ViewByHand view = new ViewByHand();
    private final SameThread worker = new SameThread();
    private long now = Long.MAX_VALUE - 7;
    private final Boards boards = new Boards(view.table, PREFIXES, () -> now, worker);
    private final Board b = boards.find("b:");

    /** Asks for a copy as a read would, and lets thread view-table make it. */
    private void ask(Board board) {
        now += Board.PACE_NANOS;
        boards.ask(board, now);
        while (view.between()) {
            // One board at a time.
        }
    }

    private String shown(Board board) {
        Boards.Shown shown = boards.shown(board);
        return shown == null
                ? "none"
                : shown.asOf().to()
                        + (shown.current() ? " " : " ended ")
                        + text(shown.text().plain()).replaceAll("\"(held|confirmed)\":0,", "");
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static String listed(String key, long value, long version) {
        return "{\"key\":\"" + key + "\",\"value\":" + value + ",\"version\":" + version + "}";
    }

    private void load() {
        view.load(10, 1, rows -> {
            rows.add("b:2", 5, 3, 0, 0);
            rows.add("c", 1, 1, 0, 0);
        });
    }

    @Test
    void aBoardHasTheCountersOfItsPrefixInTheOrderOfTheirBytesAfterAReadAskedForIt() {
        load();
        assertThat(shown(b)).isEqualTo("none");
        view.apply(new ScriptedPack(10, 12)
                .set("b:10", 1)
                .set("b:é", 2)
                .set("b:~", 3)
                .set("b", 4)
                .set("b:", 5));
        ask(b);
        assertThat(shown(b))
                .isEqualTo("12 {\"counters\":[" + listed("b:", 5, 12) + "," + listed("b:10", 1, 12) + ","
                        + listed("b:2", 5, 3) + "," + listed("b:~", 3, 12) + "," + listed("b:é", 2, 12) + "]}");
        assertThat(b.keysInOrder().stream().map(BoardsTest::text)).containsExactly("b:", "b:10", "b:2", "b:~", "b:é");
    }

    @Test
    void aDocumentHoldsUntilACounterOfItChangesAndEndsWithTheCutBefore() {
        load();
        ask(b);
        String document = "{\"counters\":[" + listed("b:2", 5, 3) + "]}";
        assertThat(shown(b)).isEqualTo("10 " + document);
        view.apply(new ScriptedPack(10, 12).set("c", 2));
        view.apply(new ScriptedPack(12, 13));
        assertThat(shown(b)).isEqualTo("13 " + document);
        view.apply(new ScriptedPack(13, 15).set("b:2", 6));
        view.apply(new ScriptedPack(15, 16).set("b:2", 7));
        assertThat(shown(b)).isEqualTo("13 ended " + document);
        ask(b);
        assertThat(shown(b)).isEqualTo("16 {\"counters\":[" + listed("b:2", 7, 16) + "]}");
        assertThat(b.renders()).isEqualTo(2);
    }

    @Test
    void countersOfVersionZeroAreNotListedButTheirUnitsAreNoChangeOfTheTag() {
        load();
        ask(b);
        BoardText before = boards.shown(b).text();
        view.apply(new ScriptedPack(10, 12).set("b:3", 0, 0, 7, 0));
        ask(b);
        BoardText after = boards.shown(b).text();
        assertThat(after).isNotSameAs(before);
        assertThat(after.gzip()).as("not compressed again").isSameAs(before.gzip());
        assertThat(after.tag()).isEqualTo(before.tag());
        assertThat(b.count()).isEqualTo(2);
        assertThat(shown(b)).startsWith("12 ");
    }

    @Test
    void aBucketLeavesTheListWhenItsTimeHasPassedThoughNoPackNamesIt() {
        load();
        view.apply(new ScriptedPack(10, 12).set("b:3", 2_000 * MS, -12, 0, 0).at(1_999));
        ask(b);
        assertThat(shown(b)).contains("\"bucket\":true");
        view.apply(new ScriptedPack(12, 13).at(1_999));
        assertThat(shown(b)).startsWith("13 {");
        view.apply(new ScriptedPack(13, 14).at(2_000));
        assertThat(shown(b)).startsWith("13 ended ");
        ask(b);
        assertThat(shown(b)).isEqualTo("14 {\"counters\":[" + listed("b:2", 5, 3) + "]}");
    }

    @Test
    void aBoardIsCopiedOnceIn50MsAndNotWhileItIsWritten() {
        load();
        worker.held = true;
        ask(b);
        view.apply(new ScriptedPack(10, 12).set("b:2", 6));
        ask(b);
        worker.run();
        assertThat(shown(b)).as("asked while it was written").startsWith("10 ended ");
        ask(b);
        worker.run();
        assertThat(shown(b)).startsWith("12 ");
        view.apply(new ScriptedPack(12, 13).set("b:2", 7));
        boards.ask(b, now + Board.PACE_NANOS - 1);
        view.between();
        worker.run();
        assertThat(shown(b)).as("asked too early").startsWith("12 ended ");
    }

    @Test
    void aBoardThatNobodyReadsIsNotWrittenAndOneThatDidNotChangeNotAgain() {
        load();
        view.between();
        assertThat(b.renders()).isZero();
        ask(b);
        ask(b);
        assertThat(b.renders()).isEqualTo(1);
        assertThat(boards.find("a").renders()).isZero();
    }

    @Test
    void aDroppedViewHasNoBoardAlsoIfItsDocumentIsWrittenLater() {
        load();
        worker.held = true;
        ask(b);
        view.drop();
        worker.run();
        assertThat(shown(b)).isEqualTo("none");
        load();
        assertThat(shown(b)).as("of the former load").isEqualTo("none");
        ask(b);
        worker.run();
        assertThat(shown(b)).startsWith("10 ");
        view.drop();
        assertThat(shown(b)).isEqualTo("none");
        assertThat(b.count()).isZero();
        assertThat(b.bytes()).isZero();
    }

    @Test
    void aBoardOfMoreThan10000CountersHasNoDocumentUntilItHasFewer() {
        view.load(10, 1, rows -> IntStream.range(0, Board.KEYS_MAX).forEach(i -> rows.add("b:" + i, 1, 1, 0, 0)));
        ask(b);
        assertThat(shown(b)).startsWith("10 ");
        view.apply(new ScriptedPack(10, 11).set("b:x", 1));
        assertThat(b.exceeded()).isTrue();
        assertThat(b.keysInOrder()).isEmpty();
        assertThat(b.bytes()).isZero();
        ask(b);
        assertThat(shown(b)).isEqualTo("none");
        view.apply(new ScriptedPack(11, 12).remove("b:7"));
        ask(b);
        assertThat(shown(b)).startsWith("12 ").doesNotContain("\"b:7\"").contains("\"b:x\"");
    }

    /** Changes of counters that exist, and of ones that come and go within a pack, do not disturb the count. */
    @Test
    void farAboveItsBoundABoardIsOnlyCountedAndCollectedAgainWhenItFits() {
        int many = BoardKeys.KEPT_MAX + 5;
        view.load(10, 1, rows -> IntStream.range(0, many).forEach(i -> rows.add("b:" + i, 1, 1, 0, 0)));
        assertThat(b.count()).isEqualTo(many);
        view.apply(new ScriptedPack(10, 11)
                .set("b:1", 2)
                .set("b:1", 3)
                .remove("b:none")
                .set("b:new", 1)
                .remove("b:new"));
        assertThat(b.count()).isEqualTo(many);
        ScriptedPack most = new ScriptedPack(11, 12);
        IntStream.range(3, many).forEach(i -> most.remove("b:" + i));
        view.apply(most);
        assertThat(b.count()).isEqualTo(3);
        assertThat(b.keysInOrder()).hasSize(3);
        ask(b);
        assertThat(shown(b))
                .isEqualTo("12 {\"counters\":[" + listed("b:0", 1, 1) + "," + listed("b:1", 3, 11) + ","
                        + listed("b:2", 1, 1) + "]}");
        view.apply(new ScriptedPack(12, 13).remove("b:0").set("b:9", 4));
        ask(b);
        assertThat(shown(b)).contains(listed("b:9", 4, 13)).doesNotContain("\"b:0\"");
    }

    @Test
    void randomPacksLoadsAndDropsGiveTheDocumentsOfAPlainModel() {
        assertThat(new BoardTrial(Seed.random()).run(8_000)).as("documents").isGreaterThan(8_000);
    }
}
