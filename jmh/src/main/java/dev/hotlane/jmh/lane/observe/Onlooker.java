package dev.hotlane.jmh.lane.observe;

import java.time.Duration;

/** Who looks at a node while it sells. One thread. */
interface Onlooker extends AutoCloseable {
    /** Nobody. */
    Onlooker NOBODY = new Onlooker() {
        @Override
        public String name() {
            return "nobody looks";
        }

        @Override
        public void come(Duration lead) {}

        @Override
        public Seen leave(Duration window) {
            return new Seen("looks", 0, 0, null);
        }

        @Override
        public void close() {}
    };

    /** For tables. */
    String name();

    /** Comes; returns when a load may begin, whose first seconds are not measured. */
    void come(Duration lead);

    /** Leaves after a load with that measured time. */
    Seen leave(Duration window);

    /** Ends it; it does not come again. */
    @Override
    void close();

    /**
     * What an onlooker saw of a load.
     *
     * @param what it looks at
     * @param found looks that were answered with what it came for
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
