package dev.hotlane.infra.cli;

import dev.hotlane.infra.stack.LanePair;
import java.io.PrintWriter;

/** Tells who leads, and tells it again when that has changed. One thread. */
final class LeaderNews {
    private final LanePair pair;
    private final PrintWriter out;
    private long told;

    LeaderNews(LanePair pair, PrintWriter out) {
        this.pair = pair;
        this.out = out;
    }

    void look() {
        pair.leader().ifPresent(leader -> {
            long pid = leader.process().pid();
            if (pid != told) {
                told = pid;
                out.println(leader.name() + " (process " + pid + ") leads.");
                out.flush();
            }
        });
    }
}
