package dev.hotlane.gateway.call;

import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.OpTable;
import dev.hotlane.protocol.ReadView;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.Sender;
import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.CommandKind;
import dev.hotlane.protocol.sbe.HoldState;
import dev.hotlane.protocol.sbe.OpKind;
import dev.hotlane.protocol.sbe.ReadKind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * One request to the log, checked and ready to encode. Kept until its reply arrives, because replies hold numbers only.
 * Immutable; byte arrays are not copied.
 */
public final class LogRequest {
    private static final byte[] NONE = {};

    private final Sender sender;
    private final byte[] id;
    private final Command command;
    private final Reading reading;
    private final boolean single;
    private final boolean conditional;

    /** A read: of counters by keys, of a hold or command by id, or of a page after an id. */
    private record Reading(ReadKind kind, List<byte[]> keys, byte[] target, ReadView.Page page, ReadTerms terms) {}

    private LogRequest(
            Sender sender, byte[] id, Command command, Reading reading, boolean single, boolean conditional) {
        this.sender = sender;
        this.id = id;
        this.command = command;
        this.reading = reading;
        this.single = single;
        this.conditional = conditional;
    }

    private static LogRequest read(Sender sender, Reading reading) {
        return new LogRequest(sender, null, null, reading, false, false);
    }

    /** A command under an id; the id may be null until admission rejects the request for it. */
    public static LogRequest command(Sender sender, byte[] id, Command command) {
        return new LogRequest(sender, id, command, null, false, false);
    }

    /** A call that changes the one counter or bucket of its path, with or without a precondition header. */
    public static LogRequest change(Sender sender, byte[] id, Op op, boolean conditional) {
        return new LogRequest(sender, id, Command.transact(op), null, true, conditional);
    }

    /** A read of counters. */
    public static LogRequest counters(Sender sender, List<byte[]> keys) {
        return counters(sender, keys, ReadTerms.LANE);
    }

    /** A read of counters that the view may answer, if the terms allow it. */
    static LogRequest counters(Sender sender, List<byte[]> keys, ReadTerms terms) {
        return read(sender, new Reading(ReadKind.COUNTERS, keys, NONE, null, terms));
    }

    /** A read of a stored command of the sender's tenant. */
    public static LogRequest stored(Sender sender, byte[] id) {
        return read(sender, new Reading(ReadKind.COMMAND, List.of(), id, null, ReadTerms.LANE));
    }

    /** A read of a hold of the sender's tenant and of that owner; an empty owner stands for any. */
    public static LogRequest hold(Sender sender, byte[] id, byte[] owner) {
        ReadView.Page page = new ReadView.Page(HoldState.NONE, 0, owner);
        return read(sender, new Reading(ReadKind.HOLD, List.of(), id, page, ReadTerms.LANE));
    }

    /**
     * A read of a page of holds of the sender's tenant: with one stock key or (null) all; after the hold of an id or
     * (empty) from the newest.
     */
    public static LogRequest holds(Sender sender, ReadView.Page page, byte[] key, byte[] after) {
        List<byte[]> keys = key == null ? List.of() : List.of(key);
        return read(sender, new Reading(ReadKind.HOLDS, keys, after, page, ReadTerms.LANE));
    }

    /** Who sends it. */
    Sender sender() {
        return sender;
    }

    /** Key of the record: tenant and id; null for a read, or without an id. */
    byte[] recordKey() {
        return id == null ? null : sender.recordKey(id);
    }

    /** Whether it is a command; else it is a read, which changes nothing and is not remembered. */
    public boolean writes() {
        return command != null;
    }

    /** The command's id; null for a read. */
    public byte[] id() {
        return id;
    }

    /** The id of the target hold or command; empty if there is none. */
    public byte[] target() {
        return command == null ? reading.target : command.target();
    }

    /** The kind of a read; null for a command. */
    ReadKind readKind() {
        return command == null ? reading.kind : null;
    }

    /** Whether it is a transaction that opens a hold. */
    boolean holds() {
        return command != null && command.hold();
    }

    /** Whether it is a confirm, cancel, extend or abandon: it ends a hold, prolongs it, or ends a doubt. */
    public boolean resolves() {
        return command != null && command.kind() != CommandKind.TRANSACT;
    }

    /** Whether it is a transaction, with or without a hold. */
    boolean transacts() {
        return command != null && command.kind() == CommandKind.TRANSACT;
    }

    /** The kind of a command. */
    CommandKind kind() {
        return command.kind();
    }

    /** Time to live of the hold that a command names, in ms; 0 if it names none. */
    long ttlMs() {
        return command.ttlMs();
    }

    /** Whether it names the owner of holds. */
    boolean namesOwner() {
        return owner().length > 0;
    }

    /** Number of ops; 0 for a read. */
    public int opCount() {
        return command == null ? 0 : command.ops().size();
    }

    /** Op i of the command. */
    public Op op(int i) {
        return command.ops().get(i);
    }

    /** Whether the path names a counter or bucket, so that the request has no op fields. */
    boolean single() {
        return single;
    }

    /** The place of op i in the request: the op itself, its field, or the key in the path. */
    String place(int i) {
        Op op = op(i);
        String key = new String(op.key(), StandardCharsets.UTF_8);
        if (single) {
            return (op.kind() == OpKind.TAKE ? "bucket " : "counter ") + key;
        }
        if (command.kind() == CommandKind.TRANSACT && !command.hold()) {
            return "op " + i + " (" + op.kind().name().toLowerCase(Locale.ROOT) + " on " + key + ")";
        }
        String field = field(op);
        int before = 0;
        for (int j = 0; j < i; j++) {
            before += field(op(j)).equals(field) ? 1 : 0;
        }
        return "/" + field + "/" + before + " (" + key + ")";
    }

    private static String field(Op op) {
        return OpTable.reservationField(op.kind(), op.arg(ArgName.DELTA.value()));
    }

    /** The keys of a read. */
    public List<byte[]> keys() {
        return reading.keys;
    }

    /** Where it may be answered from. */
    public ReadTerms terms() {
        return command == null ? reading.terms : ReadTerms.LANE;
    }

    /** Whether an unmet condition came from If-Match or If-None-Match. */
    public boolean conditional() {
        return conditional;
    }

    /** The owner that it names, of a new hold or of its target; empty if there is none. */
    public byte[] owner() {
        if (command != null) {
            return command.owner();
        }
        return reading.page == null ? NONE : reading.page.owner();
    }

    /** The record value; the record key is {@link #recordKey}. */
    public byte[] encode(RecordWriter writer, Routing routing, byte[] traceparent) {
        if (writes()) {
            return writer.command(sender, id, routing, command, traceparent);
        }
        writer.sentBy(sender).traced(traceparent);
        return switch (reading.kind) {
            case COUNTERS -> writer.readCounters(routing, reading.keys);
            case HOLDS ->
                writer.readHolds(
                        routing, reading.page, reading.keys.isEmpty() ? null : reading.keys.get(0), reading.target);
            case HOLD -> writer.readHold(routing, reading.target, reading.page.owner());
            case COMMAND -> writer.readById(routing, reading.kind, reading.target);
            case NULL_VAL -> throw new IllegalStateException("a read of no kind");
        };
    }
}
