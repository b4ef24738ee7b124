package dev.hotlane.protocol.tls;

import dev.hotlane.protocol.process.FileWatch;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * What a server makes of its files, of their newest valid state. A thread reads them twice a second; equal bytes make
 * nothing new. Files that are gone, broken or don't fit each other change nothing: the last valid state stays. Any thread
 * may take {@link #current}, which never blocks.
 *
 * @param <T> what is made, such as an SSLContext
 */
public final class TlsReload<T> implements AutoCloseable {
    /** Makes it out of the content of the files. */
    public interface Maker<T> {
        /** Throws if the JDK can't use the material. */
        T make(TlsMaterial material) throws GeneralSecurityException, IOException;
    }

    /**
     * Where news go; called on the thread that looks.
     *
     * @param info files were read
     * @param warn changed files can't be used
     */
    public record News(Consumer<String> info, Consumer<String> warn) {}

    private final TlsPaths paths;
    private final News news;
    private final Clock clock;
    private final Maker<T> maker;
    private final FileWatch watch = new FileWatch("tls-files", this::look);
    private volatile T current;
    private volatile long expirySeconds;

    // Of the thread that looks, and before it of the one that reads first.
    private List<byte[]> bytes = List.of();
    private String fault;
    private boolean complained;

    private TlsReload(TlsPaths paths, News news, Clock clock, Maker<T> maker) {
        this.paths = paths;
        this.news = news;
        this.clock = clock;
        this.maker = maker;
    }

    /** Reads the files; throws {@link TlsFileException} if they are not valid now. Changes count from {@link #start} on. */
    public static <T> TlsReload<T> read(TlsPaths paths, News news, Maker<T> maker) {
        return read(paths, news, Clock.systemUTC(), maker);
    }

    static <T> TlsReload<T> read(TlsPaths paths, News news, Clock clock, Maker<T> maker) {
        TlsReload<T> reload = new TlsReload<>(paths, news, clock, maker);
        reload.take(reload.content());
        return reload;
    }

    /** Starts to look for changes. */
    public void start() {
        watch.start();
    }

    /** What was made of the newest valid state. */
    public T current() {
        return current;
    }

    /** The end of the certificate's validity, in epoch seconds. */
    public long expirySeconds() {
        return expirySeconds;
    }

    /** Reads the files and takes what changed. No failure leaves it: the next look tries again. */
    void look() {
        try {
            List<byte[]> found = content();
            if (!same(found)) {
                take(found);
                news.info.accept("Read " + paths.certificate() + ", valid until " + Instant.ofEpochSecond(expirySeconds)
                        + ": new connections use it.");
            } else if (complained) {
                news.info.accept(paths.certificate() + " is again as it was.");
            }
            fault = null;
            complained = false;
        } catch (RuntimeException e) {
            complain(e instanceof TlsFileException ? e.getMessage() : e.toString());
        }
    }

    private List<byte[]> content() {
        byte[] certificate = PemBlock.bytes(paths.certificate());
        byte[] key = PemBlock.bytes(paths.key());
        return paths.clientAuthorities() == null
                ? List.of(certificate, key)
                : List.of(certificate, key, PemBlock.bytes(paths.clientAuthorities()));
    }

    private boolean same(List<byte[]> found) {
        for (int i = 0; i < found.size(); i++) {
            if (!Arrays.equals(found.get(i), bytes.get(i))) {
                return false;
            }
        }
        return true;
    }

    private void take(List<byte[]> found) {
        ServerIdentity identity = ServerIdentity.of(paths, found.get(0), found.get(1), clock.instant());
        List<X509Certificate> authorities =
                found.size() < 3 ? List.of() : PemCertificates.of(paths.clientAuthorities(), found.get(2));
        try {
            current = maker.make(new TlsMaterial(identity, authorities));
        } catch (GeneralSecurityException | IOException e) {
            throw new TlsFileException(paths.certificate(), "this JDK can't use it (" + e.getMessage() + ").", e);
        }
        expirySeconds = identity.expiry().getEpochSecond();
        bytes = found;
    }

    /**
     * Once for each fault, and at its second sight: files of a pair are often replaced one after the other, and between the
     * two they don't fit.
     */
    private void complain(String found) {
        boolean again = found.equals(fault);
        if (!again) {
            complained = false;
        }
        if (again && !complained) {
            news.warn.accept("The certificate stays as it was: " + found);
            complained = true;
        }
        fault = found;
    }

    /** Ends the thread and waits for it. */
    @Override
    public void close() {
        watch.close();
    }
}
