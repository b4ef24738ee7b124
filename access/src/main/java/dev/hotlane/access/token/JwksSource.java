package dev.hotlane.access.token;

import java.io.IOException;

/** Where the keys of a token server are. Belongs to thread {@code jwks}. */
interface JwksSource {
    /** The document now; throws IOException if it can't be read within 5 s, or has more than {@link Jwks#BYTES_MAX}. */
    byte[] read() throws IOException, InterruptedException;

    /** Milliseconds from one reading to the next. */
    long everyMs();

    /** Least milliseconds between two readings for tokens whose keys are missing, and after one that failed. */
    long atMostEveryMs();
}
