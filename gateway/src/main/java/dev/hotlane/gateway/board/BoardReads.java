package dev.hotlane.gateway.board;

import dev.hotlane.gateway.call.CounterCut;
import dev.hotlane.gateway.call.CutReader;
import dev.hotlane.gateway.call.LocalReads;
import dev.hotlane.gateway.call.LocalView;
import dev.hotlane.gateway.call.ReadTerms;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.protocol.Sender;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Reads of boards by one event loop. A read that no document fits yet waits for one: for a copy after a change, for a
 * proof of its age, or for its least offset. Belongs to the event loop, except {@link #waiting}.
 */
public final class BoardReads {
    /** Longest wait of a read. */
    static final long WAIT_NANOS = Duration.ofMillis(200).toNanos();

    /** A document that was copied at most this long ago is sent at once, though values of it changed since. */
    static final long RECENT_NANOS = 2 * Board.PACE_NANOS;

    private static final long LOOK_NANOS = Duration.ofMillis(5).toNanos();

    private final Boards boards;
    private final LocalView view;
    private final LocalReads reads;
    private final CutReader cuts;
    private final int waitingMax;
    private final ScheduledExecutorService loop;
    private final LongSupplier clock;
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private volatile int waits;
    private boolean scheduled;

    private record Waiting(Board board, ReadTerms terms, Receiver receiver, long sinceNanos) {}

    /** Takes the outcome of a read. */
    public interface Receiver {
        /** The board. */
        void received(BoardAnswer answer);

        /** A problem instead. */
        void refused(Code code, String detail);

        /** The log ends at this sequence, which is below the least offset of the terms. */
        void ended(long sequence);
    }

    /**
     * The reads of one event loop.
     *
     * @param reads of the same event loop, as {@code cuts}
     * @param waitingMax most reads that may wait
     * @param clock returns nanoTime
     */
    public BoardReads(
            Boards boards,
            LocalView view,
            LocalReads reads,
            CutReader cuts,
            int waitingMax,
            ScheduledExecutorService loop,
            LongSupplier clock) {
        this.boards = boards;
        this.view = view;
        this.reads = reads;
        this.cuts = cuts;
        this.waitingMax = waitingMax;
        this.loop = loop;
        this.clock = clock;
    }

    /**
     * Calls the receiver once, on this event loop, maybe before it returns. Throws RequestRefused if too many reads wait;
     * then it does not call the receiver.
     */
    public void read(Board board, ReadTerms terms, Receiver receiver) {
        reads.use();
        long now = clock.getAsLong();
        Waiting next = new Waiting(board, terms, receiver, now);
        if (ended(next, now)) {
            return;
        }
        if (waiting.size() >= waitingMax) {
            throw new RequestRefused(Code.OVERLOADED, waitingMax + " reads wait for boards already. Ask again.");
        }
        waiting.add(next);
        waits = waiting.size();
        schedule();
    }

    /** Number of reads that wait; any thread. */
    public int waiting() {
        return waits;
    }

    private void schedule() {
        if (!scheduled && !waiting.isEmpty()) {
            scheduled = true;
            loop.schedule(this::look, LOOK_NANOS, TimeUnit.NANOSECONDS);
        }
    }

    private void look() {
        scheduled = false;
        long now = clock.getAsLong();
        waiting.removeIf(next -> ended(next, now));
        waits = waiting.size();
        schedule();
    }

    /** Ends a read if it can be answered now, or has waited long enough. */
    private boolean ended(Waiting next, long now) {
        Board board = next.board;
        boolean late = now - next.sinceNanos >= WAIT_NANOS;
        // A board that has too many counters may have fewer as of the least offset.
        boolean behind = boards.sequence() < next.terms.minOffset();
        if (board.exceeded() && (late || !behind)) {
            next.receiver.refused(
                    Code.UNAVAILABLE,
                    "The board " + board + " has " + board.count() + " counters, at most " + Board.KEYS_MAX
                            + " are listed. List them in pages, by a prefix without consistency, or declare narrower"
                            + " boards.");
            return true;
        }
        Boards.Shown shown = boards.shown(board);
        if (shown == null || !shown.current()) {
            boards.ask(board, now);
        }
        long ageMs = shown == null ? -1 : view.proofs().ageMs(shown.asOf().to(), now);
        if (shown != null && fits(next.terms, shown, ageMs)) {
            boolean recent = shown.current() || now - shown.text().stamp().nanos() <= RECENT_NANOS;
            if (recent || late) {
                view.meters().readFromView();
                next.receiver.received(shown.text().answer(shown.asOf().to(), ageMs));
                return true;
            }
        }
        if (late) {
            giveUp(next);
        }
        return late;
    }

    private boolean fits(ReadTerms terms, Boards.Shown shown, long ageMs) {
        long ageMaxMs =
                terms.maxStaleMs() >= 0 ? terms.maxStaleMs() : view.staleMax().toMillis();
        return shown.asOf().to() >= terms.minOffset() && ageMs >= 0 && ageMs <= ageMaxMs;
    }

    private void giveUp(Waiting next) {
        long at = view.table().sequence();
        String refusal = at < 0
                ? "The view is not loaded. Ask again."
                : "The board " + next.board
                        + " is behind, or older than is allowed. Ask again, or allow an older answer"
                        + " by maxStaleMs.";
        if (at >= 0 && at < next.terms.minOffset()) {
            findLogEnd(next, refusal);
        } else {
            next.receiver.refused(Code.UNAVAILABLE, refusal);
        }
    }

    /** A least offset may be above all that the log has: then no later read is answered either. */
    private void findLogEnd(Waiting next, String refusal) {
        ReadTerms least = new ReadTerms(false, ReadTerms.NONE, next.terms.minOffset());
        try {
            cuts.read(Sender.NONE, List.of(), least, null, new CutReader.Receiver() {
                @Override
                public void received(CounterCut cut) {
                    next.receiver.refused(Code.UNAVAILABLE, refusal);
                }

                @Override
                public void refused(Code code, String detail) {
                    next.receiver.refused(Code.UNAVAILABLE, refusal);
                }

                @Override
                public void ended(long sequence) {
                    next.receiver.ended(sequence);
                }
            });
        } catch (RequestRefused e) {
            next.receiver.refused(Code.UNAVAILABLE, refusal);
        }
    }
}
