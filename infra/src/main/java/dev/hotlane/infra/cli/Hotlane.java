package dev.hotlane.infra.cli;

import dev.hotlane.access.file.PrincipalsException;
import dev.hotlane.access.token.JwksFileException;
import dev.hotlane.flusher.mysql.FlusherException;
import dev.hotlane.gateway.problem.GatewayException;
import dev.hotlane.infra.repair.RepairException;
import dev.hotlane.infra.snapshot.SnapshotException;
import dev.hotlane.infra.stack.HotlaneHome;
import dev.hotlane.infra.stack.NoCloneException;
import dev.hotlane.infra.stack.StackException;
import dev.hotlane.infra.verify.VerifyException;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.protocol.process.Build;
import dev.hotlane.protocol.tls.TlsFileException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/**
 * The `hotlane` program. Its subcommands are listed here; those that measure and prove come from their own modules
 * ({@link MoreCommands}).
 */
@Command(
        name = "hotlane",
        description = "A hot-deal reservation engine: one log, one lane, one thread.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        versionProvider = Hotlane.Version.class,
        footer = {
            "",
            "Every option that takes a value can also be given by the environment or a file:",
            "  --stack-kafka-port 9092 = HOTLANE_STACK_KAFKA_PORT=9092 = stack.kafka.port=9092",
            "The option wins over the environment, that over the file, that over a running dev stack.",
            "`hotlane COMMAND --help` shows the options of a command.",
            "`hotlane jdks` lists the JDKs that are found here, first the one that is taken.",
            "In a clone of the project `./hotlane test` runs all tests; `./hotlane bench` and `./hotlane compare`",
            "measure; `./hotlane simulate`, `./hotlane faults` and `./hotlane check-history` prove. The launcher",
            "builds their modules when they are first asked for. dev, demo and kafka run in a clone only, too."
        },
        subcommands = {
            DemoCommand.class,
            DevCommand.class,
            TopicsCommand.class,
            SchemaCommand.class,
            RulesCommand.class,
            NodeCommand.class,
            GatewayCommand.class,
            ProcessorCommand.class,
            LogCommand.class,
            AclsCommand.class,
            RetentionCommand.class,
            AtCommand.class,
            HistoryCommand.class,
            WhatIfCommand.class,
            SnapshotLadderCommand.class,
            VerifyCommand.class,
            SnapshotCommand.class,
            RestoreCommand.class,
            DrillCommand.class,
            SkipCommand.class,
            ReAnchorCommand.class,
            ProjectCommand.class,
            FeedCommand.class,
            ConsoleCommand.class,
            CountersCommand.class,
            KeysCommand.class,
            KafkaCommand.class
        })
public final class Hotlane {

    private static final int HELP_COLUMNS = 100;

    /** What `--version` prints. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"hotlane " + Build.THIS};
        }
    }

    @Option(
            names = Settings.CONFIG_OPTION,
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "Settings file; else HOTLANE_CONFIG, else ./hotlane.properties if it is there.")
    @SuppressWarnings("unused") // Picocli sets it; Settings reads the option.
    private Path config;

    /** Runs the program and ends the JVM with its exit code. */
    public static void main(String[] args) {
        refuseRenegotiation();
        System.exit(run(args, System.getenv()));
    }

    /** A renegotiation costs a server more than its client. The JDK reads this at its first TLS, so it comes first. */
    private static void refuseRenegotiation() {
        String property = "jdk.tls.rejectClientInitiatedRenegotiation";
        if (System.getProperty(property) == null) {
            System.setProperty(property, "true");
        }
    }

    static int run(String[] words, Map<String, String> environment) {
        String[] args = KafkaTool.ownOptionsFirst(words);
        try {
            Path devDirectory = HotlaneHome.search(environment)
                    .map(HotlaneHome::stackDirectory)
                    .orElse(null);
            // Keys of counters are printed in UTF-8 whatever the locale, as the Kafka tools print them.
            PrintWriter out = new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8), true);
            return commandLine(Settings.read(args, environment, Path.of(""), devDirectory))
                    .setOut(out)
                    .execute(args);
        } catch (SettingsException | StackException e) {
            System.err.println(e.getMessage());
            return CommandLine.ExitCode.USAGE;
        }
    }

    /** The whole program, with every command on the class path; these settings supply the values not given. */
    public static CommandLine commandLine(Settings settings) {
        CommandLine commandLine = new CommandLine(new Hotlane());
        for (MoreCommands module : ServiceLoader.load(MoreCommands.class)) {
            module.commands().forEach(commandLine::addSubcommand);
        }
        commandLine.setUsageHelpWidth(HELP_COLUMNS);
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        commandLine.setDefaultValueProvider(settings);
        commandLine.setExecutionExceptionHandler(Hotlane::explain);
        commandLine.setParameterExceptionHandler(Hotlane::correct);
        // Arguments after the name of a stock tool belong to that tool.
        commandLine
                .getSubcommands()
                .get("kafka")
                .setStopAtPositional(true)
                .setUnmatchedOptionsArePositionalParams(true);
        settings.refuseUnknown(commandLine);
        return commandLine;
    }

    private static int correct(CommandLine.ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        PrintWriter err = command.getErr();
        err.println(e.getMessage());
        CommandLine.UnmatchedArgumentException.printSuggestions(e, err);
        err.println("See `" + command.getCommandSpec().qualifiedName() + " --help`.");
        err.flush();
        return CommandLine.ExitCode.USAGE;
    }

    // An error that an operator can act on needs no stack trace; anything else is a defect and does.
    private static int explain(Exception e, CommandLine commandLine, CommandLine.ParseResult parsed) {
        PrintWriter err = commandLine.getErr();
        Optional<String> denial = KafkaOptions.denial(commandLine.getCommandSpec(), e);
        if (denial.isPresent()) {
            err.println(ExitCode.KAFKA_DENIED + ": " + denial.get());
            err.flush();
            return ExitCode.KAFKA_DENIED.number();
        }
        if (e instanceof NoCloneException) {
            String name = commandLine.getCommandSpec().qualifiedName();
            err.println(name + " runs in a clone of the project only, as ./" + name + ": " + e.getMessage() + ".");
            err.flush();
            return CommandLine.ExitCode.USAGE;
        }
        if (e instanceof PrincipalsException || e instanceof JwksFileException || e instanceof TlsFileException) {
            err.println(ExitCode.BAD_FILE + ": " + e.getMessage());
            err.flush();
            return ExitCode.BAD_FILE.number();
        }
        if (isForTheOperator(e)) {
            err.println(e.getMessage());
        } else {
            e.printStackTrace(err);
        }
        err.flush();
        return CommandLine.ExitCode.SOFTWARE;
    }

    private static boolean isForTheOperator(Exception e) {
        return e instanceof StackException
                || e instanceof SettingsException
                || e instanceof VerifyException
                || e instanceof RepairException
                || e instanceof SnapshotException
                || e instanceof KafkaException
                || e instanceof FlusherException
                || e instanceof GatewayException;
    }
}
