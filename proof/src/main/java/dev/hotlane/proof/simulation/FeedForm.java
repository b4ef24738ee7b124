package dev.hotlane.proof.simulation;

import dev.hotlane.infra.feed.FeedScope;
import java.util.List;

/** Whether two change feeds follow a lane, what they publish, and whether the log is kept for them. */
public enum FeedForm {
    /** No feed. */
    NONE(FeedScope.ALL, false),
    /** Everything but buckets; the log is kept from where a restart replays. */
    KEPT(FeedScope.ALL, true),
    /** Everything; the log is deleted without regard to the feeds. */
    CUT(new FeedScope(List.of(), true), false),
    /** Stock alone; the log is kept. */
    STOCK(new FeedScope(List.of("stock:"), false), true);

    final FeedScope scope;
    private final boolean kept;

    FeedForm(FeedScope scope, boolean kept) {
        this.scope = scope;
        this.kept = kept;
    }

    /** Whether there are feeds. */
    boolean has() {
        return this != NONE;
    }

    /** Whether retention regards them. */
    boolean keepsLog() {
        return kept;
    }
}
