package dev.hotlane.infra.faults.failpoint;

import java.util.concurrent.atomic.AtomicInteger;

/** One point that is armed: it lets so many passes go and acts on the next. Any thread. */
record Trap(Point point, Action action, AtomicInteger passes) {
    private static final int WORDS = 3;

    /** The trap that is set now, null for none. */
    private static volatile Trap set;

    /** From the text of the file: the point, the action, how many passes go free. */
    static Trap parse(String text) {
        String[] words = text.trim().split(" ");
        if (words.length != WORDS) {
            throw new IllegalArgumentException("expected 'POINT ACTION PASSES', found '" + text + "'");
        }
        return new Trap(
                Point.valueOf(words[0]), Action.valueOf(words[1]), new AtomicInteger(Integer.parseInt(words[2])));
    }

    static void set(Trap trap) {
        set = trap;
    }

    /** Called at every point. */
    static void pass(Point point) {
        Trap trap = set;
        if (trap != null && trap.point == point) {
            trap.spring();
        }
    }

    private void spring() {
        int left = passes.getAndDecrement();
        if (left == 0 || left < 0 && action.lasts()) {
            action.act(point);
        }
    }
}
