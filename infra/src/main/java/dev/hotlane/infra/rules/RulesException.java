package dev.hotlane.infra.rules;

/** A change of the rules was refused, or did not come into force; the message is for the operator. */
public final class RulesException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With what was found and what to do. */
    public RulesException(String message) {
        super(message);
    }
}
