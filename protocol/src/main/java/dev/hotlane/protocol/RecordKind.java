package dev.hotlane.protocol;

/** What a record of the command topic is. */
public enum RecordKind {
    COMMAND,
    READ,
    TICK,
    LEAD,
    RESIGN,
    RULES,
    SKIP,
    /** Not a frame of ours, damaged, or no message this build knows: changes nothing, is counted and kept aside. */
    GARBAGE
}
