package dev.hotlane.protocol;

import dev.hotlane.protocol.sbe.CommandDecoder;
import dev.hotlane.protocol.sbe.CommandKind;
import dev.hotlane.protocol.sbe.OpKind;
import org.agrona.DirectBuffer;

/**
 * A COMMAND laid out flat for apply: op i has a kind, flags, arguments and a key that is a range of {@link #bytes}.
 * The log is not trusted: what is well framed but not a command of this format is told by {@link #fault}. Belongs to
 * one thread; valid until the next record is wrapped.
 */
public final class CommandView {
    /** Ops that are laid out; a command with more is malformed. */
    public static final int OPS_MAX = 64;

    private static final int MESSAGE = Frame.HEADER_LENGTH + Frame.MESSAGE_HEADER_LENGTH;
    private static final int KINDS = 7;

    private final CommandDecoder decoder = new CommandDecoder();
    private final CommandId id = new CommandId();
    private final int[] kinds = new int[OPS_MAX];
    private final int[] flags = new int[OPS_MAX];
    private final int[] present = new int[OPS_MAX];
    private final long[] args = new long[OPS_MAX * 16];
    private final int[] keyOffsets = new int[OPS_MAX];
    private final int[] keyLengths = new int[OPS_MAX];
    private byte[] bytes;
    private Verdict fault;
    private int kind;
    private int opCount;
    private int opsStart;
    private int targetOffset;
    private int targetLength;
    private int ownerOffset;
    private int ownerLength;

    boolean wrap(DirectBuffer buffer, int block, int version, byte[] key, byte[] value) {
        if (block < CommandDecoder.BLOCK_LENGTH || value.length < MESSAGE + block) {
            return false;
        }
        decoder.wrap(buffer, MESSAGE, block, version);
        bytes = value;
        kind = decoder.kindRaw();
        opCount = 0;
        opsStart = MESSAGE + block;
        fault = id.parse(key) ? Verdict.OK : Verdict.MALFORMED;
        if (version > CommandDecoder.SCHEMA_VERSION || version < 1) {
            fault = Verdict.UNSUPPORTED;
            return true;
        }
        layOutOps();
        targetLength = decoder.targetLength();
        targetOffset = decoder.limit() + 1;
        decoder.skipTarget();
        ownerLength = decoder.ownerLength();
        ownerOffset = decoder.limit() + 1;
        decoder.skipOwner();
        decoder.skipTenant();
        decoder.skipTraceparent();
        if (kind < CommandKind.TRANSACT.value() || kind > CommandKind.ABANDON.value()) {
            worse(Verdict.UNSUPPORTED);
        }
        return decoder.limit() == value.length;
    }

    private void layOutOps() {
        for (CommandDecoder.OpsDecoder op : decoder.ops()) {
            int at = Math.min(opCount, OPS_MAX - 1);
            kinds[at] = op.kindRaw();
            flags[at] = op.flags().getRaw();
            present[at] = 0;
            int last = 0;
            for (CommandDecoder.OpsDecoder.ArgsDecoder arg : op.args()) {
                int name = arg.nameRaw();
                if (name >= Op.ARGS) {
                    worse(Verdict.UNSUPPORTED);
                } else {
                    if (name <= last) {
                        worse(Verdict.MALFORMED);
                    }
                    last = name;
                    present[at] |= 1 << name;
                    args[at * 16 + name] = arg.value();
                }
            }
            keyLengths[at] = op.keyLength();
            keyOffsets[at] = decoder.limit() + 1;
            op.skipKey();
            opCount++;
            checkOp(at);
        }
        if (opCount > OPS_MAX) {
            worse(Verdict.MALFORMED);
        }
    }

    private void checkOp(int at) {
        int op = kinds[at];
        if (op < OpKind.ADD.value() || op >= KINDS) {
            worse(Verdict.UNSUPPORTED);
        } else if (!OpShape.fits(op, flags[at], present[at], args, at * 16)
                || keyLengths[at] < 1
                || keyLengths[at] > Op.KEY_LENGTH_MAX) {
            worse(Verdict.MALFORMED);
        }
    }

    private void worse(Verdict found) {
        if (fault == Verdict.OK || found.ordinal() < fault.ordinal()) {
            fault = found;
        }
    }

    /** {@code OK}, or {@code MALFORMED} / {@code UNSUPPORTED}: then only id, routing and kind may be read. */
    public Verdict fault() {
        return fault;
    }

    /** The id as numbers; meaningless when the record key was no id (then {@link #fault} is {@code MALFORMED}). */
    public CommandId id() {
        return id;
    }

    /** Where the reply goes, first half of the gateway's incarnation. */
    public long gatewayHi() {
        return decoder.gatewayHi();
    }

    /** Second half. */
    public long gatewayLo() {
        return decoder.gatewayLo();
    }

    /** Number of the request. */
    public long request() {
        return decoder.request();
    }

    /** Partition of the reply topic. */
    public int replyPartition() {
        return decoder.replyPartition();
    }

    /** Number of the {@link CommandKind}. */
    public int kind() {
        return kind;
    }

    /** Whether a transact opens a hold. */
    public boolean hold() {
        return decoder.hold() != 0;
    }

    /** Of the hold or extension. */
    public long ttlMs() {
        return decoder.ttlMs();
    }

    /** Schema version that it was encoded with. */
    public int formatVersion() {
        return decoder.actingVersion();
    }

    /** Number of ops. */
    public int opCount() {
        return opCount;
    }

    /** Number of the {@link OpKind} of op i. */
    public int opKind(int i) {
        return kinds[i];
    }

    /** Flags of op i, bits as in {@link Op}. */
    public int opFlags(int i) {
        return flags[i];
    }

    /** Whether op i has the argument with that number. */
    public boolean has(int i, int arg) {
        return (present[i] & 1 << arg) != 0;
    }

    /** That argument of op i; meaningless unless it {@link #has} it. */
    public long arg(int i, int arg) {
        return args[i * 16 + arg];
    }

    /** Where the key of op i starts in {@link #bytes}. */
    public int keyOffset(int i) {
        return keyOffsets[i];
    }

    /** How many bytes it has. */
    public int keyLength(int i) {
        return keyLengths[i];
    }

    /** The record value, not copied. */
    public byte[] bytes() {
        return bytes;
    }

    /** Where the target id starts in {@link #bytes}. */
    public int targetOffset() {
        return targetOffset;
    }

    /** Its length, 0 for none. */
    public int targetLength() {
        return targetLength;
    }

    /** Where the owner starts in {@link #bytes}. */
    public int ownerOffset() {
        return ownerOffset;
    }

    /** Its length, 0 for none. */
    public int ownerLength() {
        return ownerLength;
    }

    /** 64 bits over kind, hold, TTL, canonical ops, target and owner; never over the routing. */
    public long fingerprint() {
        long content = Hash.of(bytes, opsStart, ownerOffset + ownerLength - opsStart, kind);
        return Hash.mix(content, decoder.ttlMs() << 1 | decoder.hold() & 1);
    }
}
