package dev.hotlane.access;

/**
 * A key and whom it stands for. One object for each key of a {@link Principals}.
 *
 * @param principal its principal
 * @param key the key, whose expiry ends what the caller has open
 */
public record KnownKey(Principal principal, ApiKey key) {}
