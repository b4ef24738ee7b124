package dev.hotlane.access.file;

import dev.hotlane.access.Principals;
import dev.hotlane.protocol.process.FileWatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The newest valid state of a principals file. A thread looks for changes twice a second; what does not change the
 * file's bytes makes no new state. A file that is gone or broken changes nothing but {@link #stale}. Any thread may
 * take {@link #principals}, which never blocks.
 */
public final class PrincipalsFile implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PrincipalsFile.class);

    /** A file may change twice within one tick of its time stamp. So a stamp proves nothing until it is this old. */
    private static final long SETTLED_MS = 2_000;

    private final Path path;
    private final FileWatch watch = new FileWatch("principals", this::look);
    private volatile Principals principals;
    private volatile boolean stale;

    // Of the thread that looks, and before it of the one that starts.
    private byte[] bytes;
    private Stamp stamp;
    private String complained;

    /** What changes when a file does, or when another file takes its name. */
    private record Stamp(FileTime modified, long size, Object file) {
        static Stamp of(Path path) throws IOException {
            BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class);
            return new Stamp(now.lastModifiedTime(), now.size(), now.fileKey());
        }

        boolean settled() {
            return System.currentTimeMillis() - modified.toMillis() >= SETTLED_MS;
        }
    }

    private PrincipalsFile(Path path) {
        this.path = path;
        bytes = PrincipalsReader.bytes(path);
        principals = PrincipalsReader.read(path.toString(), bytes);
    }

    /** Reads the file, and again whenever it changes; throws {@link PrincipalsException} if it is not valid now. */
    public static PrincipalsFile start(Path path) {
        PrincipalsFile file = read(path);
        file.watch.start();
        return file;
    }

    /** The same without the thread: {@link #look} looks. */
    static PrincipalsFile read(Path path) {
        return new PrincipalsFile(path);
    }

    /** The principals of the newest valid state. A caller of one moment takes them once: the next may be others. */
    public Principals principals() {
        return principals;
    }

    /** Whether the file is not what {@link #principals} were read from, because it is gone or broken. */
    public boolean stale() {
        return stale;
    }

    /** Reads the file if it may have changed. No failure leaves it: the next look tries again. */
    void look() {
        try {
            Stamp now = Stamp.of(path);
            if (!now.equals(stamp) || !now.settled()) {
                // Stamped before it is read: a change meanwhile is met by the next look.
                take(PrincipalsReader.bytes(path));
                stamp = now;
            }
        } catch (PrincipalsException e) {
            complain(e.getMessage());
        } catch (NoSuchFileException e) {
            complain(path + ": no such file");
        } catch (IOException | RuntimeException e) {
            complain(path + ": can't be read: " + e);
        }
    }

    private void take(byte[] found) {
        if (!Arrays.equals(found, bytes)) {
            Principals next = PrincipalsReader.read(path.toString(), found);
            bytes = found;
            principals = next;
            log.info("Read {}: {} principals.", path, next.all().size());
        } else if (stale) {
            log.info("{} is again as it was.", path);
        }
        stale = false;
        complained = null;
    }

    /** Once for each fault, not twice a second. */
    private void complain(String fault) {
        stale = true;
        // A file that comes back has its old stamp.
        stamp = null;
        if (!fault.equals(complained)) {
            log.warn("The principals stay as they were: {}", fault);
        }
        complained = fault;
    }

    /** Ends the thread and waits for it. */
    @Override
    public void close() {
        watch.close();
    }
}
