package dev.hotlane.processor.state;

import dev.hotlane.protocol.CommandId;
import dev.hotlane.protocol.CommandShape;
import dev.hotlane.protocol.CommandView;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.Sender;

/**
 * Where the parts of a {@link HoldImage} are. Little-endian, each part padded with zeros to a multiple of eight. Any
 * thread; no state.
 *
 * <pre>
 *   0  8  id, first half               72  1  state
 *   8  8  id, second half              73  1  bytes of the id
 *  16  8  fingerprint of its command   74  1  bytes of the owner
 *  24  8  sequence that created it     75  1  number of ops
 *  32  8  log time of that             76  1  bytes of the tenant
 *  40  8  when it expires              77  3  0
 *  48  8  when it expired at first     80  .. if there is a tenant: its XXH64 (8) and text
 *  56  8  log time when resolved, or 0     .. id, owner as text
 *  64  8  sequence that resolved it        .. per op: kind (0 check or take, 1 line, 2 line on a counter
 *                                             that was absent), bytes of the key, 6 of 0; three int64:
 *                                             line: quantity, remaining, confirmed; then the key
 *                                             else: previous, value, version
 * </pre>
 */
final class HoldLayout {
    /** Start of the names, and of the tenant's number if there is one. */
    static final int NAMES = 80;

    static final int FINGERPRINT = 16;
    static final int CREATED_SEQUENCE = 24;
    static final int CREATED_AT = 32;
    static final int EXPIRES_AT = 40;
    static final int FIRST_EXPIRES_AT = 48;
    static final int RESOLVED_AT = 56;
    static final int RESOLVED_SEQUENCE = 64;
    static final int STATE = 72;
    static final int ID_LENGTH = 73;
    static final int OWNER_LENGTH = 74;
    static final int OP_COUNT = 75;
    static final int TENANT_LENGTH = 76;
    static final int OP_HEADER = 32;
    static final int LINE = 1;
    static final int FRESH_LINE = 2;
    /** Bytes of the longest image. */
    static final int LENGTH_MAX = NAMES
            + Long.BYTES
            + Sender.TENANT_LENGTH_MAX
            + padded(CommandId.LENGTH_MAX)
            + padded(CommandShape.OWNER_LENGTH_MAX)
            + CommandView.OPS_MAX * (OP_HEADER + padded(Op.KEY_LENGTH_MAX));

    private HoldLayout() {}

    static int padded(int length) {
        return length + Long.BYTES - 1 & -Long.BYTES;
    }

    /** Bytes that a tenant of that length takes. */
    static int lengthOfTenant(int tenantLength) {
        return tenantLength == 0 ? 0 : Long.BYTES + padded(tenantLength);
    }
}
