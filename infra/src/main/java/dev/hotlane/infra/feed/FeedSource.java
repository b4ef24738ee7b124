package dev.hotlane.infra.feed;

import dev.hotlane.protocol.feed.FeedProgress;

/** Finds a state to begin with. Owned by the feed's thread; blocks. */
interface FeedSource {
    /**
     * A state and the log behind it.
     *
     * @param name of the source, for messages
     * @param fresh whether a state file is to be written at once, as a restart could not load the same state again
     */
    record Loaded(FeedFollower follower, FeedInput input, String name, boolean fresh) {}

    /**
     * The best state: the newest that is not above the position, else any, behind which a gap is published.
     *
     * @param position the last committed one, null for none
     * @throws dev.hotlane.processor.halt.HaltReason if there is none
     */
    Loaded load(FeedProgress position);

    /**
     * The state that was loaded has another digest than the position: it is not used again.
     *
     * @throws dev.hotlane.processor.halt.HaltReason if no other source may be better
     */
    void reject(Loaded loaded, FeedProgress position);
}
