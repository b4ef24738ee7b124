package dev.hotlane.proof.history;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Commands that were sent, for those who send them again. Belongs to the event loop of its workload. */
final class SentCommands {
    /** Beyond that a random one makes room, so that some get old. */
    private static final int COMMANDS_MAX = 2_000;

    /** Repeats are mostly of the last ones. */
    private static final int RECENT = 100;

    /** A command, and the group whose keys it names: nothing of another group may be sent under its id. */
    record Sent(Group group, Request command) {}

    private final List<Sent> sent = new ArrayList<>();

    void add(Group group, Request command, SplittableRandom random) {
        if (sent.size() == COMMANDS_MAX) {
            sent.remove(random.nextInt(COMMANDS_MAX));
        }
        sent.add(new Sent(group, command));
    }

    /** A command that was sent, maybe not answered yet; null if there is none. */
    Sent any(SplittableRandom random) {
        if (sent.isEmpty()) {
            return null;
        }
        int reach = random.nextInt(4) == 0 ? sent.size() : Math.min(RECENT, sent.size());
        return sent.get(sent.size() - 1 - random.nextInt(reach));
    }
}
