package dev.hotlane.gateway.http;

import dev.hotlane.gateway.board.Boards;
import dev.hotlane.gateway.call.LocalView;

/**
 * What answers reads from memory; any thread may use each part.
 *
 * @param local the view, which may be off
 * @param boards its boards; none if the view is off
 */
public record ViewParts(LocalView local, Boards boards) {}
