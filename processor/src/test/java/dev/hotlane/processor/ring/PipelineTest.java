package dev.hotlane.processor.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.lmax.disruptor.EventHandler;
import dev.hotlane.processor.flow.Slot;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.Halt;
import dev.hotlane.processor.halt.HaltReason;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PipelineTest {
    private static final int SIZE = 64;
    private static final Duration TIMEOUT = Duration.ofMillis(20);

    private final CompletableFuture<HaltReason> halted = new CompletableFuture<>();
    private final Recorder state = new Recorder();
    private final Recorder reply = new Recorder();
    private final Recorder flush = new Recorder();
    private final Recorder view = new Recorder();
    private Pipeline pipeline;

    /** Remembers what it saw; fails at an offset if told to. */
    private static class Recorder implements EventHandler<Slot> {
        volatile long last = -1;
        volatile int quiet;
        volatile String thread;
        volatile long failAt = -1;
        volatile Throwable failure = new IllegalStateException("as the test wants it");

        @Override
        public void onEvent(Slot slot, long sequence, boolean endOfBatch) throws Exception {
            thread = Thread.currentThread().getName();
            if (slot.offset == failAt) {
                if (failure instanceof Error error) {
                    throw error;
                }
                throw (Exception) failure;
            }
            last = slot.offset;
        }

        @Override
        public void onTimeout(long sequence) {
            quiet = quiet + 1;
        }
    }

    private void start(WaitKind kind) {
        pipeline = new Pipeline(SIZE, kind, TIMEOUT, new Halt(halted::complete));
        pipeline.start(state, reply, flush);
    }

    private void publish(int from, int upTo) {
        long high = pipeline.ring().next(upTo - from);
        long low = high - (upTo - from) + 1;
        for (int i = from; i < upTo; i++) {
            pipeline.ring().get(low + i - from).offset = i;
        }
        pipeline.ring().publish(low, high);
    }

    @AfterEach
    void stop() throws InterruptedException {
        pipeline.stop(Duration.ofMillis(300));
    }

    @ParameterizedTest
    @EnumSource(WaitKind.class)
    void wakesEveryStageAndGivesEachItsQuietMoments(WaitKind kind) {
        start(kind);
        for (int i = 0; i < 5 * SIZE; i++) {
            publish(i, i + 1);
        }
        int last = 5 * SIZE - 1;
        await().until(() -> state.last == last && reply.last == last && flush.last == last);
        assertThat(state.thread).isEqualTo("state");
        assertThat(reply.thread).isEqualTo("reply");
        assertThat(flush.thread).isEqualTo("flush");
        await().until(() -> state.quiet > 2);
        if (kind != WaitKind.BLOCKING) {
            await().until(() -> reply.quiet > 2 && flush.quiet > 2);
        }
    }

    @Test
    void parkedStagesHearOfASingleSlotLongBeforeTheirTimeout() {
        pipeline = new Pipeline(SIZE, WaitKind.PARKING, Duration.ofHours(1), new Halt(halted::complete));
        pipeline.start(state, reply, flush);
        for (int i = 0; i < 2_000; i++) {
            publish(i, i + 1);
            int offset = i;
            await().pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofNanos(20_000))
                    .until(() -> reply.last == offset && flush.last == offset);
        }
    }

    @Test
    void aFaultInStateLetsNothingOfThatOffsetOrLaterOut() {
        state.failAt = 20;
        start(WaitKind.PARKING);
        publish(0, 40);
        await().until(halted::isDone);
        publish(40, 60);
        state.failAt = -1;
        assertThat(halted.join().code()).isEqualTo(ExitCode.STAGE_FAILED);
        assertThat(halted.join()).hasMessageContaining("stage state").hasMessageContaining("offset 20");
        await().during(Duration.ofMillis(100)).until(() -> state.last == 19);
        assertThat(reply.last).isLessThan(20);
        assertThat(flush.last).isLessThan(20);
    }

    @Test
    void anErrorHaltsLikeAnException() {
        state.failAt = 3;
        state.failure = new OutOfMemoryError("as the test wants it");
        start(WaitKind.PARKING);
        publish(0, 10);
        await().until(halted::isDone);
        assertThat(halted.join().getCause()).isInstanceOf(OutOfMemoryError.class);
        assertThat(state.last).isEqualTo(2);
    }

    @Test
    void aFaultInReplyStopsReplying() {
        reply.failAt = 5;
        start(WaitKind.PARKING);
        publish(0, 10);
        await().until(halted::isDone);
        publish(10, 20);
        await().until(() -> state.last == 19);
        assertThat(halted.join()).hasMessageContaining("stage reply");
        assertThat(reply.last).isEqualTo(4);
    }

    @Test
    void aFaultInFlushStopsFlushing() {
        flush.failAt = 5;
        start(WaitKind.PARKING);
        publish(0, 10);
        await().until(halted::isDone);
        publish(10, 20);
        await().until(() -> state.last == 19);
        assertThat(halted.join()).hasMessageContaining("stage flush");
        assertThat(flush.last).isEqualTo(4);
    }

    @Test
    void aRefusalKeepsItsOwnCode() {
        state.failAt = 1;
        state.failure = new HaltReason(ExitCode.STEPPED_DOWN, "another leads");
        start(WaitKind.PARKING);
        publish(0, 2);
        await().until(halted::isDone);
        assertThat(halted.join().code()).isEqualTo(ExitCode.STEPPED_DOWN);
    }

    @Test
    void handsOverCuttableSlotsBeforeTheBatchIsOver() {
        CountDownLatch goOn = new CountDownLatch(1);
        EventHandler<Slot> slow = (slot, sequence, endOfBatch) -> {
            slot.cuttable = slot.offset == 4;
            if (slot.offset == 5) {
                goOn.await();
            }
        };
        pipeline = new Pipeline(SIZE, WaitKind.PARKING, TIMEOUT, new Halt(halted::complete));
        pipeline.start(slow, reply, flush);
        publish(0, 10);
        await().until(() -> reply.last == 4 && flush.last == 4);
        goOn.countDown();
        await().until(() -> reply.last == 9 && flush.last == 9);
    }

    private void startWithView() {
        pipeline = new Pipeline(SIZE, WaitKind.PARKING, TIMEOUT, new Halt(halted::complete));
        pipeline.start(state, reply, flush, view);
    }

    @Test
    void theViewGetsEverySlotOnAThreadOfItsOwnAndNaps() throws InterruptedException {
        startWithView();
        for (int i = 0; i < 50 * SIZE; i++) {
            publish(i, i + 1);
        }
        int last = 50 * SIZE - 1;
        await().until(() -> view.last == last && flush.last == last);
        assertThat(view.thread).isEqualTo("view");
        int naps = view.quiet;
        await().until(() -> view.quiet > naps + 10);
        publish(last + 1, last + 10);
        assertThat(pipeline.stop(Duration.ofSeconds(10))).as("drained").isTrue();
        assertThat(view.last).isEqualTo(last + 9);
    }

    @Test
    void noPlaceIsUsedAgainBeforeTheViewIsDoneWithIt() {
        CountDownLatch goOn = new CountDownLatch(1);
        pipeline = new Pipeline(SIZE, WaitKind.PARKING, TIMEOUT, new Halt(halted::complete));
        pipeline.start(state, reply, flush, (slot, sequence, endOfBatch) -> goOn.await());
        publish(0, SIZE);
        await().until(() -> reply.last == SIZE - 1 && flush.last == SIZE - 1);
        assertThat(pipeline.ring().remainingCapacity()).isZero();
        goOn.countDown();
        await().until(() -> pipeline.ring().remainingCapacity() == SIZE);
    }

    @Test
    void aFaultInTheViewHalts() {
        view.failAt = 5;
        startWithView();
        publish(0, 10);
        await().until(halted::isDone);
        assertThat(halted.join().code()).isEqualTo(ExitCode.STAGE_FAILED);
        assertThat(halted.join()).hasMessageContaining("stage view").hasMessageContaining("offset 5");
        assertThat(view.last).isEqualTo(4);
    }
}
