package dev.hotlane.proof.faults.wire;

/**
 * What a wire does to the bytes of its connections. Immutable.
 *
 * @param delayMillis wait of every piece in ms, in either direction
 * @param bytesPerSecond limit in either direction, 0 for none
 * @param up bytes from the child reach the server; else they wait in the wire
 * @param down bytes from the server reach the child; else they wait in the wire
 * @param open new connections are accepted; else they are reset
 */
public record WireFaults(long delayMillis, long bytesPerSecond, boolean up, boolean down, boolean open) {
    /** No faults. */
    public static final WireFaults FAIR = new WireFaults(0, 0, true, true, true);

    /** No byte passes and no connection ends, as with a switch without power. */
    public static final WireFaults DARK = new WireFaults(0, 0, false, false, true);

    /** Bytes of the server wait in the wire; those of the child pass. */
    public static final WireFaults DEAF = new WireFaults(0, 0, true, false, true);

    /** New connections are reset; open ones go on. */
    public static final WireFaults REFUSING = new WireFaults(0, 0, true, true, false);

    /** A delay in ms of every piece. */
    public static WireFaults delayed(long millis) {
        return new WireFaults(millis, 0, true, true, true);
    }

    /** A limit in bytes per second. */
    public static WireFaults thin(long bytesPerSecond) {
        return new WireFaults(0, bytesPerSecond, true, true, true);
    }
}
