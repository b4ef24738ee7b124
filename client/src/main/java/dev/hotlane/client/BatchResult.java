package dev.hotlane.client;

/**
 * A line of a batch and its outcome.
 *
 * @param call the call that was passed in
 * @param outcome its outcome
 */
public record BatchResult(LaneCall<?> call, CallOutcome<?> outcome) {}
