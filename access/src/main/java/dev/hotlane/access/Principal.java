package dev.hotlane.access;

/**
 * A back-end that calls the lane.
 *
 * @param name 1..64 visible ASCII characters; no other principal has it
 * @param tenant 1..32 of a-z, 0-9 and -, or empty: the one tenant of all that name none
 * @param identities how it proves who it is
 * @param rights what it may do
 * @param limits of each of its commands
 * @param rate of its calls at one gateway; null: no rate of its own
 */
public record Principal(
        String name, String tenant, Identities identities, Rights rights, CommandLimits limits, Rate rate) {}
