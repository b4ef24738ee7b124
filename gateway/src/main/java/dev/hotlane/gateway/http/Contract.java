package dev.hotlane.gateway.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** {@code GET /openapi.yaml}: the contract of this build, read once per process. Any thread. */
public final class Contract {
    private static final String RESOURCE = "/openapi.yaml";
    private static final int TAG_BYTES = 8;
    private static final byte[] TEXT = read();
    private static final String TAG = '"' + HexFormat.of().formatHex(sha256(TEXT), 0, TAG_BYTES) + '"';

    private Contract() {}

    /** The document, OpenAPI 3.1 as YAML in UTF-8; callers must not write to it. */
    public static byte[] text() {
        return TEXT;
    }

    /** Its strong entity tag: 8 bytes of the document's SHA-256 in hexadecimal. */
    public static String tag() {
        return TAG;
    }

    private static byte[] read() {
        try (InputStream resource = Contract.class.getResourceAsStream(RESOURCE)) {
            if (resource == null) {
                throw new IllegalStateException(RESOURCE + " is missing in the gateway's jar: build it again");
            }
            return resource.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("can't read " + RESOURCE + " in the gateway's jar", e);
        }
    }

    private static byte[] sha256(byte[] text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK lacks SHA-256", e);
        }
    }
}
