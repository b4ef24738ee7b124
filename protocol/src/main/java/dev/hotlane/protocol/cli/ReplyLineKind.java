package dev.hotlane.protocol.cli;

/** What a line of the reply topic shows. */
public enum ReplyLineKind {
    /** The answer to one request. */
    REPLY,
    /** The leader's sign of life to every gateway. */
    BEAT,
    /** A record of messages that this build does not know. */
    UNKNOWN,
    /** A record that is no frame of ours, or damaged. */
    GARBAGE
}
