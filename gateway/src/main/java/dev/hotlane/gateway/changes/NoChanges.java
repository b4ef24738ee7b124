package dev.hotlane.gateway.changes;

/** The source of a lane without a feed. Any thread; no state. */
public final class NoChanges implements ChangesSource {
    @Override
    public String identity() {
        return null;
    }

    @Override
    public boolean isOther(String identity) {
        return true;
    }

    @Override
    public ChangesConsumer follow() {
        throw new IllegalStateException("there are no topics");
    }

    @Override
    public ChangesConsumer catchUp() {
        throw new IllegalStateException("there are no topics");
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
