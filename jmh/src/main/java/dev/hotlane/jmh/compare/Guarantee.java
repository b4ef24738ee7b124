package dev.hotlane.jmh.compare;

/** What remains of a sale that was answered, and of an id that comes again. Immutable, in words for a table. */
record Guarantee(String who, String repeat, String process, String machine, String power) {
    private static final String KEPT = "kept";
    private static final String AS_HOTLANE = "as Hotlane";
    private static final String MYSQL_COPY = "lost, unless MySQL has a semi-synchronous copy";

    /** Whether every answer outlives a killed process. */
    boolean keepsProcess() {
        return process.equals(KEPT);
    }

    /** Whether every answer outlives a loss of power on one machine. */
    boolean keepsPower() {
        return power.equals(KEPT);
    }

    /** Whether every answer outlives a loss of power where the log has copies. */
    boolean keepsPowerWithCopies() {
        return power.startsWith("kept with 3 brokers") || power.equals(AS_HOTLANE);
    }

    /** Of a contestant of that code; several may have the same. */
    static Guarantee of(String code) {
        return switch (code) {
            case Choice.HOTLANE ->
                new Guarantee(
                        "Hotlane",
                        "yes, refusals too",
                        KEPT,
                        "kept with 3 brokers, lost with one",
                        "kept with 3 brokers in 3 places; one loses what its page cache held");
            case Choice.FLUSHED ->
                new Guarantee(
                        "Hotlane with flush.messages=1",
                        "yes, refusals too",
                        KEPT,
                        "kept with 3 brokers, lost with one",
                        KEPT);
            case "a" -> new Guarantee("a", "no", KEPT, MYSQL_COPY, KEPT);
            case "b", "c" -> new Guarantee("b, c", "yes, sales", KEPT, MYSQL_COPY, KEPT);
            case "d" -> new Guarantee("d", "yes, sales", KEPT, MYSQL_COPY, KEPT);
            case "e" -> new Guarantee("e", "yes, refusals too", KEPT, MYSQL_COPY, KEPT);
            case "f" ->
                new Guarantee(
                        "f",
                        "no",
                        "lost back to the last flush, 10 ms or for as long as MySQL is away",
                        "lost, as before",
                        "lost, as before");
            case "g1", "g2", "g3", "g4" -> new Guarantee("g1 to g4", "no", KEPT, MYSQL_COPY, KEPT);
            case "h1" ->
                new Guarantee(
                        "h1, everysec",
                        "yes, refusals too, for 10 minutes",
                        "kept, but for up to 2 s while an fsync is slow",
                        "lost; a replica lacks the last answers",
                        "lost back to the last second or two");
            case "h2" ->
                new Guarantee(
                        "h2, always",
                        "yes, refusals too, for 10 minutes",
                        KEPT,
                        "lost; a replica lacks the last answers",
                        KEPT);
            case "i1" ->
                new Guarantee(
                        "i1, at least once",
                        "no",
                        "kept, but a command may count twice",
                        "kept with 3 brokers, lost with one",
                        "as Hotlane, counted twice at times");
            default -> new Guarantee("i2, exactly once", "no", KEPT, "kept with 3 brokers, lost with one", AS_HOTLANE);
        };
    }
}
