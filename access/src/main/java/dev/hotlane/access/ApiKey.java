package dev.hotlane.access;

/**
 * An API key as the file has it: its text can't be made from this.
 *
 * @param id 8 of 0-9A-Za-z
 * @param sha256 32 bytes, of the whole text
 * @param expiresMs the first epoch ms at which the key is not valid; {@code Long.MAX_VALUE}: never
 */
public record ApiKey(String id, byte[] sha256, long expiresMs) {
    /** Whether the key is not valid any more. */
    public boolean expired(long nowMs) {
        return nowMs >= expiresMs;
    }
}
