package dev.hotlane.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

/** A password that comes from a file, and what can be wrong with one. */
class PasswordFileTest {
    private static final String MARKER = "sesame-8261";

    @TempDir
    private Path directory;

    @Command(name = "login")
    private static final class Login {
        @Mixin
        private MySqlOptions mysql;
    }

    private MySqlOptions parse(Map<String, String> environment, String... args) {
        Login login = new Login();
        new CommandLine(login)
                .setDefaultValueProvider(Settings.read(args, environment, directory, directory))
                .parseArgs(args);
        return login.mysql;
    }

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("password"), text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    sesame        | sesame
                    sesame\\n      | sesame
                    sesame\\r\\n    | sesame
                    sesame\\n\\n    | sesame\\n
                    ' se same '   | ' se same '
                    s\u00e9same     | s\u00e9same
                    """)
    void oneNewlineAtItsEndIsNoPartOfIt(String content, String password) throws IOException {
        Path file = file(content.replace("\\n", "\n").replace("\\r", "\r"));
        assertThat(parse(Map.of(), "--mysql-password-file=" + file).password())
                .isEqualTo(password.replace("\\n", "\n"));
        assertThat(parse(Map.of("HOTLANE_MYSQL_PASSWORD_FILE", file.toString())).password())
                .isEqualTo(password.replace("\\n", "\n"));
    }

    @Test
    void aFileThatHoldsNoneIsRefusedByItsName() throws IOException {
        refused(directory.resolve("nowhere"), "does not exist");
        refused(directory, "can't be read");
        refused(file(""), "is empty");
        refused(file("\n"), "is empty");
        refused(file(MARKER.repeat(400)), "is no password: it has more than 4096 bytes");
        Path bytes = Files.write(directory.resolve("bytes"), new byte[] {'s', (byte) 0xFF});
        refused(bytes, "is no text in UTF-8");
    }

    private void refused(Path file, String why) {
        MySqlOptions options = parse(Map.of("HOTLANE_MYSQL_PASSWORD_FILE", file.toString()));
        assertThatThrownBy(options::password)
                .isInstanceOf(ParameterException.class)
                .hasMessageStartingWith("HOTLANE_MYSQL_PASSWORD_FILE: " + file + " " + why)
                .hasMessageNotContaining(MARKER);
    }

    @Test
    void twoPasswordsAreRefusedWhereverTheyComeFrom() throws IOException {
        Path file = file(MARKER);
        String line = "processor --kafka-bootstrap-servers 127.0.0.1:1 --mysql-url jdbc:mysql://127.0.0.1:1/h";
        UsageRefusals refusals = new UsageRefusals(directory, directory.resolve("unused"));
        refusals.assertRefused(
                Map.of("HOTLANE_MYSQL_PASSWORD", MARKER),
                line + " --mysql-password-file " + file,
                "HOTLANE_MYSQL_PASSWORD and --mysql-password-file both name a password: leave one of them out.");
        assertThat(refusals.messages()).doesNotContain(MARKER);
        refusals.assertRefused(
                Map.of("HOTLANE_MYSQL_PASSWORD_FILE", file.toString()),
                line + " --mysql-password " + MARKER,
                "--mysql-password and HOTLANE_MYSQL_PASSWORD_FILE both name a password");
        refusals.assertRefused(
                Map.of(), line + " --mysql-password-file nowhere", "--mysql-password-file: nowhere does not exist.");
        // A gateway may do without a database, and a forgotten --mysql-url must show.
        refusals.assertRefused(
                Map.of(),
                "gateway --kafka-bootstrap-servers 127.0.0.1:1 --mysql-password-file nowhere",
                "--mysql-password-file: nowhere does not exist.");
        assertThat(refusals.messages()).doesNotContain(MARKER);
    }

    @Test
    void thePrintOfTheSettingsHasTheFilesNameOnly() throws IOException {
        Path file = file(MARKER);
        StringWriter out = new StringWriter();
        String[] args = {"--mysql-password-file=" + file};
        CommandLine login = new CommandLine(new Login())
                .setDefaultValueProvider(Settings.read(args, Map.of(), directory, directory));
        login.parseArgs(args);
        Settings.print(login.getCommandSpec(), new PrintWriter(out));
        assertThat(out.toString())
                .contains("mysql.password.file = " + file, "mysql.password = unset")
                .doesNotContain(MARKER);
    }
}
