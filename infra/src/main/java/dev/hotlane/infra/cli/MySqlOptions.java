package dev.hotlane.infra.cli;

import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.gateway.settings.MySqlSettings;
import dev.hotlane.infra.verify.Verifier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of every command that connects to MySQL: a picocli mixin. */
public final class MySqlOptions {

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
            names = "--mysql-password",
            paramLabel = "TEXT",
            description = "Its password; safer in HOTLANE_MYSQL_PASSWORD, which other users cannot list.")
    private String password;

    /** The database for a process that can run without one: null if no source names it. */
    public MySqlSettings orNull() {
        return url == null ? null : new MySqlSettings(url(), user(), password());
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

    /** The password, or empty. */
    public String password() {
        return password == null ? "" : password;
    }
}
