package dev.hotlane.processor.state;

/** RULES name a format that this build does not support: it must stop before it misreads later records. */
public final class UnknownRulesException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnknownRulesException(long offset, int found, int known) {
        super("RULES at offset " + offset + " put format " + found + " in force, this build reads up to " + known
                + ": start a newer build; nothing is lost, it resumes at this offset");
    }
}
