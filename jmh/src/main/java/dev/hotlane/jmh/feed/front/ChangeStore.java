package dev.hotlane.jmh.feed.front;

import io.vertx.core.Future;
import java.util.List;
import java.util.function.Consumer;

/** Numbers by key whose changes can be followed. Calls and callbacks are those of one event loop; none waits. */
public interface ChangeStore {
    /** {@link #follow} behind this: what comes from now on. */
    long NOW = -1;

    /** A following that can be ended. */
    interface Following {
        /** Changes may still come after this, until the event loop's turn ends. */
        void stop();
    }

    /** Completes when the store has accepted the number. */
    Future<Void> put(String key, long value);

    /** The newest number of a key. */
    Future<Long> value(String key);

    /** Whether a following can begin behind an id. */
    boolean resumes();

    /** Gives each change behind that id, ascending; completes when none from now on is passed over. */
    Future<Following> follow(long after, Consumer<List<StoredChange>> changes);
}
