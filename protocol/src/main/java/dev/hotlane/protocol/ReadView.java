package dev.hotlane.protocol;

import dev.hotlane.protocol.sbe.HoldState;
import dev.hotlane.protocol.sbe.ReadDecoder;
import dev.hotlane.protocol.sbe.ReadKind;
import java.util.Arrays;
import org.agrona.DirectBuffer;

/**
 * A READ decoded into flat arrays: key i is a range of {@link #bytes}. Belongs to one thread; valid until the next
 * record.
 */
public final class ReadView {
    /** Most keys of a read; one with more is malformed. */
    public static final int KEYS_MAX = 1_000;

    /** Most holds of a page. */
    public static final int PAGE_MAX = 100;

    /**
     * The filter of a page of holds.
     *
     * @param state only holds of this state; NONE for all
     * @param limit most holds of the page, 1..100
     * @param owner only holds of this owner; empty for all
     */
    public record Page(HoldState state, int limit, byte[] owner) {
        static final Page NONE = new Page(HoldState.NONE, 0, new byte[0]);
    }

    private static final int MESSAGE = Frame.HEADER_LENGTH + Frame.MESSAGE_HEADER_LENGTH;

    private final ReadDecoder decoder = new ReadDecoder();
    private final int[] keyOffsets = new int[KEYS_MAX];
    private final int[] keyLengths = new int[KEYS_MAX];
    private byte[] bytes;
    private Verdict fault;
    private int keyCount;
    private int targetOffset;
    private int targetLength;
    private int ownerOffset;
    private int ownerLength;
    private int tenantOffset;
    private int tenantLength;
    private int principalOffset;
    private int principalLength;
    private int traceparentOffset;
    private int traceparentLength;

    boolean wrap(DirectBuffer buffer, int block, int version, byte[] value) {
        if (block < ReadDecoder.BLOCK_LENGTH || value.length < MESSAGE + block) {
            return false;
        }
        decoder.wrap(buffer, MESSAGE, block, version);
        bytes = value;
        keyCount = 0;
        targetLength = 0;
        ownerLength = 0;
        tenantOffset = 0;
        tenantLength = 0;
        principalOffset = 0;
        principalLength = 0;
        traceparentOffset = 0;
        traceparentLength = 0;
        fault = Verdict.OK;
        if (version > ReadDecoder.SCHEMA_VERSION) {
            fault = Verdict.UNSUPPORTED;
            return true;
        }
        if (version < 1 || block != ReadDecoder.BLOCK_LENGTH || !layOutKeys()) {
            return false;
        }
        layOutTail();
        if (decoder.limit() != value.length) {
            return false;
        }
        boolean known = kind() >= ReadKind.COUNTERS.value() && kind() <= ReadKind.HOLDS.value();
        if (keyCount > KEYS_MAX || !senderFits() || known && !fits()) {
            fault = Verdict.MALFORMED;
        } else if (fault == Verdict.OK && !known) {
            fault = Verdict.UNSUPPORTED;
        }
        return true;
    }

    private void layOutTail() {
        targetLength = decoder.targetLength();
        targetOffset = decoder.limit() + 1;
        decoder.skipTarget();
        ownerLength = decoder.ownerLength();
        ownerOffset = decoder.limit() + 1;
        decoder.skipOwner();
        tenantLength = decoder.tenantLength();
        tenantOffset = decoder.limit() + 1;
        decoder.skipTenant();
        principalLength = decoder.principalLength();
        principalOffset = decoder.limit() + 1;
        decoder.skipPrincipal();
        traceparentLength = decoder.traceparentLength();
        traceparentOffset = decoder.limit() + 1;
        decoder.skipTraceparent();
    }

    private boolean senderFits() {
        return traceparentLength <= CommandShape.TRACEPARENT_LENGTH_MAX
                && Sender.isTenant(bytes, tenantOffset, tenantLength)
                && Sender.isPrincipal(bytes, principalOffset, principalLength);
    }

    private boolean layOutKeys() {
        ReadDecoder.KeysDecoder keys = decoder.keys();
        for (ReadDecoder.KeysDecoder key : keys) {
            int at = Math.min(keyCount++, KEYS_MAX - 1);
            keyLengths[at] = key.keyLength();
            keyOffsets[at] = decoder.limit() + 1;
            key.skipKey();
            if (keyLengths[at] < 1 || keyLengths[at] > Op.KEY_LENGTH_MAX) {
                fault = Verdict.MALFORMED;
            }
        }
        return keys.actingBlockLength() == ReadDecoder.KeysDecoder.sbeBlockLength();
    }

    /** Counters are read by key, possibly none; a hold or a command by id only; a page by its filter. */
    private boolean fits() {
        boolean id = CommandId.isId(bytes, targetOffset, targetLength);
        if (kind() == ReadKind.HOLDS.value()) {
            return (targetLength == 0 || id)
                    && keyCount <= 1
                    && limit() >= 1
                    && limit() <= PAGE_MAX
                    && state() <= HoldState.EXPIRED.value()
                    && ownerLength <= CommandShape.OWNER_LENGTH_MAX;
        }
        boolean counters = kind() == ReadKind.COUNTERS.value();
        int ownerMax = kind() == ReadKind.HOLD.value() ? CommandShape.OWNER_LENGTH_MAX : 0;
        return (counters ? targetLength == 0 : keyCount == 0 && id)
                && limit() == 0
                && state() == 0
                && ownerLength <= ownerMax;
    }

    /** {@code OK}, {@code MALFORMED} or {@code UNSUPPORTED}; then only the routing may be read. */
    public Verdict fault() {
        return fault;
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

    /** Number of the {@link ReadKind}. */
    public int kind() {
        return decoder.kindRaw();
    }

    /** Number of the {@link HoldState} of a page's holds, 0 for all. */
    public int state() {
        return decoder.stateRaw();
    }

    /** Most holds of a page. */
    public int limit() {
        return decoder.most();
    }

    /** Number of keys. */
    public int keyCount() {
        return keyCount;
    }

    /** Start index of key i in {@link #bytes}. */
    public int keyOffset(int i) {
        return keyOffsets[i];
    }

    /** Number of bytes of key i. */
    public int keyLength(int i) {
        return keyLengths[i];
    }

    /** The record value, not copied. */
    public byte[] bytes() {
        return bytes;
    }

    /** Start index of the owner of a hold or page in {@link #bytes}. */
    public int ownerOffset() {
        return ownerOffset;
    }

    /** Number of bytes of the owner, 0 for none. */
    public int ownerLength() {
        return ownerLength;
    }

    /** The number of the tenant whose holds and commands are read, {@link Sender#tenantHash}. */
    public long tenant() {
        return Sender.tenantHash(bytes, tenantOffset, tenantLength);
    }

    /** A copy of the tenant, empty for the empty one. */
    public byte[] tenantText() {
        return Arrays.copyOfRange(bytes, tenantOffset, tenantOffset + tenantLength);
    }

    /** A copy of the principal, empty for none. */
    public byte[] principal() {
        return Arrays.copyOfRange(bytes, principalOffset, principalOffset + principalLength);
    }

    /** A copy of the W3C trace context, empty for none. */
    public byte[] traceparent() {
        return Arrays.copyOfRange(bytes, traceparentOffset, traceparentOffset + traceparentLength);
    }

    /** Start index of the target id in {@link #bytes}. */
    public int targetOffset() {
        return targetOffset;
    }

    /** Number of bytes of the target id, 0 for none. */
    public int targetLength() {
        return targetLength;
    }

    /** A copy of the target id of a read of a hold or a command. */
    public byte[] target() {
        return Arrays.copyOfRange(bytes, targetOffset, targetOffset + targetLength);
    }
}
