package dev.hotlane.proof.flusher;

import dev.hotlane.flusher.batch.HBatching;
import dev.hotlane.flusher.batch.OpenHold;
import dev.hotlane.proof.flusher.ScriptedLog.Entry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/** The holds of a scripted log, in plain collections: the expected result of the flusher. */
final class ScriptedHolds {
    /** One of 400 records ends half of all open holds, as at the end of a sale. */
    private static final int MASS_EXPIRY_ONE_IN = 400;

    private static final int IMAGE_BYTES_MAX = 300;

    /** An open hold, as its row should be. */
    record Open(long createdAt, long expiresAt, byte[] id, byte[] owner, byte[] tenant, byte[] image) {}

    final TreeMap<Long, Open> open = new TreeMap<>();
    final ArrayDeque<Entry> resolved = new ArrayDeque<>();
    private final List<Long> order = new ArrayList<>();
    private final int resolvedMax;
    private final OpenHold carrier = new OpenHold();

    /** @param resolvedMax resolved holds kept; of several with the same sequence only some may be dropped */
    ScriptedHolds(int resolvedMax) {
        this.resolvedMax = resolvedMax;
    }

    /** Makes the changes of one record. Batching is null if it gets none of them. */
    void apply(Random random, long sequence, HBatching batching) {
        if (random.nextInt(MASS_EXPIRY_ONE_IN) == 0) {
            resolve(random, order.size() / 2, sequence, batching);
        } else if (random.nextInt(10) == 0) {
            resolve(random, random.nextInt(6), sequence, batching);
        }
        if (random.nextInt(6) == 0 && !order.isEmpty()) {
            change(random, batching);
        }
        if (random.nextBoolean()) {
            open(random, sequence, batching);
        }
    }

    private void open(Random random, long sequence, HBatching batching) {
        Open hold = new Open(
                sequence * 10,
                random.nextLong(),
                bytes(random, 1, OpenHold.ID_BYTES_MAX),
                bytes(random, 0, OpenHold.OWNER_BYTES_MAX),
                bytes(random, 0, OpenHold.TENANT_BYTES_MAX),
                bytes(random, 0, IMAGE_BYTES_MAX));
        open.put(sequence, hold);
        order.add(sequence);
        if (batching != null) {
            batching.holdOpened(fill(sequence, hold));
        }
    }

    private void change(Random random, HBatching batching) {
        long sequence = order.get(random.nextInt(order.size()));
        Open before = open.get(sequence);
        int length = random.nextInt(4) == 0 ? random.nextInt(IMAGE_BYTES_MAX) : before.image.length;
        byte[] image = bytes(random, length, length);
        Open after = new Open(before.createdAt, random.nextLong(), before.id, before.owner, before.tenant, image);
        open.put(sequence, after);
        if (batching != null) {
            batching.holdChanged(fill(sequence, after));
        }
    }

    private void resolve(Random random, int count, long resolvedSequence, HBatching batching) {
        for (int i = Math.min(count, order.size()); i > 0; i--) {
            int at = random.nextInt(order.size());
            long sequence = order.get(at);
            order.set(at, order.get(order.size() - 1));
            order.remove(order.size() - 1);
            open.remove(sequence);
            byte[] image = bytes(random, 0, IMAGE_BYTES_MAX);
            resolved.addLast(new Entry(resolvedSequence, image));
            if (batching != null) {
                batching.holdResolved(sequence, resolvedSequence, image, 0, image.length);
            }
        }
        while (resolved.size() > resolvedMax) {
            resolved.removeFirst();
        }
    }

    /** Puts the parts into one array with gaps between them, as a caller may. */
    private OpenHold fill(long sequence, Open hold) {
        carrier.sequence = sequence;
        carrier.createdAt = hold.createdAt;
        carrier.expiresAt = hold.expiresAt;
        carrier.imageLength = hold.image.length;
        carrier.idLength = hold.id.length;
        carrier.ownerLength = hold.owner.length;
        carrier.image = 3;
        carrier.owner = carrier.image + carrier.imageLength + 1;
        carrier.id = carrier.owner + carrier.ownerLength + 1;
        carrier.tenant = carrier.id + carrier.idLength + 1;
        carrier.tenantLength = hold.tenant.length;
        carrier.bytes = new byte[carrier.tenant + carrier.tenantLength + 5];
        System.arraycopy(hold.tenant, 0, carrier.bytes, carrier.tenant, hold.tenant.length);
        System.arraycopy(hold.image, 0, carrier.bytes, carrier.image, hold.image.length);
        System.arraycopy(hold.owner, 0, carrier.bytes, carrier.owner, hold.owner.length);
        System.arraycopy(hold.id, 0, carrier.bytes, carrier.id, hold.id.length);
        return carrier;
    }

    private static byte[] bytes(Random random, int min, int max) {
        byte[] bytes = new byte[min + random.nextInt(max - min + 1)];
        random.nextBytes(bytes);
        return bytes;
    }
}
