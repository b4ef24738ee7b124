package dev.hotlane.access.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.hotlane.access.Principals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** A changed file is read again; one that is gone or broken leaves what is in force. */
class PrincipalsFileTest {
    @TempDir
    private Path directory;

    @Test
    void theThreadReadsAChangedFileAndEndsWhenClosed() throws IOException {
        write("one");
        try (PrincipalsFile file = PrincipalsFile.start(path())) {
            assertThat(name(file)).isEqualTo("one");
            write("two");
            await().until(() -> name(file).equals("two"));
            Files.delete(path());
            await().until(file::stale);
            assertThat(name(file)).isEqualTo("two");
            write("three");
            await().until(() -> name(file).equals("three"));
            assertThat(file.stale()).isFalse();
        }
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().equals("principals"));
    }

    @Test
    void aFileThatIsNotValidAtStartIsTheCallersMatter() throws IOException {
        assertThatThrownBy(() -> PrincipalsFile.start(path()))
                .isInstanceOf(PrincipalsException.class)
                .hasMessage(path() + ": no such file");
        Files.writeString(path(), "{");
        assertThatThrownBy(() -> PrincipalsFile.start(path()))
                .hasMessage(path() + ", line 1: not JSON: it ends too early");
    }

    @Test
    void aBrokenFileKeepsTheOldPrincipalsUntilItIsMended() throws IOException {
        write("one");
        PrincipalsFile file = PrincipalsFile.read(path());
        Principals before = file.principals();
        Files.writeString(path(), "{\"principals\":[{");
        file.look();
        assertThat(file.stale()).isTrue();
        assertThat(file.principals()).isSameAs(before);
        file.look();
        assertThat(file.stale()).isTrue();
        write("two");
        file.look();
        assertThat(file.stale()).isFalse();
        assertThat(name(file)).isEqualTo("two");
    }

    @Test
    void eachFaultIsOneLineOfTheLog() throws IOException {
        Logger log = (Logger) LoggerFactory.getLogger(PrincipalsFile.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        log.addAppender(lines);
        try {
            write("one");
            PrincipalsFile file = PrincipalsFile.read(path());
            Files.writeString(path(), "{");
            file.look();
            file.look();
            Files.delete(path());
            file.look();
            file.look();
            assertThat(lines.list)
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .containsExactly(
                            "The principals stay as they were: " + path() + ", line 1: not JSON: it ends too early",
                            "The principals stay as they were: " + path() + ": no such file");
        } finally {
            log.detachAppender(lines);
        }
    }

    @Test
    void aFileThatComesBackAsItWasIsNotStaleAndMakesNoNewPrincipals() throws IOException {
        write("one");
        Files.setLastModifiedTime(path(), FileTime.from(Instant.EPOCH));
        PrincipalsFile file = PrincipalsFile.read(path());
        file.look();
        Principals before = file.principals();
        Path away = directory.resolve("away");
        Files.move(path(), away);
        file.look();
        assertThat(file.stale()).isTrue();
        Files.move(away, path());
        file.look();
        assertThat(file.stale()).isFalse();
        assertThat(file.principals()).isSameAs(before);
    }

    @Test
    void anUnchangedFileMakesNoNewPrincipals() throws IOException {
        write("one");
        PrincipalsFile file = PrincipalsFile.read(path());
        Principals before = file.principals();
        file.look();
        Files.setLastModifiedTime(path(), FileTime.from(Instant.EPOCH));
        file.look();
        assertThat(file.principals()).isSameAs(before);
    }

    /** Kubernetes swaps a link to a directory; the new file may have the time of the old one. */
    @Test
    void aLinkToAnotherFileOfTheSameTimeAndSizeIsAChange() throws IOException {
        Path first = Files.writeString(directory.resolve("first"), text("one"));
        Path second = Files.writeString(directory.resolve("second"), text("two"));
        Files.setLastModifiedTime(first, FileTime.from(Instant.EPOCH));
        Files.setLastModifiedTime(second, FileTime.from(Instant.EPOCH));
        Files.createSymbolicLink(path(), first);
        PrincipalsFile file = PrincipalsFile.read(path());
        file.look();
        Path next = Files.createSymbolicLink(directory.resolve("next"), second);
        Files.move(next, path(), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        file.look();
        assertThat(name(file)).isEqualTo("two");
    }

    /** Two writes in one tick of the file system's clock have one time. A time in the future stays young. */
    @Test
    void aSecondChangeWithTheTimeAndSizeOfTheFirstIsRead() throws IOException {
        FileTime future = FileTime.from(Instant.now().plusSeconds(3_600));
        write("one");
        Files.setLastModifiedTime(path(), future);
        PrincipalsFile file = PrincipalsFile.read(path());
        file.look();
        write("two");
        Files.setLastModifiedTime(path(), future);
        file.look();
        assertThat(name(file)).isEqualTo("two");
    }

    private Path path() {
        return directory.resolve("principals.json");
    }

    private void write(String name) throws IOException {
        Files.writeString(path(), text(name));
    }

    private static String text(String name) {
        return "{\"principals\":[{\"name\":\"" + name + "\",\"grants\":[]}]}";
    }

    private static String name(PrincipalsFile file) {
        return file.principals().all().get(0).name();
    }
}
