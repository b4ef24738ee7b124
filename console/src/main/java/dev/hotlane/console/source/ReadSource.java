package dev.hotlane.console.source;

/** One source and its newest readings. On the event loop. */
public final class ReadSource {
    private final SourceAddress address;
    private Reading before;
    private Reading newest;
    private boolean answers;
    private boolean asked;
    private String fault = "not read yet";

    ReadSource(SourceAddress address) {
        this.address = address;
    }

    /** Where it is. */
    public SourceAddress address() {
        return address;
    }

    /** Whether a request is on its way: then no other one is sent. */
    boolean asked() {
        return asked;
    }

    void ask() {
        asked = true;
    }

    void answered(Reading reading) {
        asked = false;
        // Counts from before a silence are still a base: the difference spans the silence.
        before = newest;
        newest = reading;
        answers = true;
        fault = null;
    }

    void failed(String why) {
        asked = false;
        answers = false;
        fault = why;
    }

    /** Whether its last request was answered. */
    public boolean answers() {
        return answers;
    }

    /** Why its last request was not answered; null if it was. */
    public String fault() {
        return fault;
    }

    /** What it answered last, however long ago; null if it never did. */
    public Reading newest() {
        return newest;
    }

    /** What it answered before that; null if there was none. */
    public Reading before() {
        return before;
    }
}
