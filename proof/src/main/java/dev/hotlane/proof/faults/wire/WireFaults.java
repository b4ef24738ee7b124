package dev.hotlane.proof.faults.wire;

/**
 * What a wire does to what it carries. Immutable.
 *
 * @param delayMillis every piece waits so long, in either direction
 * @param bytesPerSecond in either direction, 0 for as fast as it goes
 * @param up bytes from the child reach the server; else they wait here, and nobody is told
 * @param down bytes from the server reach the child
 * @param open new connections are taken; else they are reset
 */
public record WireFaults(long delayMillis, long bytesPerSecond, boolean up, boolean down, boolean open) {
    /** As if there were no wire. */
    public static final WireFaults FAIR = new WireFaults(0, 0, true, true, true);

    /** No byte passes and no connection ends: as when a switch goes dark. */
    public static final WireFaults DARK = new WireFaults(0, 0, false, false, true);

    /** Whatever the server says is never heard. */
    public static final WireFaults DEAF = new WireFaults(0, 0, true, false, true);

    /** Nobody listens at the other end. */
    public static final WireFaults REFUSING = new WireFaults(0, 0, true, true, false);

    /** Slow to answer. */
    public static WireFaults delayed(long millis) {
        return new WireFaults(millis, 0, true, true, true);
    }

    /** That number of bytes a second. */
    public static WireFaults thin(long bytesPerSecond) {
        return new WireFaults(0, bytesPerSecond, true, true, true);
    }
}
