package dev.hotlane.infra.past;

import java.util.function.Consumer;

/** Reports every five seconds how far a replay is. One thread. */
final class Progress {
    private static final int LOOK_RECORDS = 1 << 14;
    private static final long EVERY_NANOS = 5_000_000_000L;

    private final Consumer<String> notes;
    private long due = System.nanoTime() + EVERY_NANOS;

    Progress(Consumer<String> notes) {
        this.notes = notes;
    }

    /** Cheap; called after each record. */
    void at(long offset, long end) {
        if ((offset & LOOK_RECORDS - 1) == 0 && System.nanoTime() - due > 0) {
            notes.accept(String.format("offset %,d of %,d", offset, end));
            due = System.nanoTime() + EVERY_NANOS;
        }
    }
}
