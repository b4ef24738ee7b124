package dev.hotlane.gateway.settings;

/**
 * The streams of changes of a gateway; checked when made, immutable.
 *
 * @param ringBytes heap for the newest changes, as calculated; an older one is read from Kafka
 * @param catchUpsMax readers of Kafka for streams that are behind that heap; a stream without one is answered 503
 */
public record ChangesSettings(long ringBytes, int catchUpsMax) {
    /** 64 MiB and 16 readers. */
    public static final ChangesSettings USUAL = new ChangesSettings(64L << 20, 16);

    private static final long BYTES_LEAST = 1 << 16;
    private static final int CATCH_UPS_MAX = 1_024;

    /** Throws IllegalArgumentException with the name of a setting that can't work. */
    public ChangesSettings {
        Requirement.require(ringBytes >= BYTES_LEAST, "changesRingBytes must be at least 65536 bytes: " + ringBytes);
        Requirement.require(
                catchUpsMax >= 1 && catchUpsMax <= CATCH_UPS_MAX,
                "changesCatchUpsMax must be 1.." + CATCH_UPS_MAX + ": " + catchUpsMax);
    }
}
