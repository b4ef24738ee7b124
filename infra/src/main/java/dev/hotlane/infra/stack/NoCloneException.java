package dev.hotlane.infra.stack;

import java.nio.file.Path;

/** What is asked for is in a clone of the project only, and this code runs from an installation. */
public final class NoCloneException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param code the place of the running code, above which no clone was found */
    NoCloneException(Path code) {
        super("no directory above " + code + " has infra/kafka");
    }
}
