package dev.hotlane.gateway.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.gateway.board.Board;
import dev.hotlane.gateway.board.BoardAnswer;
import dev.hotlane.gateway.board.BoardReads;
import dev.hotlane.gateway.board.Boards;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.gateway.view.ScriptedPack;
import dev.hotlane.protocol.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Reads of boards: what is sent at once, what waits, and what is refused. */
class BoardReadsTest extends OnAView {
    private static final String AT_TEN = " {\"counters\":[" + BODY_AT_TEN + "]}";

    private final Boards boards = Boards.of(table, List.of("a", "b"), lane::now);
    private final Board board = boards.all().get(0);
    private final CutReader cuts = new CutReader(lane.exchanges, reads, () -> KEYS_MAX);
    private final BoardReads boardReads = new BoardReads(boards, view, reads, cuts, WAITING_MAX, loop, lane::now);

    private static final class Reader implements BoardReads.Receiver {
        final List<String> received = new ArrayList<>();

        @Override
        public void received(BoardAnswer board) {
            received.add(
                    board.sequence() + " " + board.staleMs() + " " + new String(board.plain(), StandardCharsets.UTF_8));
        }

        @Override
        public void refused(Code code, String detail) {
            received.add(code + " " + detail);
        }

        @Override
        public void ended(long sequence) {
            received.add("ended " + sequence);
        }
    }

    @AfterEach
    void closeBoards() {
        boards.close();
    }

    private List<String> read(ReadTerms terms) {
        Reader reader = new Reader();
        boardReads.read(board, terms, reader);
        return reader.received;
    }

    private void awaitRenders(long number) {
        while (board.renders() < number) {
            Thread.onSpinWait();
        }
    }

    /** The view stands at 10, a proof of it is new, and the board was written. */
    private void warm() {
        prove(10);
        List<String> first = read(LOCAL);
        awaitRenders(1);
        loop.timeComes();
        assertThat(first).containsExactly("10 0" + AT_TEN);
    }

    @Test
    void theFirstReadWaitsForTheDocumentAndForAProofThatItSends() {
        List<String> first = read(LOCAL);
        awaitRenders(1);
        loop.timeComes();
        assertThat(first).isEmpty();
        assertThat(boardReads.waiting()).isEqualTo(1);
        assertThat(lane.keys(0)).as("a READ for a proof").isEmpty();
        lane.pass(3);
        lane.reply(0, writer -> writer.verdict(Verdict.OK, 10, 99).counters(0));
        loop.timeComes();
        assertThat(first).containsExactly("10 3" + AT_TEN);
        assertThat(boardReads.waiting()).isZero();
        assertThat(counts.view).isEqualTo(1);
    }

    @Test
    void aDocumentThatHoldsIsSentAtOnceAsOfTheViewsOwnSequence() {
        warm();
        pack(new ScriptedPack(10, 12).set("c", 1));
        lane.pass(900);
        prove(12);
        assertThat(read(LOCAL)).containsExactly("12 0" + AT_TEN);
        assertThat(read(least(12))).hasSize(1);
        assertThat(board.renders()).isEqualTo(1);
    }

    @Test
    void aDocumentThatWasCopiedJustNowIsSentAtOnceAndAnOlderOneWaitsForTheNext() {
        warm();
        pack(10, 11, 4);
        lane.pass(40);
        assertThat(read(LOCAL)).as("younger than 50 ms").containsExactly("10 40" + AT_TEN);
        assertThat(board.renders()).isEqualTo(1);
        lane.pass(61);
        prove(11);
        List<String> waits = read(LOCAL);
        assertThat(waits).as("101 ms after the copy").isEmpty();
        awaitRenders(2);
        loop.timeComes();
        assertThat(waits).containsExactly("11 0 {\"counters\":[" + body("a", 4, 11) + "]}");
    }

    /** Of 10,001 counters one is removed: as of that change the board fits. */
    @Test
    void aBoardThatFitsAsOfTheLeastOffsetIsAwaited() {
        prove(10);
        ScriptedPack many = new ScriptedPack(10, 11);
        for (int i = 0; i < Board.KEYS_MAX; i++) {
            many.set("a" + i, 1);
        }
        pack(many);
        assertThat(read(LOCAL)).singleElement().asString().contains("has 10001 counters");
        List<String> waits = read(least(12));
        assertThat(waits).isEmpty();
        pack(new ScriptedPack(11, 12).remove("a0"));
        prove(12);
        loop.timeComes();
        awaitRenders(1);
        loop.timeComes();
        assertThat(waits).singleElement().asString().startsWith("12 0 {");
        pack(new ScriptedPack(12, 13).set("a0", 1));
        List<String> never = read(least(14));
        lane.pass(200);
        loop.timeComes();
        assertThat(never).singleElement().asString().contains("has 10001 counters");
    }

    @Test
    void aReadWaitsForItsLeastOffset() {
        warm();
        List<String> waits = read(least(11));
        assertThat(waits).isEmpty();
        lane.pass(50);
        pack(10, 11, 4);
        loop.timeComes();
        assertThat(waits).as("the copy was made before").isEmpty();
        awaitRenders(2);
        loop.timeComes();
        assertThat(waits).containsExactly("11 50 {\"counters\":[" + body("a", 4, 11) + "]}");
    }

    @Test
    void aLeastOffsetThatNeverComesIsToldFromOneThatTheViewDoesNotReachInTime() {
        warm();
        List<String> waits = read(least(13));
        lane.pass(200);
        loop.timeComes();
        lane.endTurn();
        lane.reply(
                lane.records() - 1, writer -> writer.verdict(Verdict.OK, 12, 99).counters(0));
        assertThat(waits).containsExactly("ended 12");
        List<String> behind = read(least(13));
        lane.pass(200);
        loop.timeComes();
        lane.endTurn();
        lane.reply(
                lane.records() - 1, writer -> writer.verdict(Verdict.OK, 14, 99).counters(0));
        assertThat(behind).singleElement().asString().startsWith("UNAVAILABLE The board a is behind, or older");
    }

    @Test
    void aBoardThatIsOlderThanAllowedIsUnavailableAfter200Ms() {
        warm();
        lane.pass(300);
        List<String> tooOld = read(new ReadTerms(true, 299, ReadTerms.NONE));
        assertThat(read(new ReadTerms(true, 300, ReadTerms.NONE))).containsExactly("10 300" + AT_TEN);
        lane.pass(199);
        loop.timeComes();
        assertThat(tooOld).isEmpty();
        lane.pass(1);
        loop.timeComes();
        assertThat(tooOld).singleElement().asString().startsWith("UNAVAILABLE ");
        lane.pass(4_501);
        List<String> usual = read(LOCAL);
        lane.pass(200);
        loop.timeComes();
        assertThat(usual)
                .as("the gateway's own bound is 5 s")
                .singleElement()
                .asString()
                .startsWith("UNAVAILABLE ");
    }

    @Test
    void withoutAViewABoardIsUnavailable() {
        warm();
        pack(new ScriptedPack(12, 13).set("a", 1));
        List<String> gone = read(LOCAL);
        lane.pass(200);
        loop.timeComes();
        assertThat(gone).containsExactly("UNAVAILABLE The view is not loaded. Ask again.");
    }

    @Test
    void asManyReadsWaitAsThereIsRoomFor() {
        List<List<String>> waiting = List.of(read(LOCAL), read(LOCAL));
        assertThatThrownBy(() -> read(LOCAL))
                .isInstanceOfSatisfying(
                        RequestRefused.class,
                        refused -> assertThat(refused.code()).isEqualTo(Code.OVERLOADED));
        awaitRenders(1);
        lane.reply(0, writer -> writer.verdict(Verdict.OK, 10, 99).counters(0));
        loop.timeComes();
        assertThat(waiting).allSatisfy(each -> assertThat(each).hasSize(1));
    }
}
