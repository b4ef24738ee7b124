package dev.hotlane.processor.state;

import static dev.hotlane.processor.state.Content.cancel;
import static dev.hotlane.processor.state.Content.confirm;
import static dev.hotlane.processor.state.Content.holdOf;
import static dev.hotlane.processor.state.Content.limit;
import static dev.hotlane.processor.state.Content.stock;
import static dev.hotlane.protocol.Op.set;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.HoldState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HoldPagesTest {
    private static final long TTL = 1_000_000;
    private final RulesDraft draft = new RulesDraft();
    private final LaneInMemory lane = LaneInMemory.ready(draft.build());

    private void hold(String id, String owner, Op... ops) {
        Reply reply = lane.command(id, holdOf(owner, TTL, ops));
        assertThat(reply.verdict()).isEqualTo(Verdict.OK);
    }

    private static List<String> ids(Reply page) {
        return page.holds().stream().map(Reply.Hold::id).toList();
    }

    /** All pages of a list, one after the other. */
    private List<String> walk(HoldState state, int limit, String owner, String key) {
        List<String> all = new ArrayList<>();
        String cursor = "";
        do {
            Reply page = lane.page(state, limit, owner, key, cursor);
            assertThat(page.verdict()).isEqualTo(Verdict.OK);
            assertThat(page.holds()).hasSizeLessThanOrEqualTo(limit);
            all.addAll(ids(page));
            cursor = page.cursor();
        } while (!cursor.isEmpty());
        return all;
    }

    private void ten() {
        lane.run(set("a", 100), set("b", 100));
        for (int i = 0; i < 10; i++) {
            hold("r" + i, "u" + i % 3, limit("l", 1, 99), stock(i % 2 == 0 ? "a" : "b", 1));
        }
    }

    @Test
    void theListGoesFromTheNewestToTheOldest() {
        ten();
        Reply page = lane.page(HoldState.NONE, 4, "", "", "");
        assertThat(ids(page)).containsExactly("r9", "r8", "r7", "r6");
        assertThat(page.cursor()).isEqualTo("r6");
        assertThat(page.holds().get(0)).isEqualTo(lane.readHold("r9").hold());
        assertThat(walk(HoldState.NONE, 4, "", ""))
                .containsExactly("r9", "r8", "r7", "r6", "r5", "r4", "r3", "r2", "r1", "r0");
        assertThat(lane.page(HoldState.NONE, 10, "", "", "").cursor()).isEmpty();
    }

    @Test
    void anEmptyListIsAnEmptyPage() {
        Reply page = lane.page(HoldState.NONE, 4, "", "", "");
        assertThat(page.verdict()).isEqualTo(Verdict.OK);
        assertThat(page.holds()).isEmpty();
        assertThat(page.cursor()).isEmpty();
        assertThat(lane.page(HoldState.NONE, 4, "u1", "", "").holds()).isEmpty();
    }

    @Test
    void itMayBeOfAnOwnerAKeyAndAState() {
        ten();
        lane.command("c1", confirm("r4"));
        lane.command("x1", cancel("r7"));
        assertThat(walk(HoldState.NONE, 2, "u1", "")).containsExactly("r7", "r4", "r1");
        assertThat(walk(HoldState.NONE, 2, "", "a")).containsExactly("r8", "r6", "r4", "r2", "r0");
        assertThat(walk(HoldState.NONE, 2, "u1", "a")).containsExactly("r4");
        assertThat(walk(HoldState.HELD, 100, "u1", "")).containsExactly("r1");
        assertThat(walk(HoldState.CONFIRMED, 100, "", "a")).containsExactly("r4");
        assertThat(walk(HoldState.CANCELLED, 100, "", "")).containsExactly("r7");
        assertThat(walk(HoldState.EXPIRED, 100, "", "")).isEmpty();
        assertThat(walk(HoldState.NONE, 100, "", "l")).as("a limit is no stock").isEmpty();
    }

    @Test
    void aHoldWithTwoLinesOfAKeyIsListedOnce() {
        lane.run(set("a", 100), set("b", 100));
        hold("r1", "", stock("a", 1), stock("b", 1), stock("a", 1));
        hold("r2", "", stock("b", 1));
        assertThat(walk(HoldState.NONE, 1, "", "a")).containsExactly("r1");
        assertThat(walk(HoldState.NONE, 1, "", "b")).containsExactly("r2", "r1");
    }

    @Test
    void itGoesOnUnderChanges() {
        ten();
        Reply first = lane.page(HoldState.NONE, 3, "", "", "");
        hold("r10", "u1", stock("a", 1));
        lane.command("x7", cancel("r7"));
        Reply second = lane.page(HoldState.NONE, 3, "", "", first.cursor());
        assertThat(ids(second)).containsExactly("r6", "r5", "r4");
    }

    @Test
    void aCursorWhoseHoldIsGoneMeansToStartAgain() {
        draft.resolvedMax = 0;
        LaneInMemory forgetful = LaneInMemory.ready(draft.build());
        forgetful.run(set("a", 5));
        forgetful.command("r1", holdOf("u1", TTL, stock("a", 1)));
        forgetful.command("r2", holdOf("u1", TTL, stock("a", 1)));
        assertThat(forgetful.page(HoldState.NONE, 1, "", "", "").cursor()).isEqualTo("r2");
        forgetful.command("x2", cancel("r2"));
        assertThat(forgetful.page(HoldState.NONE, 1, "", "", "r2").verdict()).isEqualTo(Verdict.ID_EXPIRED);
    }

    @Test
    void aCursorOfAnotherListIsRefused() {
        ten();
        assertThat(lane.page(HoldState.NONE, 1, "u1", "", "r2").verdict()).isEqualTo(Verdict.MALFORMED);
        assertThat(lane.page(HoldState.NONE, 1, "", "a", "r1").verdict()).isEqualTo(Verdict.MALFORMED);
    }

    @Test
    void aForgottenHoldLeavesEveryList() {
        draft.resolvedMax = 0;
        LaneInMemory forgetful = LaneInMemory.ready(draft.build());
        forgetful.run(set("a", 50));
        for (int i = 0; i < 5; i++) {
            forgetful.command("r" + i, holdOf("u" + i % 2, TTL, stock("a", 1)));
        }
        for (int i : new int[] {2, 4, 0}) {
            forgetful.command("x" + i, cancel("r" + i));
        }
        assertThat(ids(forgetful.page(HoldState.NONE, 9, "", "", ""))).containsExactly("r3", "r1");
        assertThat(ids(forgetful.page(HoldState.NONE, 9, "u1", "", ""))).containsExactly("r3", "r1");
        assertThat(ids(forgetful.page(HoldState.NONE, 9, "u0", "", ""))).isEmpty();
        assertThat(ids(forgetful.page(HoldState.NONE, 9, "", "a", ""))).containsExactly("r3", "r1");
    }

    @Test
    void oneReadVisitsSoManyHoldsAtMost() {
        lane.run(set("a", 5_000));
        hold("rare", "rare", stock("a", 1));
        for (int i = 0; i < 2_000; i++) {
            hold("r" + i, "u", stock("a", 1));
        }
        lane.command("x", cancel("rare"));
        Reply page = lane.page(HoldState.CANCELLED, 1, "", "", "");
        assertThat(page.holds()).isEmpty();
        assertThat(page.cursor()).isEqualTo("r" + (2_000 - HoldPages.VISITS_MAX));
        assertThat(walk(HoldState.CANCELLED, 1, "", "")).containsExactly("rare");
        assertThat(walk(HoldState.NONE, 1, "rare", "")).containsExactly("rare");
    }

    @Test
    void aPageHasSoManyBytesAtMost() {
        Op[] lines = IntStream.range(0, 60)
                .mapToObj(i -> stock(String.join("", Collections.nCopies(190, "k")) + i, 1)
                        .flags(Op.NO_MIN))
                .toArray(Op[]::new);
        for (int i = 0; i < 20; i++) {
            hold("r" + i, "u", lines);
        }
        Reply page = lane.page(HoldState.NONE, 100, "", "", "");
        assertThat(lane.effects.replyLength()).isLessThan(HoldPages.BYTES_MAX + 256);
        assertThat(page.holds()).hasSize(3);
        assertThat(walk(HoldState.NONE, 100, "", "")).hasSize(20).doesNotHaveDuplicates();
    }
}
