package dev.hotlane.processor.watch;

import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.Halt;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.recover.LaneTopics;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks every second that the command topic is still the loaded one. Kafka's clients go on silently in a topic that
 * was deleted and created again, so such a topic halts the process. Changed partitions or settings raise an alarm and
 * prevent the next start. Also reads the number of reply partitions. Runs on the daemon thread watch.
 */
public final class TopicWatch implements Runnable, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(TopicWatch.class);
    private static final long INTERVAL_MILLIS = 1_000;

    /** Missing answers before the halt: a broker that is just starting may not have the topic for a moment. */
    private static final int MISSES_MAX = 3;

    /** Looks per comparison of the settings, which costs two more requests. */
    private static final int LOOKS_PER_CHECK = 10;

    private final Admin admin;
    private final String lane;
    private final LaneTopics expected;
    private final Halt halt;
    private final Runnable everySecond;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Thread thread;
    private int misses;
    private int looks;
    private volatile String alarm;
    private volatile int replyPartitions;

    /** @param everySecond further tasks that may do a little I/O */
    public TopicWatch(Admin admin, String lane, LaneTopics expected, Halt halt, Runnable everySecond) {
        this.admin = admin;
        this.lane = lane;
        this.expected = expected;
        this.halt = halt;
        this.everySecond = everySecond;
        replyPartitions = expected.replyPartitions();
        thread = new Thread(this, "watch");
        thread.setDaemon(true);
    }

    /** Starts the thread. */
    public void start() {
        thread.start();
    }

    @Override
    public void run() {
        try {
            while (!stop.await(INTERVAL_MILLIS, TimeUnit.MILLISECONDS)) {
                everySecond.run();
                look();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        try {
            LaneTopics found = LaneTopics.find(admin, lane);
            misses = 0;
            replyPartitions = found.replyPartitions();
            if (!found.topicId().equals(expected.topicId())
                    || !found.clusterId().equals(expected.clusterId())) {
                halt.request(new HaltReason(
                        ExitCode.TOPIC_RECREATED,
                        "the command topic was id " + expected.topicId() + " in cluster " + expected.clusterId()
                                + " when this process started, it is " + found.topicId() + " in "
                                + found.clusterId() + " now: it was deleted and created again under the running lane"));
            } else if (looks++ % LOOKS_PER_CHECK == 0) {
                check(found);
            }
        } catch (HaltReason e) {
            if (e.code() != ExitCode.TOPIC_MISSING || ++misses >= MISSES_MAX) {
                halt.request(e);
            }
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            log.debug("could not look at the topics", e);
        }
    }

    private void check(LaneTopics found) throws ExecutionException, TimeoutException {
        String before = alarm;
        try {
            found.check(admin, lane);
            alarm = null;
        } catch (HaltReason e) {
            alarm = e.getMessage();
            if (!e.getMessage().equals(before)) {
                log.error("the topics were changed under the running lane: {}", e.getMessage());
            }
        }
    }

    /** Fault of the topics' partitions or settings, null for none; any thread. */
    public String alarm() {
        return alarm;
    }

    /** Partitions of the reply topic at the last look; any thread. */
    public int replyPartitions() {
        return replyPartitions;
    }

    @Override
    public void close() {
        stop.countDown();
    }
}
