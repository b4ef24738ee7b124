package dev.hotlane.gateway.settings;

/** The check of one setting. Any thread; no state. */
final class Requirement {
    private Requirement() {}

    /** Throws IllegalArgumentException with this text unless {@code holds}. */
    static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException("gateway settings: " + otherwise);
        }
    }
}
