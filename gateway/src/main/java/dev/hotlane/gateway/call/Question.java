package dev.hotlane.gateway.call;

import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.sbe.ReadKind;
import java.util.List;

/**
 * What one request asks of the log, checked and ready to encode; kept until its reply comes, as replies hold numbers
 * only. Immutable; byte arrays are not copied.
 */
public final class Question {
    private static final byte[] NONE = {};

    private final byte[] id;
    private final Command command;
    private final ReadKind readKind;
    private final List<byte[]> keys;
    private final byte[] target;
    private final boolean conditional;

    private Question(
            byte[] id, Command command, ReadKind readKind, List<byte[]> keys, byte[] target, boolean conditional) {
        this.id = id;
        this.command = command;
        this.readKind = readKind;
        this.keys = keys;
        this.target = target;
        this.conditional = conditional;
    }

    /** A command under an id; the id may be null until admission has refused the request for it. */
    public static Question command(byte[] id, Command command) {
        return new Question(id, command, ReadKind.NULL_VAL, List.of(), NONE, false);
    }

    /** A command of one op, asked with or without a precondition header. */
    public static Question change(byte[] id, Op op, boolean conditional) {
        return new Question(id, Command.transact(op), ReadKind.NULL_VAL, List.of(), NONE, conditional);
    }

    /** A read of counters. */
    public static Question counters(List<byte[]> keys) {
        return new Question(null, null, ReadKind.COUNTERS, keys, NONE, false);
    }

    /** A read of a stored command. */
    public static Question stored(byte[] id) {
        return new Question(null, null, ReadKind.COMMAND, List.of(), id, false);
    }

    /** Whether it is a command (else a read, which changes nothing and is not remembered). */
    public boolean writes() {
        return command != null;
    }

    /** The command's id; null for a read. */
    public byte[] id() {
        return id;
    }

    /** The id that a read asks for. */
    public byte[] target() {
        return target;
    }

    /** How many ops it has; 0 for a read. */
    public int opCount() {
        return command == null ? 0 : command.ops().size();
    }

    /** Op i of a command. */
    public Op op(int i) {
        return command.ops().get(i);
    }

    /** The keys of a read. */
    public List<byte[]> keys() {
        return keys;
    }

    /** Whether an unmet condition came from If-Match or If-None-Match. */
    public boolean conditional() {
        return conditional;
    }

    /** The record value; its record key is {@link #id}. */
    public byte[] encode(RecordWriter writer, Routing routing, byte[] traceparent) {
        if (writes()) {
            return writer.command(id, routing, command, traceparent);
        }
        return readKind == ReadKind.COUNTERS
                ? writer.readCounters(routing, keys)
                : writer.readById(routing, readKind, target);
    }
}
