package dev.hotlane.infra.cli;

import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Rejects values that can't work before anything is done, under the names that the operator used. Any thread. */
public final class Usage {
    /** Names of a settings record's components in its error messages. */
    private static final Pattern NAME = Pattern.compile("\\b[a-z]+([A-Z][a-z]*)*\\b");

    private Usage() {}

    /** Rejects the option's value unless {@code holds}; {@code expected} follows "must be". */
    public static void require(boolean holds, CommandSpec command, String option, String expected) {
        if (!holds) {
            Object found = command.findOption(option).getValue();
            throw new ParameterException(
                    command.commandLine(),
                    Settings.nameGiven(command, option) + " must be " + expected + ", found " + found + ".");
        }
    }

    /** As {@link #require}, for a whole number without an upper bound. */
    public static void requireAtLeast(long least, long value, CommandSpec command, String option) {
        require(value >= least, command, option, "at least " + least);
    }

    /**
     * Makes a settings record out of options. Its IllegalArgumentException names components, which the operator does
     * not see: the usage error names the options.
     *
     * @param optionOf the option that supplies a component; null if the word is no component
     */
    static <T> T settings(CommandSpec command, Function<String, String> optionOf, Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            String text = NAME.matcher(e.getMessage().replaceFirst("^gateway settings: ", ""))
                    .replaceAll(word -> {
                        String option = optionOf.apply(word.group());
                        return Matcher.quoteReplacement(
                                option == null ? word.group() : Settings.nameGiven(command, option));
                    });
            throw new ParameterException(command.commandLine(), text + ".", e);
        }
    }

    /** The option of a component such as {@code bodyMax}: {@code --gateway-body-max}; null if there is none. */
    static String option(CommandSpec command, String prefix, String component) {
        String name = prefix + component.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
        return command.findOption(name) == null ? null : name;
    }
}
