package dev.hotlane.jmh.load;

/** When requests are due. Times are by System.nanoTime. The loop's thread. */
final class Schedule {
    private final boolean closed;
    private final double nanosEach;
    private final long begin;
    private final long end;
    private final long most;
    private long taken;

    Schedule(LoadSettings settings, long begin) {
        closed = settings.isClosed();
        nanosEach = closed ? 0 : 1e9 / settings.ratePerSecond();
        this.begin = begin;
        end = begin + settings.warmUp().toNanos() + settings.duration().toNanos();
        double fit = closed ? Double.MAX_VALUE : Math.ceil((end - begin) / nanosEach);
        most = Math.min(settings.requestsMax(), (long) fit);
    }

    /** Whether a request should be sent now or should have been sent before. */
    boolean isDue(long now) {
        return taken < most && (closed ? now - end < 0 : now - intended() >= 0);
    }

    /** When the next one should be sent: in the closed loop as soon as may be. */
    long intended() {
        return closed ? begin : begin + (long) (taken * nanosEach);
    }

    /** The next one is sent; gives the time its latency counts from. */
    long take(long now) {
        long from = closed ? now : intended();
        taken++;
        return from;
    }

    /** Whether nothing is left to be sent. */
    boolean isOver(long now) {
        return taken >= most || closed && now - end >= 0;
    }

    /** Requests whose time came and that were never taken, of the open loop. */
    long left() {
        return closed ? 0 : most - taken;
    }

    boolean isClosed() {
        return closed;
    }

    long end() {
        return end;
    }
}
