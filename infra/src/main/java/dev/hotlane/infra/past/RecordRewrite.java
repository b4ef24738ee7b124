package dev.hotlane.infra.past;

import dev.hotlane.infra.past.OtherRules.By;
import dev.hotlane.infra.past.OtherRules.Drop;
import dev.hotlane.infra.past.PastException.Reason;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.CommandView;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.Sender;
import dev.hotlane.protocol.Tick;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.CommandKind;
import dev.hotlane.protocol.sbe.OpKind;
import dev.hotlane.protocol.sbe.TickDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Writes records as they would have been under other rules. Offsets stay: a dropped command is an empty READ. One thread. */
final class RecordRewrite {
    private static final int DELTA = ArgName.DELTA.value();
    private static final int MAX = ArgName.MAX.value();

    private final OtherRules other;
    private final State state;
    private final long firstSequence;
    private final RecordView view = new RecordView();
    private final RecordWriter writer = new RecordWriter();
    private final Meta meta = new Meta();
    private final AssumedConfirms assumed;
    private boolean notOpened;
    private boolean sale;
    private byte[] key;
    private byte[] value;
    private boolean rewritten;

    /**
     * @param state gets the records
     * @param firstSequence of the first record; commands that the state knew before are not rewritten
     * @param assumed chooses new reservations that are sold at once, null for none
     */
    RecordRewrite(OtherRules other, State state, long firstSequence, AssumedConfirms assumed) {
        this.other = other;
        this.state = state;
        this.firstSequence = firstSequence;
        this.assumed = assumed;
    }

    /**
     * Rewrites the next record; {@link #key} and {@link #value} return it. Throws PastException if the rules in force
     * allow no such change.
     *
     * @param refused whether the lane opened no reservation by it, other than for lack of room
     */
    void next(byte[] recordKey, byte[] recordValue, boolean refused) {
        notOpened = refused;
        sale = false;
        key = recordKey;
        value = recordValue;
        rewritten = false;
        boolean control = RecordView.mayBe(RecordKind.TICK, recordValue)
                || RecordView.mayBe(RecordKind.RULES, recordValue)
                        && !other.rules().isEmpty();
        boolean content = !other.limits().isEmpty()
                || !other.minima().isEmpty()
                || other.ttlMs() > 0
                || !other.drops().isEmpty()
                || assumed != null;
        if (!control && !(content && RecordView.mayBe(RecordKind.COMMAND, recordValue))) {
            return;
        }
        RecordKind kind = view.wrap(recordKey, recordValue);
        if (kind == RecordKind.TICK) {
            tick(view.tick());
        } else if (kind == RecordKind.RULES) {
            value = writer.rules(other.changed(view.rules()));
        } else if (kind == RecordKind.COMMAND && view.command().fault() == Verdict.OK) {
            command(view.command());
        }
    }

    /** Whether the record is a reservation that was made a sale: its confirm is assumed. */
    boolean isSale() {
        return sale;
    }

    /** The command as it was; after {@link #isSale}. */
    CommandView command() {
        return view.command();
    }

    byte[] key() {
        return key;
    }

    byte[] value() {
        return value;
    }

    /** A TICK without a digest to compare: the other state has another one. */
    private void tick(TickDecoder tick) {
        value = writer.tick(new Tick(
                tick.epoch(),
                tick.leaderHi(),
                tick.leaderLo(),
                tick.wallClock(),
                -1,
                0,
                tick.applied(),
                tick.replied(),
                tick.flushed()));
    }

    private void command(CommandView command) {
        if (isDropped(command)) {
            Routing routing = routing(command);
            key = null;
            value = writer.readCounters(routing, List.of());
            return;
        }
        if (command.kind() != CommandKind.TRANSACT.value()) {
            return;
        }
        List<Op> ops = ops(command);
        long ttl = command.hold() && other.ttlMs() > 0 ? possible(other.ttlMs()) : command.ttlMs();
        rewritten |= ttl != command.ttlMs();
        boolean sold = assumed != null
                && command.hold()
                && assumed.choose(key, notOpened && !state.rows().hasId(command.id(), Long.MAX_VALUE));
        if (!rewritten && !sold || state.rows().hasId(command.id(), firstSequence)) {
            return;
        }
        sale = sold;
        byte[] source = key;
        int tenant = Math.max(0, command.id().tenantLength());
        Sender sender = new Sender(Arrays.copyOf(source, tenant), command.principal());
        byte[] id = Arrays.copyOfRange(source, command.id().idOffset(), source.length);
        Command content = sale
                ? Command.transact(ops)
                : new Command(CommandKind.TRANSACT, command.hold(), ttl, ops, new byte[0], owner(command));
        value = writer.command(sender, id, routing(command), content, command.traceparent());
    }

    /** Throws if the rules in force allow no such TTL: each reservation would be malformed. */
    private long possible(long ttlMs) {
        state.describe(meta);
        Rules rules = meta.rulesInForce();
        if (rules != null && ttlMs > rules.ttlMaxMs()) {
            throw new PastException(
                    Reason.QUESTION,
                    "--change: ttlMs " + ttlMs + " is above ttlMaxMs " + rules.ttlMaxMs() + " of the rules at sequence "
                            + (meta.sequenceBase + meta.nextOffset)
                            + ": give a smaller one, or add {\"rules\":{\"ttlMaxMs\":"
                            + ttlMs + "}}");
        }
        return ttlMs;
    }

    private List<Op> ops(CommandView command) {
        List<Op> ops = new ArrayList<>(command.opCount());
        for (int i = 0; i < command.opCount(); i++) {
            byte[] name = Arrays.copyOfRange(
                    command.bytes(), command.keyOffset(i), command.keyOffset(i) + command.keyLength(i));
            Op op = new Op(OpKind.get((short) command.opKind(i)), name).flags(command.opFlags(i));
            for (ArgName arg : ArgName.values()) {
                if (arg != ArgName.NULL_VAL && command.has(i, arg.value())) {
                    op.arg(arg, command.arg(i, arg.value()));
                }
            }
            bounds(command, i, name, op);
            ops.add(op);
        }
        return ops;
    }

    private void bounds(CommandView command, int i, byte[] name, Op op) {
        boolean adds = command.opKind(i) == OpKind.ADD.value();
        Long max = adds && command.has(i, MAX) ? longest(other.limits(), name) : null;
        if (max != null && max != command.arg(i, MAX)) {
            op.arg(ArgName.MAX, max);
            rewritten = true;
        }
        boolean takes = adds && command.arg(i, DELTA) < 0 && (command.opFlags(i) & Op.NO_MIN) == 0;
        Long min = takes ? longest(other.minima(), name) : null;
        int place = ArgName.MIN.value();
        if (min != null && min != (command.has(i, place) ? command.arg(i, place) : 0)) {
            op.arg(ArgName.MIN, min);
            rewritten = true;
        }
    }

    /** The number of the longest prefix that fits, or null. */
    private static Long longest(Map<String, Long> numbers, byte[] name) {
        if (numbers.isEmpty()) {
            return null;
        }
        String text = new String(name, StandardCharsets.UTF_8);
        return numbers.entrySet().stream()
                .filter(one -> text.startsWith(one.getKey()))
                .max((a, b) -> a.getKey().length() - b.getKey().length())
                .map(Map.Entry::getValue)
                .orElse(null);
    }

    private boolean isDropped(CommandView command) {
        for (Drop drop : other.drops()) {
            boolean drops = drop.by() == By.ID && drop.matches(new String(key, StandardCharsets.UTF_8));
            drops |= drop.by() == By.OWNER
                    && command.hold()
                    && drop.matches(new String(owner(command), StandardCharsets.UTF_8));
            for (int i = 0; drop.by() == By.KEY && i < command.opCount(); i++) {
                drops |= drop.matches(new String(
                        command.bytes(), command.keyOffset(i), command.keyLength(i), StandardCharsets.UTF_8));
            }
            if (drops) {
                return true;
            }
        }
        return false;
    }

    private static byte[] owner(CommandView command) {
        return Arrays.copyOfRange(
                command.bytes(), command.ownerOffset(), command.ownerOffset() + command.ownerLength());
    }

    private static Routing routing(CommandView command) {
        return new Routing(command.gatewayHi(), command.gatewayLo(), command.request(), command.replyPartition());
    }
}
