package dev.hotlane.protocol.tls;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One block of a PEM file (RFC 7468). Text around the blocks is passed over, as tools write remarks there.
 *
 * @param label such as CERTIFICATE
 * @param header the lines before an empty line, as in an encrypted key of OpenSSL's old form; else empty
 * @param der the decoded bytes
 */
record PemBlock(String label, String header, byte[] der) {
    private static final int BYTES_MAX = 1 << 20;
    private static final Pattern BLOCK = Pattern.compile(
            "-----BEGIN ([A-Z0-9 ]+)-----\\R((?:[\\w-]+: .*\\R)*)([A-Za-z0-9+/=\\s]*?)-----END \\1-----");

    /** The bytes of a file of at most 1 MiB. */
    static byte[] bytes(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(BYTES_MAX + 1);
            if (bytes.length > BYTES_MAX) {
                throw new TlsFileException(file, "has more than " + BYTES_MAX + " bytes. It must be a PEM file.");
            }
            return bytes;
        } catch (NoSuchFileException e) {
            throw new TlsFileException(file, "does not exist.", e);
        } catch (IOException e) {
            throw new TlsFileException(file, "can't be read (" + e.getMessage() + ").", e);
        }
    }

    /** The blocks of these bytes, which were read from that file. */
    static List<PemBlock> parse(Path file, byte[] bytes) {
        List<PemBlock> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(new String(bytes, StandardCharsets.ISO_8859_1));
        while (matcher.find()) {
            try {
                byte[] der = Base64.getMimeDecoder().decode(matcher.group(3));
                blocks.add(new PemBlock(matcher.group(1), matcher.group(2), der));
            } catch (IllegalArgumentException e) {
                throw new TlsFileException(
                        file, "its block " + matcher.group(1) + " is no base64 (" + e.getMessage() + ").", e);
            }
        }
        if (blocks.isEmpty()) {
            throw new TlsFileException(file, "has no PEM block: it must have a line -----BEGIN ...----- and its end.");
        }
        return blocks;
    }
}
