package dev.hotlane.console.caller;

import dev.hotlane.gateway.settings.PeerLimit;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Counts attempts to log in by address: 10 in any minute. IPv6 addresses with the same first 64 bits are one. On the event loop. */
final class LoginAttempts {
    private static final int PER_MINUTE = 10;
    private static final int ADDRESSES_MAX = 10_000;
    private static final long MINUTE_MS = TimeUnit.MINUTES.toMillis(1);

    private final LongSupplier clockMs;
    private final Map<Long, Recent> byAddress = new HashMap<>();

    /** {@code clockMs} counts on and is never set back. */
    LoginAttempts(LongSupplier clockMs) {
        this.clockMs = clockMs;
    }

    /** When the last attempts of one address were, as a ring. */
    private static final class Recent {
        private final long[] times = new long[PER_MINUTE];
        private int count;

        boolean take(long nowMs) {
            int place = count % PER_MINUTE;
            if (count >= PER_MINUTE && nowMs - times[place] < MINUTE_MS) {
                return false;
            }
            times[place] = nowMs;
            count++;
            return true;
        }

        boolean isOver(long nowMs) {
            return nowMs - times[(count - 1) % PER_MINUTE] >= MINUTE_MS;
        }
    }

    /** Counts an attempt; false if it is one too many. */
    boolean take(InetAddress address) {
        long nowMs = clockMs.getAsLong();
        if (byAddress.size() >= ADDRESSES_MAX) {
            byAddress.values().removeIf(recent -> recent.isOver(nowMs));
        }
        Long counted = PeerLimit.NONE.counted(address);
        if (byAddress.size() >= ADDRESSES_MAX && !byAddress.containsKey(counted)) {
            return false;
        }
        return byAddress.computeIfAbsent(counted, fresh -> new Recent()).take(nowMs);
    }
}
