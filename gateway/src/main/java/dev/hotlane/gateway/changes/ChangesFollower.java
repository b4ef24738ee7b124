package dev.hotlane.gateway.changes;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows both topics of the feed: thread {@code changes}. It starts with the first question, and reads from what the newest
 * record of progress names. A topic that was made again has another identity: all streams end, and it starts again.
 */
final class ChangesFollower implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ChangesFollower.class);
    private static final Duration POLL_MAX = Duration.ofMillis(100);
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long JOIN_MAX_MS = 3_000;

    /** How far before the end of the progress topic the newest record is looked for first. */
    private static final long PROGRESS_BACK = 64;

    private static final int PROGRESS_KEPT = 1_024;

    private final ChangesSource source;
    private final ChangesRing ring;
    private final ChangesCounts counts;
    private final ChangesQuestions questions;
    private final ChangesParser parser = new ChangesParser();
    private final ArrayDeque<ChangesProgress> uncounted = new ArrayDeque<>();
    private final Thread thread = new Thread(this::run, "changes");
    private ChangesGrouper grouper;
    private long badBefore;
    private long lastSequence;
    private volatile boolean stopping;

    /** Up to where all changes are in the ring, or were; -1 while nothing is followed. */
    private volatile long upTo = -1;

    /** Greatest sequence of which a client may have the id; -1 while nothing is followed. */
    private volatile long tail = -1;

    /** Times that it began to follow; 0 while nothing is followed. */
    private volatile long generation;

    private long generations;

    ChangesFollower(ChangesSource source, ChangesRing ring, ChangesCounts counts, ChangesQuestions questions) {
        this.source = source;
        this.ring = ring;
        this.counts = counts;
        this.questions = questions;
        thread.setUncaughtExceptionHandler((dead, cause) -> {
            log.error("the thread of the changes died; restart this gateway", cause);
            generation = 0;
        });
    }

    void start() {
        thread.start();
    }

    long upTo() {
        return upTo;
    }

    long tail() {
        return tail;
    }

    long generation() {
        return generation;
    }

    private void run() {
        try {
            while (!stopping) {
                questions.await();
                if (!stopping) {
                    look();
                }
            }
        } catch (InterruptedException e) {
            log.debug("interrupted to stop");
        } finally {
            leave();
            questions.close();
        }
    }

    private void look() throws InterruptedException {
        try {
            String identity = source.identity();
            if (identity == null) {
                questions.refuseAll(ChangesAnswer.State.NO_TOPICS);
                // At most one look a second, however many ask.
                questions.refuseFor(LOOK_NANOS, ChangesAnswer.State.NO_TOPICS);
                return;
            }
            follow(identity);
        } catch (RuntimeException e) {
            if (!stopping) {
                log.warn("the topics of the feed can't be read; streams of changes end", e);
                questions.refuseAll(ChangesAnswer.State.AWAY);
                questions.refuseFor(LOOK_NANOS, ChangesAnswer.State.AWAY);
            }
        } finally {
            leave();
        }
    }

    /** Ends what was followed: each stream that belongs to it ends in its next turn. */
    private void leave() {
        generation = 0;
        ring.close();
        upTo = -1;
        tail = -1;
        uncounted.clear();
        badBefore += grouper == null ? 0 : grouper.bad();
        grouper = null;
    }

    private void follow(String identity) throws InterruptedException {
        try (ChangesConsumer reader = source.follow()) {
            begin(reader);
            while (!stopping) {
                take(reader);
                questions.answer(this, reader);
                if (source.isOther(identity)) {
                    log.warn("the topics of the feed were made again or deleted: streams of changes end");
                    return;
                }
            }
        }
    }

    /** Takes its place behind what the newest progress names: the records before it have no greater sequence. */
    void begin(ChangesConsumer reader) {
        ChangesProgress newest = newest(reader);
        long sequence = newest == null ? -1 : newest.upTo();
        long oldest = reader.begin(ChangesTopic.CHANGES);
        long offset = newest == null ? oldest : Math.max(newest.changes(), oldest);
        reader.seek(ChangesTopic.CHANGES, offset);
        ring.reset(sequence, offset);
        grouper = new ChangesGrouper(parser, sequence);
        lastSequence = sequence;
        upTo = sequence;
        tail = sequence;
        generations++;
        generation = generations;
        log.info("following the changes from offset {}, behind sequence {}", offset, sequence);
    }

    /** The newest record of progress, before which the reader stands then; null if there is none. */
    private ChangesProgress newest(ChangesConsumer reader) {
        long begin = reader.begin(ChangesTopic.PROGRESS);
        long end = reader.end(ChangesTopic.PROGRESS);
        for (long back = PROGRESS_BACK; ; back *= 8) {
            long from = Math.max(begin, end - back);
            reader.seek(ChangesTopic.PROGRESS, from);
            reader.seek(ChangesTopic.CHANGES, reader.end(ChangesTopic.CHANGES));
            ChangesProgress found = null;
            long since = System.nanoTime();
            while (reader.position(ChangesTopic.PROGRESS) < end) {
                for (ChangesRead read : reader.poll(POLL_MAX)) {
                    ChangesProgress progress =
                            read.topic() == ChangesTopic.PROGRESS ? parser.progress(read.value()) : null;
                    found = progress == null ? found : progress;
                }
                if (System.nanoTime() - since > 10 * LOOK_NANOS) {
                    throw new IllegalStateException("Kafka did not return the feed's progress in 10 s");
                }
            }
            if (found != null || from == begin) {
                return found;
            }
        }
    }

    void take(ChangesConsumer reader) {
        for (ChangesRead read : reader.poll(POLL_MAX)) {
            if (read.topic() == ChangesTopic.CHANGES) {
                ChangesGroup group = grouper.add(read);
                if (group != null) {
                    ring.add(group);
                    lastSequence = group.sequence();
                }
            } else {
                ChangesProgress progress = parser.progress(read.value());
                if (progress != null) {
                    uncounted.add(progress);
                }
            }
        }
        counts.bad(badBefore + grouper.bad());
        count(reader.position(ChangesTopic.CHANGES));
        tail = Math.max(upTo, lastSequence);
    }

    /** Counts what names an end that the reader has reached. */
    private void count(long position) {
        while (uncounted.size() > PROGRESS_KEPT) {
            uncounted.remove();
        }
        Iterator<ChangesProgress> each = uncounted.iterator();
        while (each.hasNext()) {
            ChangesProgress progress = each.next();
            if (progress.changes() > position) {
                break;
            }
            each.remove();
            upTo = Math.max(upTo, progress.upTo());
        }
    }

    /** Whether all progress up to this offset was read and counted. Thread changes. */
    boolean counted(ChangesConsumer reader, long progressEnd) {
        return uncounted.isEmpty() && reader.position(ChangesTopic.PROGRESS) >= progressEnd;
    }

    /** Ends the thread; waits some seconds at most. */
    @Override
    public void close() {
        stopping = true;
        questions.wake();
        try {
            thread.join(JOIN_MAX_MS);
            // It may still wait for an answer of Kafka.
            thread.interrupt();
            thread.join(JOIN_MAX_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
