package dev.hotlane.access.file;

/** A principals file that can't be used. Its message names the file, the line and the field, and says what is wrong. */
public final class PrincipalsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int line;
    private final String field;

    PrincipalsException(String message, int line, String field) {
        super(message);
        this.line = line;
        this.field = field;
    }

    /** The line, from 1 on; 0 if the file could not be read at all. */
    public int line() {
        return line;
    }

    /** The field as a JSON Pointer, such as {@code /principals/0/keys/1/id}; empty for the document as a whole. */
    public String field() {
        return field;
    }
}
