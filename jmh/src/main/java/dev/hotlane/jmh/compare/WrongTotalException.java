package dev.hotlane.jmh.compare;

/** A contestant sold what it did not have, lost what it sold, or did not work at all. The message says which. */
final class WrongTotalException extends Exception {
    private static final long serialVersionUID = 1;

    WrongTotalException(String message) {
        super(message);
    }
}
