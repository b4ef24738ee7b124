package dev.hotlane.console;

import dev.hotlane.access.Principals;
import dev.hotlane.access.file.PrincipalsFile;
import dev.hotlane.console.caller.ConsoleTls;
import java.util.function.Supplier;

/**
 * The files that say who may see the pages, each read again whenever it changes.
 *
 * @param file null: anyone may
 * @param tls null: plain HTTP
 */
record CallerFiles(PrincipalsFile file, ConsoleTls tls) implements AutoCloseable {
    /** Reads them. Throws PrincipalsException or TlsFileException if one is not valid now. */
    static CallerFiles start(ConsoleAccess access) {
        ConsoleTls tls = access.tls() == null ? null : ConsoleTls.start(access.tls());
        try {
            return new CallerFiles(access.principals() == null ? null : PrincipalsFile.start(access.principals()), tls);
        } catch (RuntimeException e) {
            new CallerFiles(null, tls).close();
            throw e;
        }
    }

    /** Supplies the newest principals; null: there are none. */
    Supplier<Principals> principals() {
        return file == null ? null : file::principals;
    }

    @Override
    public void close() {
        if (file != null) {
            file.close();
        }
        if (tls != null) {
            tls.close();
        }
    }
}
