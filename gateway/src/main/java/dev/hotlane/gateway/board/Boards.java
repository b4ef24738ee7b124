package dev.hotlane.gateway.board;

import dev.hotlane.gateway.view.CounterCell;
import dev.hotlane.gateway.view.ViewCut;
import dev.hotlane.gateway.view.ViewFollower;
import dev.hotlane.gateway.view.ViewTable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The boards of a view. Thread {@code view-table} keeps their keys with each pack and copies, between two packs, a board
 * that a read asked for. Any thread reads.
 */
public final class Boards implements ViewFollower, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Boards.class);

    private final ViewTable table;
    private final List<Board> all;
    private final LongSupplier clock;
    private final ExecutorService worker;
    private final BoardRenderer renderer;

    /** The last cut that the boards include; null while there is no view. Set after the copies that it ended. */
    private volatile Followed followed;

    private volatile boolean asked;
    private long loads;

    private record Followed(long load, ViewCut cut) {}

    /**
     * A document that can be sent.
     *
     * @param text its forms
     * @param asOf the last cut as of which its values hold
     * @param current whether it holds still
     */
    record Shown(BoardText text, ViewCut asOf, boolean current) {}

    /** {@code worker} writes the documents, one after the other; ended with the boards. */
    Boards(ViewTable table, List<String> prefixes, LongSupplier clock, ExecutorService worker) {
        this.table = table;
        this.clock = clock;
        this.worker = worker;
        renderer = new BoardRenderer(worker);
        long now = clock.getAsLong();
        all = prefixes.stream().map(prefix -> new Board(prefix, now)).toList();
        if (!all.isEmpty()) {
            table.follow(this);
        }
    }

    /**
     * The boards of these prefixes, which follow the table from its first load on.
     *
     * @param clock returns nanoTime
     */
    public static Boards of(ViewTable table, List<String> prefixes, LongSupplier clock) {
        return new Boards(table, prefixes, clock, Executors.newSingleThreadExecutor(work -> {
            Thread thread = new Thread(work, "board");
            thread.setDaemon(true);
            return thread;
        }));
    }

    /** All boards, in the order of the settings. Any thread. */
    public List<Board> all() {
        return all;
    }

    /** The board of this prefix, or null. Any thread. */
    public Board find(String prefix) {
        return all.stream()
                .filter(board -> board.prefix().equals(prefix))
                .findFirst()
                .orElse(null);
    }

    @Override
    public void loaded(ViewCut at) {
        all.forEach(Board::clear);
        table.forEachCounter(this::add);
        loads++;
        follow(null, at);
    }

    private void add(CounterCell counter) {
        for (Board board : all) {
            if (board.has(counter.key())) {
                board.add(counter);
            }
        }
    }

    @Override
    public void applied(ViewCut at, Changed changed) {
        Followed before = followed;
        for (int i = 0; i < changed.size(); i++) {
            for (Board board : all) {
                if (board.has(changed.key(i))) {
                    change(board, changed, i);
                }
            }
        }
        follow(before.cut, at);
    }

    private static void change(Board board, Changed changed, int i) {
        if (changed.existed(i) == changed.removed(i)) {
            if (changed.existed(i)) {
                board.remove(changed.key(i));
            } else {
                board.add(changed.counter(i));
            }
        } else if (changed.existed(i)) {
            board.touch();
        }
    }

    private void follow(ViewCut before, ViewCut at) {
        for (Board board : all) {
            boolean exceeded = board.exceeded();
            if (board.mustCollect()) {
                collect(board);
            }
            board.settle(before, at);
            if (board.exceeded() && !exceeded) {
                log.warn(
                        "the board {} has {} counters, at most {} are listed: its reads are answered 503",
                        board,
                        board.count(),
                        Board.KEYS_MAX);
            } else if (exceeded && !board.exceeded()) {
                log.info("the board {} has {} counters: it is listed again", board, board.count());
            }
        }
        followed = new Followed(loads, at);
    }

    private void collect(Board board) {
        List<CounterCell> counters = new ArrayList<>();
        table.forEachCounter(counter -> {
            if (board.has(counter.key())) {
                counters.add(counter);
            }
        });
        board.collect(counters);
    }

    @Override
    public void dropped() {
        followed = null;
        all.forEach(Board::clear);
    }

    @Override
    public boolean between() {
        Followed now = followed;
        if (!asked || now == null) {
            return false;
        }
        asked = false;
        boolean done = false;
        for (Board board : all) {
            if (board.isAsked()) {
                if (done) {
                    asked = true;
                    return true;
                }
                copy(board, now);
                done = true;
            }
        }
        return false;
    }

    private void copy(Board board, Followed now) {
        BoardCopy copy = board.copy(now.load, now.cut, clock.getAsLong());
        if (copy != null) {
            renderer.render(board, copy);
        }
    }

    /** The sequence that all boards follow; -1 if there is no view. Any thread. */
    long sequence() {
        Followed now = followed;
        return now == null ? -1 : now.cut.to();
    }

    /** What can be sent of a board now, however old; null if there is nothing. Any thread. */
    Shown shown(Board board) {
        Followed now = followed;
        BoardText text = board.text();
        if (now == null || text == null || text.stamp().load() != now.load) {
            return null;
        }
        ViewCut end = text.stamp().end();
        if (end != null) {
            return new Shown(text, end, false);
        }
        ViewCut from = text.stamp().cut();
        return new Shown(text, from.to() > now.cut.to() ? from : now.cut, true);
    }

    /** Makes a board due for a new copy, unless it was copied just now. Any thread. */
    void ask(Board board, long nowNanos) {
        if (board.ask(nowNanos)) {
            asked = true;
            table.wake();
        }
    }

    @Override
    public void close() {
        worker.shutdownNow();
    }
}
