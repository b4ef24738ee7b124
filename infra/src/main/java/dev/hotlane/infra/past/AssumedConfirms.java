package dev.hotlane.infra.past;

import dev.hotlane.processor.state.Effects;
import dev.hotlane.processor.state.HoldImage;
import dev.hotlane.processor.state.HoldSink;
import dev.hotlane.protocol.Hash;
import dev.hotlane.protocol.Sender;
import dev.hotlane.protocol.sbe.HoldState;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Which reservations that the lane never opened would have been confirmed, at the rate of those that it opened and that
 * ended. The hash of the id chooses, so that two what-ifs choose alike. One thread.
 */
final class AssumedConfirms implements HoldSink {
    private static final long SEED = 0x5EED;

    private final HoldImage image = new HoldImage();
    private final Set<Long> open = new HashSet<>();
    private final Set<Long> chosen = new HashSet<>();
    private long ended;
    private long confirmed;

    /** Nothing is observed yet. */
    AssumedConfirms() {
        this(0, 0);
    }

    /** The number of reservations that ended, and of those among them that were confirmed. */
    AssumedConfirms(long ended, long confirmed) {
        this.ended = ended;
        this.confirmed = confirmed;
    }

    /** Counts what the lane did with the next record. */
    void observe(Effects effects) {
        effects.forEachHold(image, this);
    }

    @Override
    public void opened(HoldImage hold) {
        open.add(hash(key(hold)));
    }

    @Override
    public void changed(HoldImage hold) {
        // Still open.
    }

    @Override
    public void resolved(HoldImage hold) {
        if (open.remove(hash(key(hold)))) {
            ended++;
            confirmed += hold.state() == HoldState.CONFIRMED.value() ? 1 : 0;
        }
    }

    /** Reservations of the range that ended in it. */
    long ended() {
        return ended;
    }

    /** Those of them that were confirmed. */
    long confirmed() {
        return confirmed;
    }

    /**
     * Whether a reservation is assumed to be confirmed. A retry of one that was is, too.
     *
     * @param isNew whether the lane did not open it, and the other state has nothing of that id
     */
    boolean choose(byte[] recordKey, boolean isNew) {
        long hash = hash(recordKey);
        if (isNew && (hash >>> 1) % Math.max(1, ended) < confirmed) {
            chosen.add(hash);
        }
        return chosen.contains(hash);
    }

    private static long hash(byte[] recordKey) {
        return Hash.of(recordKey, 0, recordKey.length, SEED);
    }

    private static byte[] key(HoldImage hold) {
        byte[] id = Arrays.copyOfRange(hold.bytes(), hold.idOffset(), hold.idOffset() + hold.idLength());
        byte[] tenant =
                Arrays.copyOfRange(hold.bytes(), hold.tenantOffset(), hold.tenantOffset() + hold.tenantLength());
        return new Sender(tenant, new byte[0]).recordKey(id);
    }
}
