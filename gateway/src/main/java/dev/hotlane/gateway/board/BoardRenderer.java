package dev.hotlane.gateway.board;

import dev.hotlane.protocol.json.JsonText;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes and compresses copies of boards, one after the other. Thread {@code board}. */
final class BoardRenderer {
    private static final Logger log = LoggerFactory.getLogger(BoardRenderer.class);

    private final JsonText text = new JsonText();
    private final Executor worker;

    /** {@code worker} runs one task after the other. */
    BoardRenderer(Executor worker) {
        this.worker = worker;
    }

    /** Renders a copy of a board; at most one of each board waits here. Thread view-table; does not wait. */
    void render(Board board, BoardCopy copy) {
        try {
            worker.execute(() -> {
                BoardText made = null;
                try {
                    made = BoardText.of(copy, board.text(), text);
                } catch (RuntimeException e) {
                    log.error("the board {} can't be written: its reads are answered 503", board, e);
                } finally {
                    board.rendered(made);
                }
            });
        } catch (RejectedExecutionException e) {
            log.debug("not written, as the gateway closes: {}", board);
        }
    }
}
