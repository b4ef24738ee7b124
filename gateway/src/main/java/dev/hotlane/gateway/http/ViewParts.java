package dev.hotlane.gateway.http;

import dev.hotlane.gateway.board.Board;
import dev.hotlane.gateway.board.Boards;
import dev.hotlane.gateway.call.LocalView;
import dev.hotlane.gateway.settings.ViewSettings;
import dev.hotlane.gateway.watch.Watches;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What answers reads from memory; any thread may use each part.
 *
 * @param local the view, which may be off
 * @param boards its boards; none if the view is off
 * @param watches the streams that watch it; they follow the view behind the boards
 */
public record ViewParts(LocalView local, Boards boards, Watches watches) {
    /** The parts of this view with these settings, as a gateway of this lane has them; the view is not filled yet. */
    public static ViewParts of(LocalView local, ViewSettings settings, String lane) {
        Boards boards = Boards.of(local.table(), settings.boards(), System::nanoTime);
        Watches watches = new Watches(local.table(), lane, prefix -> keys(boards, prefix), settings.watchesMax());
        return new ViewParts(local, boards, watches);
    }

    private static List<byte[]> keys(Boards boards, byte[] prefix) {
        Board board = boards.find(new String(prefix, StandardCharsets.UTF_8));
        return board.exceeded() ? null : board.keysInOrder();
    }
}
