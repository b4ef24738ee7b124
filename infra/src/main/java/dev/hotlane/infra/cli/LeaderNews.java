package dev.hotlane.infra.cli;

import dev.hotlane.infra.stack.LanePair;
import java.io.PrintWriter;

/** Tells who leads, and tells it again when somebody leads by a later LEAD. One thread. */
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

    /** One that stood still and was deposed says for a moment that it leads: its epoch is not the latest. */
    void heard(String name, long pid, long epoch) {
        if (epoch > told) {
            told = epoch;
            out.println(name + " (process " + pid + ") leads.");
            out.flush();
        }
    }
}
