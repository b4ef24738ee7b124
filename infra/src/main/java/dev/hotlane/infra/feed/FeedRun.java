package dev.hotlane.infra.feed;

import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.processor.log.LogClients;
import dev.hotlane.processor.watch.ShownOffset;
import dev.hotlane.protocol.TopicSpec;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.TopicPartition;

/**
 * A feed on real brokers, with the check of its topics' identity. The caller's thread calls {@link #step} again and
 * again, about every 5 ms; any thread may read the status.
 */
public final class FeedRun implements AutoCloseable {
    private static final long SHOWN_EVERY_NANOS = 1_000_000_000L;

    /** Records of a round from which the log counts as busy. */
    private static final int BUSY_RECORDS = 64;

    private static final long GATHER_NANOS = 20_000_000L;

    private final FeedTopicIds ids;
    private final FeedLock lock;
    private final ExecutorService publisher;
    private final Feed feed;
    private final ShownOffset shown;
    private long shownNanos;
    private boolean gathered;

    /**
     * Checks the topics and loads a state.
     *
     * @throws dev.hotlane.processor.halt.HaltReason if it must not start
     * @throws org.apache.kafka.common.KafkaException if Kafka does not answer, or denies an operation
     */
    public FeedRun(FeedSettings settings) {
        this(settings, new FeedStatus());
    }

    /** As the other, with a status that is shown before the state is loaded. */
    public FeedRun(FeedSettings settings, FeedStatus status) {
        FeedClients clients = new FeedClients(settings.kafka(), settings.lane());
        FeedTopicIds.requireSettings(clients);
        ids = new FeedTopicIds(clients);
        Identity identity = identity(settings, ids);
        FeedDirectory directory = new FeedDirectory(settings.directory());
        lock = FeedLock.take(settings.directory());
        publisher = Executors.newSingleThreadExecutor(FeedRun::publisherThread);
        String transactionalId = ids.transactionalId();
        FeedSurroundings around = new FeedSurroundings(
                new LogClients(settings.kafka(), settings.lane())::reader,
                clients::reader,
                () -> clients.producer(transactionalId),
                publisher,
                directory,
                System::nanoTime,
                new SplittableRandom(),
                FeedPace.USUAL);
        feed = around.feed(settings, identity, status);
        shown = new ShownOffset(
                ids.admin(),
                settings.lane() + ".feed",
                new TopicPartition(TopicSpec.commands(settings.lane()).name(), TopicSpec.COMMAND_PARTITION),
                () -> status.role() == FeedStatus.Role.PUBLISHING,
                feed::shownOffset);
        try {
            feed.start();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Closes the ids if Kafka does not answer: the start may be tried again. */
    private static Identity identity(FeedSettings settings, FeedTopicIds ids) {
        try {
            return TopicAdmin.identity(settings.kafka(), settings.lane());
        } catch (RuntimeException e) {
            ids.close();
            throw e;
        }
    }

    private static Thread publisherThread(Runnable work) {
        Thread thread = new Thread(work, "feed-publisher");
        thread.setDaemon(true);
        return thread;
    }

    /** One round; throws HaltReason if the feed must end. */
    public void step() {
        long now = System.nanoTime();
        ids.look(now);
        long applied = feed.status().applied();
        feed.step();
        gather(feed.status().applied() - applied, now);
        if (now - shownNanos >= SHOWN_EVERY_NANOS) {
            shownNanos = now;
            shown.show();
        }
    }

    /**
     * Lets the records of a busy log gather for 20 ms once all were read: else it gives few records a fetch, and thousands of
     * fetches a second cost feed and broker more than the records do.
     */
    private void gather(long records, long begin) {
        gathered = rests(records, feed.isAtEnd(), gathered);
        if (gathered) {
            LockSupport.parkNanos(begin + GATHER_NANOS - System.nanoTime());
        }
    }

    /** Not twice in a row: what the first round behind a rest reads was fetched before it. */
    static boolean rests(long records, boolean atEnd, boolean rested) {
        return records >= BUSY_RECORDS && atEnd && !rested;
    }

    /** Figures; any thread. */
    public FeedStatus status() {
        return feed.status();
    }

    @Override
    public void close() {
        feed.close();
        publisher.shutdown();
        ids.close();
        lock.close();
    }
}
