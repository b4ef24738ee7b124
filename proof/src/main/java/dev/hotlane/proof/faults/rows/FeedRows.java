package dev.hotlane.proof.faults.rows;

import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.faults.scene.SceneFeeds;
import dev.hotlane.proof.faults.scene.ScenePlan;
import java.util.List;

/** Change feeds that are killed and frozen beside a lane whose leader is killed. */
public final class FeedRows {
    private static final int ANSWERS_BETWEEN = 50;

    private FeedRows() {}

    /** The rows, in the order of their numbers. */
    public static List<FaultRow> all() {
        return List.of(FaultRow.of(
                "F94",
                "kill -9 and SIGSTOP of the publishing feed in turns, each with a kill -9 of the leader",
                "the other feed publishes; each acknowledged change is published once, no gap",
                ScenePlan.USUAL,
                FeedRows::strikeFeedAndLeader));
    }

    private static void strikeFeedAndLeader(Scene on) {
        SceneFeeds feeds = on.feeds();
        feeds.start("feed-1");
        feeds.start("feed-2");
        ChildSlot publishing = feeds.awaitPublishing(null);
        int rounds = on.rounds(20, 2);
        for (int round = 0; round < rounds; round++) {
            on.load().awaitAnswers(on.random().nextInt(20, 400));
            ChildSlot struck = publishing;
            ChildSlot leader = on.awaitLeader();
            boolean kill = round % 2 == 0;
            on.nemesis((kill ? "kill -9 " : "SIGSTOP ") + struck.name() + ", kill -9 " + leader.name());
            if (kill) {
                struck.kill9();
            } else {
                struck.suspend();
            }
            leader.kill9();
            publishing = feeds.awaitPublishing(struck);
            on.load().awaitAnswers(ANSWERS_BETWEEN);
            // One that was frozen wakes up beside the feed that took over.
            struck.resume();
            struck.start();
            on.awaitAll();
        }
        on.fact(rounds + " take-overs of a feed beside as many of a leader");
    }
}
