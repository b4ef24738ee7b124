package dev.hotlane.gateway.changes;

import java.util.List;

/**
 * A stream that waits for its place in the topic, then gets what its reader reads: one that is being opened, or an open one that
 * fell behind the ring. Belongs to one event loop.
 */
final class ChangesSearch implements CatchUp.Receiver {
    private final ChangesLoop loop;
    private final ChangesRequest request;
    private final long generation;
    private final ChangesLoop.Opening opening;
    private ChangesStream stream;
    private CatchUp reader;

    /** For a stream that is being opened. */
    ChangesSearch(ChangesLoop loop, ChangesRequest request, long generation, ChangesLoop.Opening opening) {
        this.loop = loop;
        this.request = request;
        this.generation = generation;
        this.opening = opening;
    }

    /** For an open stream. */
    ChangesSearch(ChangesLoop loop, ChangesStream stream) {
        this(loop, null, stream.generation, null);
        this.stream = stream;
    }

    /** Sets its reader, before anything is found: that is reported in a later turn of the event loop. */
    void by(CatchUp other) {
        reader = other;
        if (stream != null) {
            stream.awaits(other);
        }
    }

    @Override
    public void located(ChangesSeek.Found found) {
        if (found.isExpired()) {
            if (stream == null) {
                opening.expired(found.oldest());
            } else {
                loop.end(stream);
            }
            return;
        }
        if (stream == null) {
            stream = loop.begin(request, generation, opening);
            if (stream != null) {
                stream.awaits(reader);
            }
        }
        if (stream == null || stream.hasEnded()) {
            reader.stop();
        } else {
            reader.more();
        }
    }

    @Override
    public void read(List<ChangesGroup> groups, long offset) {
        stream.take(groups, offset);
    }

    @Override
    public void failed() {
        if (stream == null) {
            opening.away();
        } else {
            loop.end(stream);
        }
    }
}
