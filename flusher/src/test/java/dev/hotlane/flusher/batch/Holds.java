package dev.hotlane.flusher.batch;

import java.util.Arrays;
import java.util.Random;

/** Holds for tests: in the carrier as the map wants them, and as bytes to compare with. */
final class Holds {
    private Holds() {}

    /** A hold whose every byte is random; image and owner may be empty. */
    static OpenHold random(Random random, long sequence, int imageMax) {
        OpenHold hold = new OpenHold();
        hold.sequence = sequence;
        hold.createdAt = random.nextLong();
        hold.expiresAt = random.nextLong();
        hold.imageLength = random.nextInt(imageMax + 1);
        hold.idLength = 1 + random.nextInt(OpenHold.ID_BYTES_MAX);
        hold.ownerLength = random.nextInt(OpenHold.OWNER_BYTES_MAX + 1);
        hold.tenantLength = random.nextInt(OpenHold.TENANT_BYTES_MAX + 1);
        hold.owner = random.nextInt(5);
        hold.image = hold.owner + hold.ownerLength + random.nextInt(5);
        hold.id = hold.image + hold.imageLength + random.nextInt(5);
        hold.tenant = hold.id + hold.idLength + random.nextInt(5);
        hold.bytes = new byte[hold.tenant + hold.tenantLength + random.nextInt(5)];
        random.nextBytes(hold.bytes);
        return hold;
    }

    /** Everything that must come back, as text. */
    static String told(OpenHold hold) {
        return hold.sequence + " " + hold.createdAt + " " + hold.expiresAt
                + range(hold.bytes, hold.id, hold.idLength)
                + range(hold.bytes, hold.owner, hold.ownerLength)
                + range(hold.bytes, hold.tenant, hold.tenantLength)
                + range(hold.bytes, hold.image, hold.imageLength);
    }

    private static String range(byte[] bytes, int from, int length) {
        return " " + length + ":" + Arrays.hashCode(Arrays.copyOfRange(bytes, from, from + length));
    }
}
