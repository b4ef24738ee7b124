package dev.hotlane.processor.state;

import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.CommandKind;
import dev.hotlane.protocol.sbe.OpKind;
import java.util.List;

/** Contents of commands, in short. */
final class Content {
    private static final byte[] NONE = {};

    private Content() {}

    static Command hold(long ttlMs, Op... ops) {
        return holdOf("", ttlMs, ops);
    }

    static Command holdOf(String owner, long ttlMs, Op... ops) {
        return new Command(CommandKind.TRANSACT, true, ttlMs, List.of(ops), NONE, LaneInMemory.bytes(owner));
    }

    static Command confirm(String hold, Op... lines) {
        return new Command(CommandKind.CONFIRM, false, 0, List.of(lines), LaneInMemory.bytes(hold), NONE);
    }

    static Command cancel(String hold) {
        return new Command(CommandKind.CANCEL, false, 0, List.of(), LaneInMemory.bytes(hold), NONE);
    }

    static Command extend(String hold, long ttlMs) {
        return new Command(CommandKind.EXTEND, false, ttlMs, List.of(), LaneInMemory.bytes(hold), NONE);
    }

    static Command abandon(String command) {
        return new Command(CommandKind.ABANDON, false, 0, List.of(), LaneInMemory.bytes(command), NONE);
    }

    /** So many units of stock are taken. */
    static Op stock(String key, long units) {
        return Op.add(key, -units);
    }

    /** So many units of a limit are used. */
    static Op limit(String key, long units, long max) {
        return Op.add(key, units).arg(ArgName.MAX, max);
    }

    /** A line of a partial confirm. */
    static Op line(String key, long units) {
        return new Op(OpKind.LINE, LaneInMemory.bytes(key)).arg(ArgName.QUANTITY, units);
    }

    static Op take(String key, long tokens, long count, long periodMs, long burst) {
        return new Op(OpKind.TAKE, LaneInMemory.bytes(key))
                .arg(ArgName.TOKENS, tokens)
                .arg(ArgName.COUNT, count)
                .arg(ArgName.PERIOD_MS, periodMs)
                .arg(ArgName.BURST, burst);
    }
}
