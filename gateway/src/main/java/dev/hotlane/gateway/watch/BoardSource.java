package dev.hotlane.gateway.watch;

import java.util.List;

/** Lists the counters of boards. */
@FunctionalInterface
public interface BoardSource {
    /**
     * The keys of the counters with this prefix, as of the last pack applied; null if there are more than a board may
     * have. The prefix is that of a declared board. Thread {@code view-table}.
     */
    List<byte[]> keys(byte[] prefix);
}
