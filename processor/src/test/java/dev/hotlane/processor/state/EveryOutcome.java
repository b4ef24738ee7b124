package dev.hotlane.processor.state;

/** What random records must come to, each at least once, as {@link TwinTest} names it. */
final class EveryOutcome {
    static final String[] NAMES = {
        "OK",
        "MALFORMED",
        "UNSUPPORTED",
        "ID_REUSED",
        "ID_EXPIRED",
        "ID_IN_FUTURE",
        "NOT_FOUND",
        "EXPIRED",
        "ALREADY_CONFIRMED",
        "ALREADY_CANCELLED",
        "EXCEEDS_HELD",
        "EXISTS",
        "VERSION_MISMATCH",
        "VALUE_MISMATCH",
        "NOT_OPEN",
        "CLOSED",
        "RATE_LIMITED",
        "LIMIT_EXCEEDED",
        "INSUFFICIENT",
        "OVERFLOW",
        "replayed OK",
        "replayed ABANDONED",
        "stored OK",
        "stored ABANDONED",
        "replayed QUARANTINED",
        "stored INSUFFICIENT",
        "OK with a hold",
        "replayed OK with a hold",
        "stored OK with a hold",
        "a page that goes on",
        "expired",
        "time waits",
        "holds full",
        "replayed INSUFFICIENT",
        "silent",
        "dropped",
        "emptied",
        "accepted Lead",
        "accepted Resign",
        "accepted Numbers",
        "accepted Tick",
        "refused Lead",
        "refused Resign",
        "refused Numbers",
        "refused Tick"
    };

    private EveryOutcome() {}
}
