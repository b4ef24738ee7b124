package dev.hotlane.protocol.cli;

/** The kinds of a line of the reply topic. */
public enum ReplyLineKind {
    /** The answer to one request. */
    REPLY,
    /** The leader's sign of life to every gateway. */
    BEAT,
    /** A leader that answers in memory ended at a record that it could not apply. */
    HALTED,
    /** A record with only messages that this build does not support. */
    UNKNOWN,
    /** A record that is not a frame of ours, or is damaged. */
    GARBAGE
}
