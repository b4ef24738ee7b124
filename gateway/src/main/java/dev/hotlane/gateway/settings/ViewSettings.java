package dev.hotlane.gateway.settings;

import dev.hotlane.protocol.Op;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * The view of all counters that answers local reads; checked when made, immutable.
 *
 * @param on whether the gateway keeps every counter in memory; else each read goes through the log
 * @param staleMax greatest age of a local answer whose caller gave none
 * @param boards prefixes whose counters are listed from the view, each once
 * @param watchesMax most open streams of {@code GET /v1/watch}; one more is answered 503
 */
public record ViewSettings(boolean on, Duration staleMax, List<String> boards, int watchesMax) {
    /** No view. */
    public static final ViewSettings OFF = new ViewSettings(false, Duration.ofSeconds(5), List.of(), 10_000);

    private static final int BOARDS_MAX = 64;
    private static final int WATCHES_MAX = 1_000_000;

    /** Throws IllegalArgumentException with the name of a setting that can't work. */
    public ViewSettings {
        Requirement.requireMs("viewStaleMax", staleMax, 1);
        Requirement.require(
                staleMax.toHours() < 1 || staleMax.equals(Duration.ofHours(1)),
                "viewStaleMaxMs must be at most 3600000: " + staleMax.toMillis());
        Requirement.require(
                watchesMax >= 0 && watchesMax <= WATCHES_MAX,
                "viewWatchesMax must be 0.." + WATCHES_MAX + ": " + watchesMax);
        boards = List.copyOf(boards);
        Requirement.require(boards.isEmpty() || on, "viewBoard needs view");
        Requirement.require(boards.size() <= BOARDS_MAX, "viewBoard must be given at most 64 times: " + boards.size());
        Requirement.require(
                Set.copyOf(boards).size() == boards.size(), "viewBoard must have different prefixes: " + boards);
        for (String prefix : boards) {
            int length = prefix.getBytes(StandardCharsets.UTF_8).length;
            Requirement.require(
                    length >= 1 && length <= Op.KEY_LENGTH_MAX,
                    "viewBoard must have 1.." + Op.KEY_LENGTH_MAX + " bytes of UTF-8: '" + prefix + "'");
        }
    }

    /** A view whose answers are at most 5 s old. */
    public static ViewSettings usual() {
        return new ViewSettings(true, OFF.staleMax, List.of(), OFF.watchesMax);
    }

    /** A copy with these boards. */
    public ViewSettings withBoards(List<String> prefixes) {
        return new ViewSettings(on, staleMax, prefixes, watchesMax);
    }

    /** A copy with this number of streams. */
    public ViewSettings withWatchesMax(int count) {
        return new ViewSettings(on, staleMax, boards, count);
    }
}
