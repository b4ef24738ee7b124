package dev.hotlane.flusher.mysql;

/** Another process owns the checkpoint now: this one must step down and exit. Nothing of its batch was written. */
public final class FencedException extends FlusherException {
    private static final long serialVersionUID = 1;

    FencedException(String message) {
        super(Reason.FENCED, message);
    }
}
