package dev.hotlane.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * The API key or token that a client sends with each request. One from a file is read again within 1 s of a change, so
 * that a key can be replaced while the client runs; a file that is gone or broken leaves the last key. Its text shows
 * in no message. Any thread.
 */
public final class ClientKey {
    private static final Pattern TEXT = Pattern.compile("[!-~]{1,8192}");
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Path file;
    private final Supplier<String> tokens;
    private String header;
    private FileTime modified;
    private long lookedNanos;

    private ClientKey(Path file, Supplier<String> tokens, String header) {
        this.file = file;
        this.tokens = tokens;
        this.header = header;
        lookedNanos = System.nanoTime();
    }

    /** This key; throws IllegalArgumentException unless it has 1 to 8,192 visible ASCII characters. */
    public static ClientKey of(String text) {
        return new ClientKey(null, null, header(text));
    }

    /** The key that a file has, without white space around it; throws IllegalArgumentException if it has none. */
    public static ClientKey ofFile(Path file) {
        try {
            return new ClientKey(file, null, header(Files.readString(file)));
        } catch (IOException e) {
            throw new IllegalArgumentException("the key's file " + file + " can't be read: " + e, e);
        }
    }

    /**
     * The token that this supplier returns, for each request; the supplier may be called on any thread. An attempt for which
     * it fails is one that sent nothing; the next attempt asks it again.
     */
    public static ClientKey supplied(Supplier<String> tokens) {
        return new ClientKey(null, tokens, null);
    }

    private static String header(String text) {
        String key = text.strip();
        if (!TEXT.matcher(key).matches()) {
            throw new IllegalArgumentException("the key is not 1 to 8192 visible ASCII characters");
        }
        return "Bearer " + key;
    }

    /** The value of the header Authorization now; throws NoKeyException if the supplier fails, or returns no key. */
    String header() {
        if (tokens == null) {
            return current();
        }
        try {
            return header(tokens.get());
        } catch (RuntimeException e) {
            throw new NoKeyException(e);
        }
    }

    private synchronized String current() {
        long now = System.nanoTime();
        if (file != null && now - lookedNanos > LOOK_NANOS) {
            lookedNanos = now;
            look();
        }
        return header;
    }

    private void look() {
        try {
            FileTime found = Files.getLastModifiedTime(file);
            if (!found.equals(modified)) {
                header = header(Files.readString(file));
                modified = found;
            }
        } catch (IOException | IllegalArgumentException e) {
            // The last key stays; the next look tries again.
            modified = null;
        }
    }

    @Override
    public String toString() {
        return tokens != null ? "tokens" : file == null ? "a key" : "the key in " + file;
    }
}
