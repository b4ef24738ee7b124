package dev.hotlane.proof.history;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Commands that were sent, to be sent again. Owned by the event loop of its workload. */
final class SentCommands {
    /** One more drops a random one, so that some get old. */
    private static final int COMMANDS_MAX = 2_000;

    /** Three of four repeats are among this many last ones. */
    private static final int RECENT = 100;

    /** A command and the group of its keys: nothing of another group may be sent under its id. */
    record Sent(Group group, Request command) {}

    private final List<Sent> sent = new ArrayList<>();

    void add(Group group, Request command, SplittableRandom random) {
        if (sent.size() == COMMANDS_MAX) {
            sent.remove(random.nextInt(COMMANDS_MAX));
        }
        sent.add(new Sent(group, command));
    }

    /** A command that was sent, maybe without an answer so far; null for none. */
    Sent any(SplittableRandom random) {
        if (sent.isEmpty()) {
            return null;
        }
        int reach = random.nextInt(4) == 0 ? sent.size() : Math.min(RECENT, sent.size());
        return sent.get(sent.size() - 1 - random.nextInt(reach));
    }
}
