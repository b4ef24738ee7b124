package dev.hotlane.console.source;

/** Why a source was not read; the message is shown. Without a stack trace: it is expected once a second. */
final class SourceFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SourceFault(String message) {
        super(message, null, false, false);
    }
}
