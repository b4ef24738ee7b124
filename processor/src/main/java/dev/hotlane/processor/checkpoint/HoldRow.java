package dev.hotlane.processor.checkpoint;

import dev.hotlane.flusher.batch.OpenHold;
import dev.hotlane.processor.state.HoldImage;

/** Maps an open hold of the state to its row in the checkpoint. Without state; any thread. */
public final class HoldRow {
    private HoldRow() {}

    /** Fills {@code row} with an open hold's image and returns it. */
    public static OpenHold of(HoldImage hold, OpenHold row) {
        row.sequence = hold.createdSequence();
        row.createdAt = hold.createdAt();
        row.expiresAt = hold.expiresAt();
        row.bytes = hold.bytes();
        row.image = hold.start();
        row.imageLength = hold.length();
        row.id = hold.idOffset();
        row.idLength = hold.idLength();
        row.owner = hold.ownerOffset();
        row.ownerLength = hold.ownerLength();
        row.tenant = hold.tenantOffset();
        row.tenantLength = hold.tenantLength();
        return row;
    }
}
