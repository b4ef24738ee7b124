package dev.hotlane.proof.faults.failpoint;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One armed point: it lets that number of passes go and acts on the next. Any thread.
 *
 * @param passes left to let go; DAWDLE also acts on all later ones
 * @param key counts only passes of the command with that record key; empty for every pass
 */
record Trap(Point point, Action action, AtomicInteger passes, String key) {
    private static final int WORDS = 3;

    /** Null for none. */
    private static volatile Trap set;

    /** Parses the text of the file: the point, the action, the passes to let go, and perhaps a record key. */
    static Trap parse(String text) {
        String[] words = text.trim().split(" ");
        if (words.length != WORDS && words.length != WORDS + 1) {
            throw new IllegalArgumentException("expected 'POINT ACTION PASSES [KEY]', found '" + text + "'");
        }
        return new Trap(
                Point.valueOf(words[0]),
                Action.valueOf(words[1]),
                new AtomicInteger(Integer.parseInt(words[2])),
                words.length > WORDS ? words[WORDS] : "");
    }

    static void set(Trap trap) {
        set = trap;
    }

    /** Called at every point without a command. */
    static void pass(Point point) {
        pass(point, null);
    }

    /** Called at every point; the record key is null at a point without a command. */
    static void pass(Point point, byte[] key) {
        Trap trap = set;
        if (trap != null && trap.point == point && trap.isFor(key)) {
            trap.spring();
        }
    }

    private boolean isFor(byte[] passing) {
        return key.isEmpty() || passing != null && key.equals(new String(passing, StandardCharsets.UTF_8));
    }

    private void spring() {
        int left = passes.getAndDecrement();
        if (left == 0 || left < 0 && action.lasts()) {
            action.act(point);
        }
    }
}
