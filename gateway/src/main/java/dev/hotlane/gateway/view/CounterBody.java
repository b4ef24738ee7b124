package dev.hotlane.gateway.view;

import dev.hotlane.protocol.json.JsonText;

/** The body of a counter in answers from the view: it has no offset and no time. Any thread; no state. */
public final class CounterBody {
    /** The return value of {@link #write} if the counter has no ETag. */
    public static final long NO_TAG = -1;

    private static final byte[] KEY = JsonText.ascii("{\"key\":");
    private static final byte[] VALUE = JsonText.ascii(",\"value\":");
    private static final byte[] HELD = JsonText.ascii(",\"held\":");
    private static final byte[] CONFIRMED = JsonText.ascii(",\"confirmed\":");
    private static final byte[] VERSION = JsonText.ascii(",\"version\":");
    private static final byte[] BUCKET = JsonText.ascii(",\"bucket\":true");

    private CounterBody() {}

    /**
     * Writes the body of a counter, whose negative version marks a bucket, and returns the version for the ETag. Units
     * held or confirmed of a bucket or of version 0 change under one version; such a counter has no ETag.
     */
    public static long write(byte[] key, long value, long held, long confirmed, long version, JsonText out) {
        open(key, value, held, confirmed, version, out).raw('}');
        return version <= 0 && (held != 0 || confirmed != 0) ? NO_TAG : Math.abs(version);
    }

    /** Writes the body without its end; the object stays open. */
    public static JsonText open(byte[] key, long value, long held, long confirmed, long version, JsonText out) {
        out.raw(KEY).string(key);
        out.raw(VALUE).number(value);
        out.raw(HELD).number(held);
        out.raw(CONFIRMED).number(confirmed);
        out.raw(VERSION).number(Math.abs(version));
        return version < 0 ? out.raw(BUCKET) : out;
    }
}
