package dev.hotlane.jmh.feed.rivals;

import dev.hotlane.jmh.feed.front.ChangeStore;
import dev.hotlane.jmh.feed.front.StoredChange;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** A store in memory that keeps all changes, and that tests make faulty. One event loop. */
class MemoryChanges implements ChangeStore {
    private final Map<String, Long> values = new HashMap<>();
    private final List<StoredChange> history = new ArrayList<>();
    private final Set<Consumer<List<StoredChange>>> followers = new LinkedHashSet<>();
    private boolean hasResumed;

    @Override
    public Future<Void> put(String key, long value) {
        values.put(key, value);
        if (!loses()) {
            publish(key, value);
        }
        return Future.succeededFuture();
    }

    /** Gives a change to those that follow. */
    final void publish(String key, long value) {
        StoredChange change = new StoredChange(history.size() + 1L, key, value);
        history.add(change);
        List.copyOf(followers).forEach(follower -> follower.accept(List.of(change)));
    }

    /** Whether the change that is being put reaches no follower. */
    boolean loses() {
        return false;
    }

    /** Whether a following has begun behind an id. */
    final boolean hasResumed() {
        return hasResumed;
    }

    @Override
    public Future<Long> value(String key) {
        return Future.succeededFuture(values.get(key));
    }

    @Override
    public boolean resumes() {
        return true;
    }

    @Override
    public Future<Following> follow(long after, Consumer<List<StoredChange>> changes) {
        hasResumed |= after != NOW;
        if (after != NOW && after < history.size()) {
            changes.accept(List.copyOf(history.subList((int) after, history.size())));
        }
        followers.add(changes);
        return Future.succeededFuture(() -> followers.remove(changes));
    }
}
