package dev.hotlane.infra.cli;

/** A setting that is missing, unknown or wrong: the message names it and the remedy. */
public final class SettingsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** With the text for the operator. */
    public SettingsException(String message) {
        super(message);
    }
}
