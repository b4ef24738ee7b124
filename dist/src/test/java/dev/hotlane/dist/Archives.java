package dev.hotlane.dist;

import dev.hotlane.protocol.process.Build;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** The zip and the tar that the build packed, as they are read. */
final class Archives {
    private static final int BLOCK = 512;

    private Archives() {}

    /** The archive of this version with that ending. */
    static Path packed(String ending) {
        Path archive = Path.of("target", "hotlane-" + Build.THIS.version() + "." + ending);
        if (!Files.exists(archive)) {
            throw new IllegalStateException(archive + " is missing: run by `verify`");
        }
        return archive;
    }

    /** Unpacks the zip with its modes; returns the installation's directory, which everyone may read. */
    static Path unpackZip(Path directory) throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (FileSystem zip = FileSystems.newFileSystem(packed("zip"), Map.of("enablePosixFileAttributes", "true"));
                Stream<Path> entries = Files.walk(zip.getPath("/"))) {
            for (Path entry : (Iterable<Path>) entries::iterator) {
                Path file = directory.resolve(entry.toString().substring(1));
                Set<PosixFilePermission> mode = Files.getPosixFilePermissions(entry);
                if (Files.isDirectory(entry)) {
                    Files.createDirectories(file);
                } else {
                    Files.copy(entry, file);
                    Files.setPosixFilePermissions(file, mode);
                }
            }
        }
        try (Stream<Path> top = Files.list(directory)) {
            return top.findFirst().orElseThrow();
        }
    }

    /** A header of a tar: of a file or a directory. Times in seconds. */
    record Entry(String name, int mode, long owner, long group, long time) {}

    /** The entries of the tar, in its order. */
    static List<Entry> tar() throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (InputStream packed = Files.newInputStream(packed("tar.gz"));
                DataInputStream in = new DataInputStream(new GZIPInputStream(packed))) {
            byte[] header = new byte[BLOCK];
            while (true) {
                in.readFully(header);
                if (header[0] == 0) {
                    return entries;
                }
                byte type = header[156];
                if (type == '0' || type == '5') {
                    entries.add(new Entry(
                            text(header, 345, 155) + text(header, 0, 100),
                            (int) number(header, 100, 8),
                            number(header, 108, 8),
                            number(header, 116, 8),
                            number(header, 136, 12)));
                }
                in.skipNBytes((number(header, 124, 12) + BLOCK - 1) / BLOCK * BLOCK);
            }
        }
    }

    private static String text(byte[] header, int from, int length) {
        String field = StandardCharsets.UTF_8
                .decode(ByteBuffer.wrap(header, from, length))
                .toString();
        return field.replaceFirst("\0.*", "");
    }

    private static long number(byte[] header, int from, int length) {
        return Long.parseLong(text(header, from, length).strip(), 8);
    }
}
