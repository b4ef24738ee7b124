package dev.hotlane.protocol;

import dev.hotlane.protocol.sbe.CommandKind;
import java.util.List;

/**
 * A command as a client states it, without id and routing. Byte arrays are not copied.
 *
 * @param kind kind of the command
 * @param hold whether a transact opens a hold under its own id
 * @param ttlMs TTL of the hold or extension in milliseconds, else 0
 * @param ops ops in order, at most 64 (RULES may allow fewer)
 * @param target id of the target hold or command, else empty
 * @param owner owner of the new hold; of a confirm, cancel or extend the owner that the target hold must have, or empty
 *     for any; else empty
 */
public record Command(CommandKind kind, boolean hold, long ttlMs, List<Op> ops, byte[] target, byte[] owner) {
    private static final byte[] NONE = {};

    /** A transact without a hold. */
    public static Command transact(List<Op> ops) {
        return new Command(CommandKind.TRANSACT, false, 0, ops, NONE, NONE);
    }

    /** A transact without a hold. */
    public static Command transact(Op... ops) {
        return transact(List.of(ops));
    }
}
