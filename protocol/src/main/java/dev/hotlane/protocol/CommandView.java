package dev.hotlane.protocol;

import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.CommandDecoder;
import dev.hotlane.protocol.sbe.CommandKind;
import dev.hotlane.protocol.sbe.OpKind;
import java.util.Arrays;
import org.agrona.DirectBuffer;

/**
 * A COMMAND decoded into flat arrays for apply: op i has a kind, flags, arguments and a key that is a range of {@link
 * #bytes}. The log is not trusted: {@link #fault} reports a well framed record that is not a command of this format.
 * Belongs to one thread; valid until the next record is wrapped.
 */
public final class CommandView {
    /** Most ops of a command; one with more is malformed. */
    public static final int OPS_MAX = 64;

    private static final int MESSAGE = Frame.HEADER_LENGTH + Frame.MESSAGE_HEADER_LENGTH;
    private static final int ARGS_STRIDE = 16;

    private final CommandDecoder decoder = new CommandDecoder();
    private final CommandId id = new CommandId();
    private final int[] kinds = new int[OPS_MAX];
    private final int[] flags = new int[OPS_MAX];
    private final int[] present = new int[OPS_MAX];
    private final long[] args = new long[OPS_MAX * ARGS_STRIDE];
    private final int[] keyOffsets = new int[OPS_MAX];
    private final int[] keyLengths = new int[OPS_MAX];
    private byte[] bytes;
    private Verdict fault;
    private int kind;
    private int opCount;
    private int lineCount;
    private int targetOffset;
    private int targetLength;
    private int ownerOffset;
    private int ownerLength;
    private int principalOffset;
    private int principalLength;
    private int traceparentLength;

    boolean wrap(DirectBuffer buffer, int block, int version, byte[] key, byte[] value) {
        if (block < CommandDecoder.BLOCK_LENGTH || value.length < MESSAGE + block) {
            return false;
        }
        decoder.wrap(buffer, MESSAGE, block, version);
        bytes = value;
        kind = decoder.kindRaw();
        opCount = 0;
        lineCount = 0;
        targetLength = 0;
        ownerLength = 0;
        principalOffset = 0;
        principalLength = 0;
        traceparentLength = 0;
        fault = id.parseKey(key) ? Verdict.OK : Verdict.MALFORMED;
        if (version > CommandDecoder.SCHEMA_VERSION) {
            worse(Verdict.UNSUPPORTED);
            return true;
        }
        if (version < 1 || block != CommandDecoder.BLOCK_LENGTH || !layOutOps()) {
            return false;
        }
        layOutTail();
        checkCommand();
        return decoder.limit() == value.length;
    }

    /** Returns false if the groups are not as this version writes them: the same content would have two forms. */
    private boolean layOutOps() {
        CommandDecoder.OpsDecoder ops = decoder.ops();
        boolean asWritten = ops.actingBlockLength() == CommandDecoder.OpsDecoder.sbeBlockLength();
        for (CommandDecoder.OpsDecoder op : ops) {
            int at = Math.min(opCount, OPS_MAX - 1);
            kinds[at] = op.kindRaw();
            flags[at] = op.flags().getRaw();
            asWritten &= layOutArgs(op.args(), at);
            keyLengths[at] = op.keyLength();
            keyOffsets[at] = decoder.limit() + 1;
            op.skipKey();
            opCount++;
            checkOp(at);
        }
        return asWritten;
    }

    private boolean layOutArgs(CommandDecoder.OpsDecoder.ArgsDecoder in, int at) {
        present[at] = 0;
        int last = 0;
        for (CommandDecoder.OpsDecoder.ArgsDecoder arg : in) {
            int name = arg.nameRaw();
            if (name <= last) {
                worse(Verdict.MALFORMED);
            }
            last = name;
            if (name >= Op.ARGS) {
                worse(Verdict.UNSUPPORTED);
            } else {
                present[at] |= 1 << name;
                args[at * ARGS_STRIDE + name] = arg.value();
            }
        }
        return in.actingBlockLength() == CommandDecoder.OpsDecoder.ArgsDecoder.sbeBlockLength();
    }

    private void layOutTail() {
        targetLength = decoder.targetLength();
        targetOffset = decoder.limit() + 1;
        decoder.skipTarget();
        ownerLength = decoder.ownerLength();
        ownerOffset = decoder.limit() + 1;
        decoder.skipOwner();
        principalLength = decoder.principalLength();
        principalOffset = decoder.limit() + 1;
        decoder.skipPrincipal();
        traceparentLength = decoder.traceparentLength();
        decoder.skipTraceparent();
    }

    private void checkOp(int at) {
        int op = kinds[at];
        if (OpTable.kind(op) == OpKind.NULL_VAL || (flags[at] & ~OpTable.FLAGS_KNOWN) != 0) {
            worse(Verdict.UNSUPPORTED);
            return;
        }
        lineCount += op == OpKind.LINE.value() ? 1 : 0;
        if (!OpTable.fits(op, flags[at], present[at], args, at * ARGS_STRIDE)
                || keyLengths[at] < 1
                || keyLengths[at] > Op.KEY_LENGTH_MAX) {
            worse(Verdict.MALFORMED);
        }
    }

    private void checkCommand() {
        if (kind < CommandKind.TRANSACT.value() || kind > CommandKind.ABANDON.value()) {
            worse(Verdict.UNSUPPORTED);
        } else if (decoder.hold() > 1
                || !CommandShape.fits(kind, hold(), decoder.ttlMs(), opCount, lineCount)
                || !CommandShape.namesFit(kind, hold(), targetLength, ownerLength, traceparentLength)
                || hold() && !opsFitHold()
                || targetLength > 0 && !CommandId.isId(bytes, targetOffset, targetLength)
                || !Sender.isPrincipal(bytes, principalOffset, principalLength)) {
            worse(Verdict.MALFORMED);
        }
    }

    private boolean opsFitHold() {
        boolean fit = true;
        for (int i = 0; i < Math.min(opCount, OPS_MAX); i++) {
            fit &= OpTable.fitsHold(kinds[i], flags[i], args[i * ARGS_STRIDE + ArgName.DELTA.value()]);
        }
        return fit;
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

    /** Id and tenant as numbers; meaningless if the record key is no id (then {@link #fault} is {@code MALFORMED}). */
    public CommandId id() {
        return id;
    }

    /** First half of the incarnation of the gateway that gets the reply. */
    public long gatewayHi() {
        return decoder.gatewayHi();
    }

    /** Second half of that incarnation. */
    public long gatewayLo() {
        return decoder.gatewayLo();
    }

    /** Number of the request at that gateway. */
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

    /** TTL of the hold or extension, in ms. */
    public long ttlMs() {
        return decoder.ttlMs();
    }

    /** Schema version of the encoder. */
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

    /** Whether op i has the argument with this number. */
    public boolean has(int i, int arg) {
        return (present[i] & 1 << arg) != 0;
    }

    /** The argument of op i with this number; meaningless unless {@link #has} is true. */
    public long arg(int i, int arg) {
        return args[i * ARGS_STRIDE + arg];
    }

    /** Start index of the key of op i in {@link #bytes}. */
    public int keyOffset(int i) {
        return keyOffsets[i];
    }

    /** Number of bytes of the key of op i. */
    public int keyLength(int i) {
        return keyLengths[i];
    }

    /** The record value, not copied. */
    public byte[] bytes() {
        return bytes;
    }

    /** Start index of the target id in {@link #bytes}. */
    public int targetOffset() {
        return targetOffset;
    }

    /** Number of bytes of the target id, 0 for none. */
    public int targetLength() {
        return targetLength;
    }

    /** Start index of the owner in {@link #bytes}. */
    public int ownerOffset() {
        return ownerOffset;
    }

    /** Number of bytes of the owner, 0 for none. */
    public int ownerLength() {
        return ownerLength;
    }

    /** A copy of the principal, empty for none. */
    public byte[] principal() {
        return Arrays.copyOfRange(bytes, principalOffset, principalOffset + principalLength);
    }

    /** A copy of the W3C trace context, empty for none. */
    public byte[] traceparent() {
        int from = principalOffset + principalLength + 1;
        return Arrays.copyOfRange(bytes, from, from + traceparentLength);
    }

    /**
     * 64 bits over kind, hold, TTL, canonical ops, target and owner; never over routing, principal and trace context. It
     * covers the content and not the bytes, so a retry in a newer, longer format has the same fingerprint.
     */
    public long fingerprint() {
        long hash = Hash.mix(kind, decoder.ttlMs() << 1 | decoder.hold());
        hash = Hash.mix(hash, opCount);
        for (int i = 0; i < opCount; i++) {
            hash = Hash.mix(hash, kinds[i] | flags[i] << 8 | (long) present[i] << 16);
            for (int rest = present[i]; rest != 0; rest &= rest - 1) {
                hash = Hash.mix(hash, args[i * ARGS_STRIDE + Integer.numberOfTrailingZeros(rest)]);
            }
            hash = Hash.of(bytes, keyOffsets[i], keyLengths[i], hash);
        }
        hash = Hash.of(bytes, targetOffset, targetLength, hash);
        return Hash.of(bytes, ownerOffset, ownerLength, hash);
    }
}
