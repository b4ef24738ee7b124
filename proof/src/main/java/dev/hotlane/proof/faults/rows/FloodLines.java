package dev.hotlane.proof.faults.rows;

/** Lines of batches that flood a lane, by their numbers. No state; any thread. */
final class FloodLines {
    /** Most lines that a reservation may have. */
    static final int LINES_MAX = 64;

    /** Makes a key long, so that few of them fill a cap. */
    static final String WIDE = "x".repeat(180);

    private static final long TTL_MS_MIN = 2_000;

    private FloodLines() {}

    /** A key that stays, a short bucket, or a key that is added and removed; the key has that text behind its number. */
    static String key(long number, String more) {
        String key = "\"flood:" + number + more + "\"";
        String add = "{\"op\":\"add\",\"key\":" + key + ",\"delta\":1}";
        return switch ((int) (number % 3)) {
            case 0 -> transaction(number, add);
            case 1 ->
                transaction(
                        number,
                        "{\"op\":\"take\",\"key\":" + key + ",\"tokens\":1,\"count\":1,\"periodMs\":50,\"burst\":2}");
            default -> transaction(number, add + ",{\"op\":\"remove\",\"key\":" + key + "}");
        };
    }

    /** A command of its own on one key. */
    static String id(long number) {
        return transaction(number, "{\"op\":\"add\",\"key\":\"flood:one\",\"delta\":1}");
    }

    private static String transaction(long number, String ops) {
        return "{\"id\":\"flood-" + number + "\",\"ops\":[" + ops + "]}";
    }

    /**
     * A reservation. One of eight has 64 lines of long keys, the others one line: blocks of both sizes are freed and taken.
     *
     * @param ttlMsMax it expires after 2 s to that time
     */
    static String hold(long number, long ttlMsMax) {
        int lines = number % 8 == 0 ? LINES_MAX : 1;
        return reservation("flood-" + number, lines, TTL_MS_MIN + number % (ttlMsMax - TTL_MS_MIN));
    }

    /** A reservation of that number of lines without stock. */
    static String reservation(String id, int lines, long ttlMs) {
        StringBuilder text = new StringBuilder("{\"id\":\"" + id + "\",\"kind\":\"reservation\",\"lines\":[");
        for (int i = 0; i < lines; i++) {
            text.append(i == 0 ? "" : ",")
                    .append("{\"key\":\"flood:")
                    .append(WIDE)
                    .append(i)
                    .append("\",\"quantity\":1,\"min\":null}");
        }
        return text.append("],\"ttlMs\":").append(ttlMs).append('}').toString();
    }

    /** An extend of that reservation. */
    static String extend(String hold, long number, long ttlMs) {
        return "{\"id\":\"flood-" + number + "\",\"kind\":\"extend\",\"reservation\":\"" + hold + "\",\"ttlMs\":"
                + ttlMs + "}";
    }
}
