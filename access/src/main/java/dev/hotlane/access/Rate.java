package dev.hotlane.access;

/**
 * How much one principal may ask of one gateway.
 *
 * @param perSecond units that it gets back per second; a call takes 1 or more
 * @param burst most units that it can have
 * @param inFlight most calls without an answer
 * @param streams most watches and streams of changes
 */
public record Rate(int perSecond, int burst, int inFlight, int streams) {}
