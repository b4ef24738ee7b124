package dev.hotlane.processor;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stops a lane in order: resign, stop reading, drain the stages, flush once more. On the closing thread. */
final class LaneStop {
    private static final Logger log = LoggerFactory.getLogger(LaneStop.class);

    /** Longest wait for the stages after a fault: a failed stage never finishes. */
    private static final Duration AFTER_FAULT = Duration.ofMillis(200);

    private final RunningLane lane;
    private final long patienceMillis;

    LaneStop(RunningLane lane, Duration patience) {
        this.lane = lane;
        patienceMillis = patience.toMillis();
    }

    /** @param healthy false after a fault or a failed start: then the stop neither resigns nor flushes */
    void run(boolean healthy) {
        try {
            if (healthy) {
                resign();
            }
            lane.reader.stop();
            boolean drained = lane.pipeline.stop(healthy ? Duration.ofMillis(patienceMillis) : AFTER_FAULT);
            if (healthy && drained && lane.stages.contender.epoch() > 0) {
                flushLast();
            }
            if (healthy && lane.stages.contender.epoch() > 0) {
                report();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lane.watch.close();
            lane.sender.close();
            if (lane.viewTopic != null) {
                lane.viewTopic.close();
            }
            lane.flushWriter.close();
            lane.logWriter.close();
        }
    }

    private void resign() throws InterruptedException {
        try {
            lane.stages.contender.resign().get(patienceMillis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            log.warn(
                    "the RESIGN and a TICK behind it were not read back within {} ms. Without the RESIGN the next leader waits"
                            + " for silence",
                    patienceMillis);
        }
    }

    private void flushLast() {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMillis);
        long left = patienceMillis;
        boolean more = true;
        while (more && left > 0 && !lane.flushWriter.ended()) {
            lane.flushWriter.drain(Duration.ofMillis(left));
            more = lane.stages.flush.offerLast(lane.flushWriter.flushedOffset());
            left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        }
    }

    /** Reports how far MySQL is behind, without records after our RESIGN: the next leader answers and flushes them. */
    private void report() {
        long applied = lane.positions.applied().getAsLong();
        long flushed = lane.positions.flushed().getAsLong();
        long resigned = lane.stages.contender.resignedAt();
        long owed = (resigned < 0 ? applied : resigned + 1) - flushed;
        if (owed > 0 && !lane.succeeded()) {
            log.warn(
                    "stopped at offset {}, MySQL at {}: {} records of this leader are not in MySQL. The log has them, the"
                            + " next leader replays and flushes them; until then a report from MySQL is that much behind",
                    applied,
                    flushed,
                    owed);
        } else {
            log.info("stopped at offset {}, MySQL at {}", applied, flushed);
        }
    }
}
