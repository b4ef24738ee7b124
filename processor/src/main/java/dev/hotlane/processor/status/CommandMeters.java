package dev.hotlane.processor.status;

import dev.hotlane.processor.state.StateCounts;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.CommandKind;
import java.util.List;
import java.util.Locale;

/** Commands by kind and verdict. A pair has a series from its first command on; the frequent ones from the start. */
final class CommandMeters {
    private static final List<Verdict> FROM_START = List.of(Verdict.OK, Verdict.INSUFFICIENT);

    private final Meters meters;
    private final StateCounts counts;
    private final boolean[][] shown = new boolean[CommandKind.values().length][Verdict.values().length];

    CommandMeters(Meters meters, StateCounts counts) {
        this.meters = meters;
        this.counts = counts;
    }

    /** Registers what is not registered yet and was counted; before each scrape. */
    void look() {
        for (CommandKind kind : CommandKind.values()) {
            if (kind != CommandKind.NULL_VAL) {
                for (Verdict verdict : Verdict.values()) {
                    look(kind, verdict);
                }
            }
        }
    }

    private synchronized void look(CommandKind kind, Verdict verdict) {
        boolean[] of = shown[kind.ordinal()];
        if (!of[verdict.ordinal()] && (FROM_START.contains(verdict) || counts.of(kind, verdict) > 0)) {
            of[verdict.ordinal()] = true;
            meters.counter(
                    "hotlane.commands",
                    "Commands decided by this process, by their kind and by the verdict they were answered",
                    () -> counts.of(kind, verdict),
                    "kind",
                    kind.name().toLowerCase(Locale.ROOT),
                    "verdict",
                    verdict.name());
        }
    }
}
