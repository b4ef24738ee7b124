package dev.hotlane.protocol.tls;

import java.nio.file.Path;

/** A file with a certificate or a key can't be used. The message names the file, what is wrong, and what to do. */
public final class TlsFileException extends RuntimeException {
    private static final long serialVersionUID = 1;

    TlsFileException(Path file, String reason) {
        super(file + ": " + reason);
    }

    TlsFileException(Path file, String reason, Throwable cause) {
        super(file + ": " + reason, cause);
    }
}
