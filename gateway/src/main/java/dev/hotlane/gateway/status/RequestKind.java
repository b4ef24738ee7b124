package dev.hotlane.gateway.status;

import java.util.Locale;

/** The classes of requests whose times are measured: each has times of its own size. */
public enum RequestKind {
    /** A command by a request of its own. */
    WRITE,
    /** A read of named things, from the log or from memory. */
    READ,
    /** A list. */
    LIST,
    /** A command that is a line of a batch. */
    BATCH_LINE,
    /** A batch, a stream, a page about this gateway, or no call at all: its time is not measured. */
    UNTIMED;

    /** Its label. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
