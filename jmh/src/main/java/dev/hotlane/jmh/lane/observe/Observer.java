package dev.hotlane.jmh.lane.observe;

import java.time.Duration;

/** A program that requests figures of a node while it sells. One thread. */
interface Observer extends AutoCloseable {
    /** No such program. */
    Observer NONE = new Observer() {
        @Override
        public String name() {
            return "alone";
        }

        @Override
        public void begin(Duration lead) {}

        @Override
        public Seen end(Duration window) {
            return new Seen("requests", 0, 0, null);
        }

        @Override
        public void close() {}
    };

    /** For tables. */
    String name();

    /** Begins; returns when a load may begin, whose first seconds are not measured. */
    void begin(Duration lead);

    /** Ends after a load with that measured time. It can begin again. */
    Seen end(Duration window);

    /** Ends it for good. */
    @Override
    void close();

    /**
     * What an observer got during a load.
     *
     * @param what it requests
     * @param found answers that were complete
     * @param wanted the least of them
     * @param fault why the last other one was not; null if each was
     */
    record Seen(String what, int found, int wanted, String fault) {
        boolean isEnough() {
            return found >= wanted;
        }

        @Override
        public String toString() {
            return found + " " + what
                    + (found < wanted ? ", at least " + wanted + " expected" : "")
                    + (fault == null ? "" : "; " + fault);
        }
    }
}
