package dev.hotlane.console.source;

import io.vertx.core.json.JsonObject;

/**
 * What a source answered at one moment.
 *
 * @param at when it had answered, in ms since 1970 by the console's clock
 * @param stats its {@code /v1/stats}
 * @param status its {@code /v1/status}
 */
public record Reading(long at, JsonObject stats, JsonObject status) {}
