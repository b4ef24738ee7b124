package dev.hotlane.gateway.access;

import dev.hotlane.access.KnownCaller;
import dev.hotlane.access.Principals;
import dev.hotlane.access.rate.PrincipalRate;
import dev.hotlane.access.rate.RateAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * What callers have open for longer than one answer: watches and batches. Ends each whose caller's key expired, whose
 * principal is gone, or whose grants changed. Belongs to one event loop, which sweeps it twice a second; so access ends
 * within 2 s of the change, of which the file's reader takes one half.
 */
public final class OpenForCallers {
    private final GatewayAccess access;
    private final LongSupplier clockMs;
    private final List<Opened> all = new ArrayList<>();

    /** @param clockMs returns epoch ms */
    public OpenForCallers(GatewayAccess access, LongSupplier clockMs) {
        this.access = access;
        this.clockMs = clockMs;
    }

    /** One of them. */
    public final class Opened {
        private static final int CLOSED = -1;

        private final Runnable end;
        private KnownCaller caller;
        private int place = CLOSED;

        private Opened(KnownCaller caller, Runnable end) {
            this.caller = caller;
            this.end = end;
        }

        /** Its caller, by the principals of the last sweep. */
        public KnownCaller caller() {
            return caller;
        }

        /**
         * Begins a call of its caller, unless the caller's rate is used up: then null.
         *
         * @param ending whether the call ends a reservation
         */
        public RatedCall begin(boolean ending) {
            if (caller.isAnyone()) {
                return RatedCall.FREE;
            }
            PrincipalRate rate = rate();
            RateAnswer answer = rate.begin(ending, System.nanoTime());
            return answer.isIn() ? new RatedCall(rate, answer) : null;
        }

        private PrincipalRate rate() {
            return access.rates().of(caller.principal());
        }

        /** It has ended by itself. Does nothing if it had ended before. */
        public void close() {
            if (place == CLOSED) {
                return;
            }
            Opened last = all.remove(all.size() - 1);
            if (last != this) {
                last.place = place;
                all.set(place, last);
            }
            place = CLOSED;
        }

        /** Takes its caller over into this state of the file; returns false if its access has ended. */
        private boolean goesOn(Principals now, long nowMs) {
            KnownCaller current = caller.in(now);
            if (current == null || current.expired(nowMs) || !current.mayAllThatMay(caller)) {
                return false;
            }
            caller = current;
            return true;
        }
    }

    /** Adds what this caller opens; {@code end} is called once if the caller's access ends, and closes it. */
    public Opened add(KnownCaller caller, Runnable end) {
        Opened opened = new Opened(caller, end);
        if (!caller.isAnyone()) {
            opened.place = all.size();
            all.add(opened);
        }
        return opened;
    }

    /** Ends what may not go on. */
    public void sweep() {
        if (all.isEmpty()) {
            return;
        }
        Principals now = access.principals();
        long nowMs = clockMs.getAsLong();
        // From the end: a place that becomes free is filled by one that was looked at.
        for (int i = all.size() - 1; i >= 0; i--) {
            Opened opened = all.get(i);
            if (!opened.goesOn(now, nowMs)) {
                opened.close();
                opened.end.run();
            }
        }
    }
}
