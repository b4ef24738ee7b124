package dev.hotlane.infra.acls;

import java.util.Locale;

/** What an account is for; each process of a lane has one of these. */
public enum AccountRole {
    /** A gateway that runs alone. */
    GATEWAY,
    /** A processor that runs alone. */
    PROCESSOR,
    /** Both in one process. */
    NODE,
    /** `hotlane retention`. */
    RETENTION,
    /** The change feed. */
    FEED,
    /** The console, and `hotlane log`. */
    CONSOLE,
    /** Who publishes product cards. */
    CARDS,
    /** People who create topics, skip records and repair. */
    OPERATOR;

    /** As in a principal's name, such as {@code gateway}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
