package dev.hotlane.jmh.micro;

/** Where the publisher of a round waits until the last stage has seen its last event. */
final class RoundEnd {
    /** Far longer than any round: a stage that died must fail the run and not hang it. */
    private static final long WAIT_NANOS_MAX = 120_000_000_000L;

    private volatile long done = -1;
    private volatile Throwable failure;

    /** Called by the last stage on each event. */
    void done(long sequence) {
        done = sequence;
    }

    /** Called by a stage that cannot go on. */
    void failed(Throwable cause) {
        failure = cause;
    }

    void await(long sequence) {
        long start = System.nanoTime();
        while (done < sequence) {
            if (failure != null) {
                throw new IllegalStateException("a stage of the ring failed", failure);
            }
            if (System.nanoTime() - start > WAIT_NANOS_MAX) {
                throw new IllegalStateException("the ring stands at " + done + ", expected " + sequence);
            }
            Thread.yield();
        }
    }
}
