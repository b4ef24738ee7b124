package dev.hotlane.console;

import dev.hotlane.protocol.tls.TlsPaths;
import java.nio.file.Path;

/**
 * Who may see the pages of a console, and how they are encrypted. Immutable.
 *
 * @param principals the principals file, whose principals log in; null: anyone may see all
 * @param tls PEM files of HTTPS; null: plain HTTP
 */
public record ConsoleAccess(Path principals, TlsPaths tls) {
    /** Anyone may see all, by plain HTTP: for loopback. */
    public static final ConsoleAccess OPEN = new ConsoleAccess(null, null);
}
