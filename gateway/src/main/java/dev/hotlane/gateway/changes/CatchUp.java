package dev.hotlane.gateway.changes;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the topic for one stream that is behind the ring: a batch each time that the client has taken the one before. Its thread
 * is {@code changes-reader-N}; the receiver is called on the event loop of the stream.
 */
final class CatchUp {
    private static final Logger log = LoggerFactory.getLogger(CatchUp.class);
    private static final Duration POLL_MAX = Duration.ofMillis(200);
    private static final long WAIT_MS = 200;

    private final long after;
    private final long upTo;
    private final Executor loop;
    private final Receiver receiver;
    private final Semaphore wanted = new Semaphore(0);
    private volatile boolean stopped;

    /** Null until its place was found. Belongs to the thread that reads. */
    private ChangesGrouper grouper;

    /** Takes what is read; belongs to an event loop. */
    interface Receiver {
        /** Where the changes begin, or that they are expired; then nothing follows. */
        void located(ChangesSeek.Found found);

        /** The next groups; all that begin before the offset were passed. Nothing follows until {@link #more}. */
        void read(List<ChangesGroup> groups, long offset);

        /** The topic can't be read; nothing follows. */
        void failed();
    }

    /**
     * Not started yet.
     *
     * @param after sequence that the client has
     * @param upTo sequence up to which the feed has published
     */
    CatchUp(long after, long upTo, Executor loop, Receiver receiver) {
        this.after = after;
        this.upTo = upTo;
        this.loop = loop;
        this.receiver = receiver;
    }

    /** The client has taken the last batch. Any thread. */
    void more() {
        wanted.release();
    }

    /** Nothing is wanted any more; the receiver may still get what was read. Any thread. */
    void stop() {
        stopped = true;
        wanted.release();
    }

    /** No reader could be made for it. */
    void refuse() {
        loop.execute(receiver::failed);
    }

    /** Reads until it is stopped; throws what the reader throws, which is of no use then. */
    void run(ChangesConsumer reader) {
        try {
            boolean more = true;
            while (more && (grouper == null || isWanted())) {
                more = step(reader);
            }
        } catch (RuntimeException e) {
            log.warn("a stream of changes ends, as its part of the topic can't be read", e);
            loop.execute(receiver::failed);
            throw e;
        }
    }

    /** Looks for its place, the first time; then reads a batch. Returns whether another may follow. */
    boolean step(ChangesConsumer reader) {
        if (grouper == null) {
            return locate(reader);
        }
        List<ChangesGroup> groups = new ArrayList<>();
        for (ChangesRead read : reader.poll(POLL_MAX)) {
            ChangesGroup group = grouper.add(read);
            if (group != null) {
                groups.add(group);
            }
        }
        long offset = grouper.next(reader.position(ChangesTopic.CHANGES));
        loop.execute(() -> receiver.read(groups, offset));
        return true;
    }

    private boolean locate(ChangesConsumer reader) {
        ChangesParser parser = new ChangesParser();
        ChangesSeek.Found found = new ChangesSeek(reader, parser).after(after, upTo);
        loop.execute(() -> receiver.located(found));
        if (found.isExpired()) {
            return false;
        }
        reader.seek(ChangesTopic.CHANGES, found.offset());
        grouper = new ChangesGrouper(parser, after);
        return true;
    }

    private boolean isWanted() {
        try {
            boolean given = false;
            while (!given && !stopped) {
                given = wanted.tryAcquire(WAIT_MS, TimeUnit.MILLISECONDS);
            }
            return !stopped;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Whether a batch is wanted now; takes the wish. For a test that is all threads itself. */
    boolean takeWish() {
        return !stopped && (grouper == null || wanted.tryAcquire());
    }

    boolean isStopped() {
        return stopped;
    }
}
