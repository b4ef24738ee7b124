package dev.hotlane.console.care;

import java.util.regex.Pattern;

/** Words of a command line for a POSIX shell. Without state. */
final class ShellWord {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=,@%+-]+");

    private ShellWord() {}

    /** The text as one word, in single quotes unless no character of it means anything to a shell. */
    static String of(String text) {
        return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
