package dev.hotlane.gateway.status;

import dev.hotlane.gateway.board.Board;
import dev.hotlane.gateway.board.Boards;
import java.util.function.ToLongFunction;

/** Gauges of all boards together; {@code /v1/status} has each of them. Any thread. */
public final class BoardMeters {
    private BoardMeters() {}

    /** Registers the gauges. */
    public static void bind(Metrics metrics, Boards boards) {
        metrics.count("hotlane_board_renders", "Documents of boards that were written", boards, all -> {
            return sum(all, Board::renders);
        });
        metrics.gauge("hotlane_board_bytes", "Bytes of the documents of boards, both forms", boards, all -> {
            return sum(all, Board::bytes);
        });
        metrics.gauge("hotlane_board_keys", "Counters under the prefixes of boards", boards, all -> {
            return sum(all, Board::count);
        });
        metrics.gauge("hotlane_board_exceeded", "Boards with more counters than a board may have", boards, all -> {
            return sum(all, board -> board.exceeded() ? 1 : 0);
        });
    }

    private static long sum(Boards boards, ToLongFunction<Board> figure) {
        return boards.all().stream().mapToLong(figure).sum();
    }
}
