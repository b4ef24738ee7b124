package dev.hotlane.proof.faults.scene;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Starts a supervised child again when it has ended, as an operator's supervisor would. Owns the thread supervisor. */
final class SlotSupervisor implements AutoCloseable {
    private static final long LOOK_MILLIS = 20;

    private final List<ChildSlot> places;
    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "supervisor");
    private volatile RuntimeException fault;

    SlotSupervisor(List<ChildSlot> places) {
        this.places = List.copyOf(places);
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try {
            while (!over.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                places.forEach(ChildSlot::superviseOnce);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            fault = e;
        }
    }

    /** True; throws why the thread ended if it did. */
    boolean works() {
        if (fault != null) {
            throw fault;
        }
        return true;
    }

    @Override
    public void close() {
        over.countDown();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
