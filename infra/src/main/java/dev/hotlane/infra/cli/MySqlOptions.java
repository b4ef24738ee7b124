package dev.hotlane.infra.cli;

import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.ServerTrust;
import dev.hotlane.gateway.settings.MySqlSettings;
import dev.hotlane.infra.verify.Verifier;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of every command that connects to MySQL: a picocli mixin. */
public final class MySqlOptions {
    private static final String PASSWORD = "--mysql-password";
    private static final String PASSWORD_FILE = "--mysql-password-file";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--mysql-url",
            paramLabel = "JDBC-URL",
            description = "The database; default: that of the running dev stack.")
    private String url;

    @Option(names = "--mysql-user", paramLabel = "NAME", description = "The MySQL account.")
    private String user;

    @Option(
            names = PASSWORD,
            paramLabel = "TEXT",
            description = "Its password; safer in HOTLANE_MYSQL_PASSWORD, which other users cannot list.")
    private String password;

    @Option(
            names = PASSWORD_FILE,
            paramLabel = "FILE",
            description = "A file with the password and nothing else, in place of --mysql-password.")
    private Path passwordFile;

    private String read;

    /** The database for a process that can run without one: null if no source names it. The password is judged anyhow. */
    public MySqlSettings orNull() {
        String given = password();
        return url == null ? null : new MySqlSettings(url(), user(), given);
    }

    /** The database for a command that works on its checkpoint. */
    FlushSettings checkpoint() {
        return Verifier.database(url(), user(), password());
    }

    /** The JDBC URL; a usage error if no source names it, or if it is none of MySQL. */
    public String url() {
        if (url == null) {
            throw new ParameterException(
                    command.commandLine(),
                    "No database is named and no dev stack was found: give --mysql-url, or start `./hotlane dev`, or"
                            + " say with " + StackOptions.DIRECTORY + " where one runs.");
        }
        // The message omits the value: it may contain a password.
        if (!url.startsWith("jdbc:mysql:")) {
            throw new ParameterException(
                    command.commandLine(),
                    Settings.nameGiven(command, "--mysql-url") + " must be like jdbc:mysql://host:3306/database.");
        }
        return url;
    }

    /** The account, or empty to leave it to the URL. */
    public String user() {
        return user == null ? "" : user;
    }

    /** The password, or empty; a usage error if two sources name one, or if the file holds none. */
    public String password() {
        if (passwordFile == null) {
            return password == null ? "" : password;
        }
        if (Settings.isGiven(command, PASSWORD)) {
            throw new ParameterException(
                    command.commandLine(),
                    Settings.nameGiven(command, PASSWORD) + " and " + Settings.nameGiven(command, PASSWORD_FILE)
                            + " both name a password: leave one of them out.");
        }
        if (read == null) {
            read = PasswordFile.read(command, PASSWORD_FILE, passwordFile);
        }
        return read;
    }

    /** Prints one line if others on the way to the database can read or change what is sent. */
    void warnOfOpenWay(PrintWriter err) {
        if (url != null) {
            ServerTrust.of(url()).warning().ifPresent(line -> {
                err.println(line);
                err.flush();
            });
        }
    }
}
