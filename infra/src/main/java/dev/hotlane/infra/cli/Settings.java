package dev.hotlane.infra.cli;

import dev.hotlane.infra.stack.MySqlServer;
import dev.hotlane.infra.stack.StackState;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Supplies the value of an option that the command line does not give: from the environment, then the settings file,
 * then the dev stack that runs on this machine, then the option's own default. Immutable after construction.
 *
 * <p>A role declares its options once, with a value each (`--kafka-bootstrap-servers`; on and off are `true` and
 * `false`), and gets the variable `HOTLANE_KAFKA_BOOTSTRAP_SERVERS` and the key `kafka.bootstrap.servers` with it. A
 * flag without a value is for one run and cannot be set from outside.
 */
public final class Settings implements IDefaultValueProvider {

    static final String CONFIG_OPTION = "--config";
    private static final String CONFIG_VARIABLE = "HOTLANE_CONFIG";
    private static final String CONFIG_FILE = "hotlane.properties";
    private static final String VARIABLE_PREFIX = "HOTLANE_";
    private static final String STACK_DIRECTORY = "stack.directory";

    /** Variables that are no options: those of the launcher and of file locations. */
    private static final Set<String> OTHER_VARIABLES =
            Set.of(CONFIG_VARIABLE, "HOTLANE_JAVA_OPTS", "HOTLANE_CACHE", "HOTLANE_MYSQL_HOME");

    /** Kubernetes sets variables with the addresses of services, one of which may be called `hotlane-gateway`. */
    private static final Pattern OF_KUBERNETES =
            Pattern.compile("HOTLANE(_\\w+)?_(SERVICE_(HOST|PORT)\\w*|PORT_\\d+_(TCP|UDP|SCTP)\\w*)");

    private static final Set<String> NOT_SETTINGS = Set.of(CONFIG_OPTION, "--help", "--version");

    private static final String DEV_STACK = "dev stack";
    private static final int NAMED_MAX = 3;

    private final Map<String, String> environment;
    private final Map<String, String> file;
    private final String fileName;
    private final Path defaultStackDirectory;
    private final Map<String, String> devStack;

    private Settings(Map<String, String> environment, Map<String, String> file, String fileName, Path stackDirectory) {
        this.environment = Map.copyOf(environment);
        this.file = file;
        this.fileName = fileName;
        this.defaultStackDirectory = stackDirectory;
        this.devStack = new HashMap<>();
    }

    /**
     * Reads the settings file that the arguments name, else the environment, else hotlane.properties of the working
     * directory if it exists. Then looks for a running stack in the directory of the arguments, the environment or that
     * file, else in {@code devDirectory}, which is null where there is no clone.
     */
    public static Settings read(
            String[] args, Map<String, String> environment, Path workingDirectory, Path devDirectory) {
        Settings settings = readFile(args, environment, workingDirectory, devDirectory);
        String named = option(args, StackOptions.DIRECTORY, settings.outer(STACK_DIRECTORY));
        Path stack = named == null ? devDirectory : workingDirectory.resolve(named);
        if (stack != null) {
            StackState.running(stack).ifPresent(state -> settings.devStack.putAll(ofDevStack(state)));
        }
        return settings;
    }

    private static Settings readFile(
            String[] args, Map<String, String> environment, Path workingDirectory, Path devDirectory) {
        String named = option(args, CONFIG_OPTION, environment.get(CONFIG_VARIABLE));
        Path path = workingDirectory.resolve(named == null ? CONFIG_FILE : named);
        if (named == null && !Files.exists(path)) {
            return new Settings(environment, Map.of(), CONFIG_FILE, devDirectory);
        }
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(path)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw new SettingsException(
                    "The settings file " + path + " could not be read (" + e + "): correct its name or its text.");
        }
        Map<String, String> file = new HashMap<>();
        properties.stringPropertyNames().forEach(key -> file.put(key, properties.getProperty(key)));
        return new Settings(environment, file, path.toString(), devDirectory);
    }

    @Override
    public String defaultValue(ArgSpec arg) {
        if (!(arg instanceof OptionSpec option) || !isSetting(option)) {
            return null;
        }
        String key = key(option);
        String value = outer(key);
        if (value == null && key.equals(STACK_DIRECTORY)) {
            return defaultStackDirectory == null ? null : defaultStackDirectory.toString();
        }
        return value == null ? devStack.get(key) : value;
    }

    private String outer(String key) {
        return environment.getOrDefault(variable(key), file.get(key));
    }

    /** Prints the settings of the parsed command, one a line, with their sources; hides secrets. */
    public static void print(CommandSpec command, PrintWriter out) {
        Settings settings = (Settings) command.defaultValueProvider();
        out.println("Settings of " + command.name() + ":");
        command.options().stream()
                .filter(Settings::isSetting)
                .sorted(Comparator.comparing(Settings::key))
                .forEach(option -> {
                    boolean given = command.commandLine().getParseResult().hasMatchedOption(option);
                    Object value = option.getValue();
                    out.printf(
                            "  %s = %s  (%s)%n",
                            key(option),
                            value == null ? "unset" : hidden(key(option), value.toString()),
                            given ? "option" : settings.source(key(option)));
                });
        out.flush();
    }

    /** Whether the operator gave the option, a variable or a key of the file; a running dev stack's value is not given. */
    static boolean isGiven(CommandSpec command, String name) {
        OptionSpec option = command.findOption(name);
        return command.commandLine().getParseResult().hasMatchedOption(option)
                || command.defaultValueProvider() instanceof Settings settings && settings.outer(key(option)) != null;
    }

    /** The name of an option as the operator gave it: the option itself, a variable, or a key of the file. */
    public static String nameGiven(CommandSpec command, String name) {
        OptionSpec option = command.findOption(name);
        boolean given = command.commandLine().getParseResult().hasMatchedOption(option);
        if (given || !(command.defaultValueProvider() instanceof Settings settings)) {
            return name;
        }
        String key = key(option);
        if (settings.environment.containsKey(variable(key))) {
            return variable(key);
        }
        return settings.file.containsKey(key) ? key + " of " + settings.fileName : name;
    }

    /** Whether the running dev stack alone supplied the option's value. */
    static boolean fromDevStack(CommandSpec command, String name) {
        OptionSpec option = command.findOption(name);
        return !command.commandLine().getParseResult().hasMatchedOption(option)
                && command.defaultValueProvider() instanceof Settings settings
                && settings.source(key(option)).equals(DEV_STACK);
    }

    /** Rejects a settings file or an environment with a setting that no command of the program has. */
    void refuseUnknown(CommandLine program) {
        Set<String> known = new TreeSet<>();
        collectKeys(program, known);
        refuseUnknownKeys(known);
        refuseUnknownVariables(known);
    }

    private void refuseUnknownKeys(Set<String> known) {
        for (String key : file.keySet()) {
            if (!known.contains(key)) {
                throw new SettingsException(
                        fileName + " sets " + key + ", which is no setting: did you mean " + nearest(key, known) + "?");
            }
        }
    }

    private void refuseUnknownVariables(Set<String> keys) {
        Set<String> known = new TreeSet<>(OTHER_VARIABLES);
        keys.forEach(key -> known.add(variable(key)));
        for (String name : new TreeSet<>(environment.keySet())) {
            boolean ours = name.startsWith(VARIABLE_PREFIX)
                    && !OF_KUBERNETES.matcher(name).matches();
            if (ours && !known.contains(name)) {
                throw new SettingsException("The environment sets " + name + ", which is no setting: did you mean "
                        + nearest(name, known) + "? Unset it otherwise.");
            }
        }
    }

    private String source(String key) {
        if (environment.containsKey(variable(key))) {
            return variable(key);
        }
        if (file.containsKey(key)) {
            return fileName;
        }
        return devStack.containsKey(key) ? DEV_STACK : "default";
    }

    private static boolean isSetting(OptionSpec option) {
        return option.arity().max() > 0 && !NOT_SETTINGS.contains(option.longestName());
    }

    private static String key(OptionSpec option) {
        return option.longestName().replaceFirst("^-+", "").replace('-', '.');
    }

    private static String variable(String key) {
        return VARIABLE_PREFIX + key.replace('.', '_').toUpperCase(Locale.ROOT);
    }

    private static String hidden(String key, String value) {
        if (key.endsWith("password") || key.endsWith("secret") || key.endsWith("token")) {
            return "******";
        }
        return value.replaceAll("(?i)(password=)[^&;]*", "$1******").replaceAll("(://[^/:@]*:)[^/@]*@", "$1******@");
    }

    private static void collectKeys(CommandLine command, Set<String> keys) {
        command.getCommandSpec().options().stream()
                .filter(Settings::isSetting)
                .map(Settings::key)
                .forEach(keys::add);
        command.getSubcommands().values().forEach(sub -> collectKeys(sub, keys));
    }

    /** Up to three names: those with the same last word come first, then those with the fewest differing letters. */
    private static String nearest(String key, Set<String> known) {
        String lastWord = key.replaceFirst("^.*(?=[._])", "");
        Comparator<String> apart = Comparator.comparing((String name) -> !name.endsWith(lastWord))
                .thenComparingInt(name -> distance(key, name));
        List<String> ranked = known.stream().sorted(apart).toList();
        if (ranked.isEmpty()) {
            return "nothing: there are no settings";
        }
        int best = distance(key, ranked.get(0));
        return ranked.stream()
                .limit(NAMED_MAX)
                .filter(name -> name.endsWith(lastWord) || distance(key, name) <= best + 2)
                .collect(Collectors.joining(" or "));
    }

    // Levenshtein: letters to insert, delete or replace.
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }

    // The file and the stack are needed before anything is parsed, as they supply the defaults.
    private static String option(String[] args, String option, String otherwise) {
        boolean kafka = false;
        for (int i = 0; i < args.length; i++) {
            if (args[i].equals(option) && i + 1 < args.length) {
                return args[i + 1];
            }
            if (args[i].startsWith(option + "=")) {
                return args[i].substring(option.length() + 1);
            }
            // After the name of a stock tool, an option is the tool's own.
            if (kafka && KafkaTool.named(args[i]).isPresent()) {
                return otherwise;
            }
            kafka |= args[i].equals("kafka");
        }
        return otherwise;
    }

    private static Map<String, String> ofDevStack(StackState state) {
        return Map.of(
                "kafka.bootstrap.servers",
                state.bootstrapServers(),
                "mysql.url",
                state.jdbcUrl(),
                "mysql.user",
                MySqlServer.USER,
                "mysql.password",
                MySqlServer.PASSWORD);
    }
}
