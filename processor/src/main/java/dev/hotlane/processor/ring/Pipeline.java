package dev.hotlane.processor.ring;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.TimeoutBlockingWaitStrategy;
import com.lmax.disruptor.TimeoutException;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.EventHandlerGroup;
import com.lmax.disruptor.dsl.EventProcessorFactory;
import com.lmax.disruptor.dsl.ProducerType;
import dev.hotlane.processor.flow.Slot;
import dev.hotlane.processor.halt.Halt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * The wiring of the lane: the ring and its threads, in numbered steps. Log, state, reply, flush and view are each a
 * thread and a package of that name; the ring has no thread. {@link Stages} constructs the stages, {@code LogReader}
 * publishes to the ring.
 *
 * <pre>
 *   1. log -> ring ->  2. state -+-> 3a. reply
 *                                +-> 3b. flush
 *                                +-> 3c. view, if there is one
 * </pre>
 *
 * A slot is free again when reply, flush and view are done with it; a full ring makes the log thread wait, nothing else.
 */
public final class Pipeline {
    private static final long NAP_NANOS = 50_000;

    private final ParkingWaitStrategy parking;
    private final HaltOnError onError;
    private final Disruptor<Slot> disruptor;
    private final List<Thread> threads = new ArrayList<>();

    /**
     * @param size places in the ring, a power of two
     * @param timeout longest wait of a stage on an idle ring before its onTimeout is called
     * @param halt requested by any exception in a stage
     */
    public Pipeline(int size, WaitKind wait, Duration timeout, Halt halt) {
        this(size, wait, timeout, halt, "");
    }

    /** @param prefix of the names of its threads, for a pipeline beside the one of the lane */
    public Pipeline(int size, WaitKind wait, Duration timeout, Halt halt, String prefix) {
        parking = new ParkingWaitStrategy(timeout.toNanos());
        WaitStrategy strategy = wait == WaitKind.PARKING ? parking : strategy(wait, timeout);
        Iterator<String> names = Stream.of("state", "reply", "flush", "view")
                .map(name -> prefix + name)
                .iterator();

        // 1. log -> ring: one publisher, the log thread
        onError = new HaltOnError(halt);
        disruptor = new Disruptor<>(Slot::new, size, work -> thread(work, names), ProducerType.SINGLE, strategy);
        disruptor.setDefaultExceptionHandler(onError);
    }

    /** As {@link #start(EventHandler, EventHandler, EventHandler, EventHandler)}, without a view. */
    public void start(EventHandler<Slot> state, EventHandler<Slot> reply, EventHandler<Slot> flush) {
        start(state, reply, flush, null);
    }

    /**
     * Connects the stages to the ring and starts their threads; nothing may be published before.
     *
     * @param view null for none
     */
    public void start(
            EventHandler<Slot> state, EventHandler<Slot> reply, EventHandler<Slot> flush, EventHandler<Slot> view) {
        // 2. state: decides, one record after the other
        EventHandlerGroup<Slot> decided = disruptor.handleEventsWith(new SlotRelease(state, parking::stateAdvanced));
        // 3a. reply: answers. 3b. flush: collects what MySQL is to get. Side by side
        decided.then(reply, flush);
        if (view != null) {
            // 3c. view: collects what gateways read from memory. Beside them; state does not wake it
            EventProcessorFactory<Slot> napping = (ring, before) -> new NappingProcessor(ring, before, view, onError);
            decided.then(napping);
        }
        disruptor.start();
    }

    private static WaitStrategy strategy(WaitKind wait, Duration timeout) {
        long nanos = timeout.toNanos();
        return switch (wait) {
            case BLOCKING -> new TimeoutBlockingWaitStrategy(nanos, TimeUnit.NANOSECONDS);
            case SLEEPING -> new PollingWaitStrategy(nanos, () -> LockSupport.parkNanos(NAP_NANOS));
            case YIELDING -> new PollingWaitStrategy(nanos, Thread::yield);
            case BUSY_SPIN -> new PollingWaitStrategy(nanos, Thread::onSpinWait);
            case PARKING -> new ParkingWaitStrategy(nanos);
        };
    }

    private Thread thread(Runnable work, Iterator<String> names) {
        Thread thread = new Thread(work, names.next());
        thread.setUncaughtExceptionHandler(onError);
        threads.add(thread);
        return thread;
    }

    /** The ring that the log thread publishes to. */
    public RingBuffer<Slot> ring() {
        return disruptor.getRingBuffer();
    }

    /**
     * Lets the stages finish the published records and ends their threads; nothing more may be published. Returns false
     * on timeout; the threads are halted all the same.
     */
    public boolean stop(Duration atMost) throws InterruptedException {
        boolean drained = true;
        try {
            disruptor.shutdown(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            drained = false;
            disruptor.halt();
        }
        for (Thread thread : threads) {
            thread.join(atMost.toMillis());
        }
        return drained;
    }
}
