package dev.hotlane.access.token;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.text.ParseException;

/** Keys in a file. It is small, so it is read twice a second: no time stamp can mislead. */
record JwksFile(Path path) implements JwksSource {
    private static final long LOOK_EVERY_MS = 500;

    /** Throws {@link JwksFileException} unless the file has keys now. */
    void require() {
        try {
            Jwks.parse(read());
        } catch (NoSuchFileException e) {
            throw new JwksFileException(path + ": no such file", e);
        } catch (IOException e) {
            throw new JwksFileException(path + ": can't be read: " + e.getMessage(), e);
        } catch (ParseException | RuntimeException e) {
            throw new JwksFileException(path + ": no JWKS that can sign tokens: " + e.getMessage(), e);
        }
    }

    @Override
    public byte[] read() throws IOException {
        try (InputStream file = Files.newInputStream(path)) {
            byte[] bytes = file.readNBytes(Jwks.BYTES_MAX + 1);
            if (bytes.length > Jwks.BYTES_MAX) {
                throw new IOException("more than " + Jwks.BYTES_MAX + " bytes");
            }
            return bytes;
        }
    }

    @Override
    public long everyMs() {
        return LOOK_EVERY_MS;
    }

    @Override
    public long atMostEveryMs() {
        return LOOK_EVERY_MS;
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
