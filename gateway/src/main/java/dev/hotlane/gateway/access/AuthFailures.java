package dev.hotlane.gateway.access;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts of the requests that proved no principal, by reason. The answer to the caller names none. Any thread. */
public final class AuthFailures {
    /** Why a request proved no principal. */
    public enum Reason {
        /** It has no Authorization header, or several. */
        MISSING,
        /** Its header is not that of a bearer. */
        MALFORMED,
        /** Its API key is no key, unknown or expired. */
        KEY,
        /** Its token is not valid, or tokens are not accepted. */
        TOKEN,
        /** Its certificate belongs to no principal, or to another one than its key or token. */
        CERTIFICATE;

        /** Its label. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Map<Reason, LongAdder> counts = new EnumMap<>(Reason.class);

    AuthFailures() {
        for (Reason reason : Reason.values()) {
            counts.put(reason, new LongAdder());
        }
    }

    void count(Reason reason) {
        counts.get(reason).increment();
    }

    /** Requests of this reason since the start. */
    public long of(Reason reason) {
        return counts.get(reason).sum();
    }
}
