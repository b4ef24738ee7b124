package dev.hotlane.client;

/**
 * The outcome of a call. Exactly one of:
 *
 * <ul>
 *   <li>{@link Done}: it is done, now or by an earlier attempt under the same id.
 *   <li>{@link Refused}: the lane rejected it; nothing was changed.
 *   <li>{@link Unknown}: it may have run, may still run, or may never run. Send the same id again, or abandon it.
 *   <li>{@link Unanswered}: no gateway took it before the deadline. Nothing ran; send the same id again.
 * </ul>
 *
 * @param <T> type of the value of a call that is done
 */
public sealed interface CallOutcome<T> permits Done, Refused, Unknown, Unanswered {
    /** Whether it is {@link Done}. */
    default boolean isDone() {
        return this instanceof Done;
    }
}
