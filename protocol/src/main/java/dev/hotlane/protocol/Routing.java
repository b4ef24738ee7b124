package dev.hotlane.protocol;

/**
 * The destination of a reply; never part of a command's fingerprint.
 *
 * @param gatewayHi first half of the gateway's incarnation
 * @param gatewayLo second half
 * @param request number of the request within that incarnation
 * @param replyPartition partition of the reply topic
 */
public record Routing(long gatewayHi, long gatewayLo, long request, int replyPartition) {}
