package dev.hotlane.gateway.http;

/**
 * The calls whose answers are streams without an end. Belongs to one event loop.
 *
 * @param watches values of counters
 * @param changes every change
 */
record StreamCalls(WatchCalls watches, ChangesCalls changes) {}
