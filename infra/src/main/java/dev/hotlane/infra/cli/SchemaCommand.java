package dev.hotlane.infra.cli;

import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.FlusherException;
import dev.hotlane.flusher.mysql.Grants;
import dev.hotlane.flusher.mysql.Grants.Account;
import dev.hotlane.flusher.mysql.Grants.Require;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** `hotlane schema migrate` and `hotlane schema grants`. */
@Command(
        name = "schema",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "migrate|grants",
        description = "Makes the tables of a lane, or prints the SQL for accounts with the rights that they need.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:Done.", "1:MySQL refused, or could not be reached.", "2:The arguments are wrong."})
final class SchemaCommand {
    private static final int REFUSED = 1;

    @Spec
    private CommandSpec spec;

    @Command(
            name = "migrate",
            mixinStandardHelpOptions = true,
            description = {
                "Makes the tables, or brings them up to date.",
                "Run it with the account for migrations, before processors with --mysql-migrate false. Safe at any time: it",
                "leaves tables as they are that are up to date."
            })
    int migrate(@Mixin StackOptions stack, @Mixin MySqlOptions mysql) {
        mysql.warnOfOpenWay(spec.commandLine().getErr());
        try {
            new Checkpoint(mysql.checkpoint()).migrate();
        } catch (FlusherException e) {
            spec.commandLine().getErr().println(e.getMessage());
            spec.commandLine().getErr().flush();
            return REFUSED;
        }
        print("the tables are up to date");
        return 0;
    }

    @Command(
            name = "grants",
            mixinStandardHelpOptions = true,
            description = {
                "Prints SQL that makes an account for each task, with the rights that it needs and no more.",
                "Connects to nothing. Run the SQL as an administrator, by the client `mysql`, which prints the random",
                "passwords. MySQL grants nothing on tables that are missing, except to the account for migrations: make",
                "that one first, then run `hotlane schema migrate`, then make the others. Run again it changes nothing."
            })
    int grants(
            @Option(
                            names = "--grants-database",
                            paramLabel = "NAME",
                            defaultValue = "hotlane",
                            description = "The lane's database (default: ${DEFAULT-VALUE}).")
                    String database,
            @Option(
                            names = "--grants-prefix",
                            paramLabel = "TEXT",
                            defaultValue = "hl_",
                            description = "Begins the names of the accounts (default: ${DEFAULT-VALUE}).")
                    String prefix,
            @Option(
                            names = "--grants-host",
                            paramLabel = "HOST",
                            defaultValue = "%",
                            description = "Where the accounts log in from, %% for anywhere (default: %%).")
                    String host,
            @Option(
                            names = "--grants-require",
                            paramLabel = "NONE|SSL|X509",
                            defaultValue = "NONE",
                            description = "What else than a password a login needs: ${COMPLETION-CANDIDATES} (default:"
                                    + " ${DEFAULT-VALUE}).")
                    Require require,
            @Option(
                            names = "--grants-accounts",
                            paramLabel = "NAMES",
                            split = ",",
                            defaultValue = "migrate,runtime,gateway,console,retention,drill",
                            description = "The tasks, separated by commas (default: ${DEFAULT-VALUE}).")
                    List<Account> accounts) {
        Grants grants;
        try {
            grants = new Grants(database, prefix, host, require);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(
                    spec.commandLine()
                            .getParseResult()
                            .subcommand()
                            .commandSpec()
                            .commandLine(),
                    e.getMessage() + ".",
                    e);
        }
        for (Account account : accounts) {
            print("-- " + account.word());
            grants.of(account).forEach(statement -> print(statement + ";"));
        }
        return 0;
    }

    private void print(String line) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }
}
