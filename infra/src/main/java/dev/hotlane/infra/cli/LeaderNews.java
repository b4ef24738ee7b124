package dev.hotlane.infra.cli;

import dev.hotlane.infra.stack.LanePair;
import java.io.PrintWriter;

/** Prints who leads, and again after each later LEAD. One thread. */
final class LeaderNews {
    private final LanePair pair;
    private final PrintWriter out;
    private long told;

    LeaderNews(LanePair pair, PrintWriter out) {
        this.pair = pair;
        this.out = out;
    }

    void look() {
        pair.leader().ifPresent(leader -> heard(leader.name(), leader.process().pid(), leader.epoch()));
    }

    /** Ignores an epoch that is not the latest: a deposed process that stood still may still report that it leads. */
    void heard(String name, long pid, long epoch) {
        if (epoch > told) {
            told = epoch;
            out.println(name + " (process " + pid + ") leads.");
            out.flush();
        }
    }
}
