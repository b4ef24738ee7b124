package dev.hotlane.infra.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * A command of a page of docs, and what stands below it.
 *
 * @param text both, as they stand
 * @param command on one line
 * @param output what it is said to print
 */
public record PageCommand(String text, String command, String output) {
    /** All commands of the blocks marked `console`, in order. A command goes on as long as a quote or backslash is open. */
    public static List<PageCommand> of(String page) {
        List<PageCommand> commands = new ArrayList<>();
        for (String block : page.split("```console\n")) {
            if (block.startsWith("$ ")) {
                String content = block.substring(0, block.indexOf("```"));
                for (String text : content.split("(?m)^(?=\\$ )")) {
                    int end = end(text);
                    String command = text.substring(2, end).replace("\\\n", " ");
                    commands.add(new PageCommand(text, command, text.substring(end)));
                }
            }
        }
        return commands;
    }

    private static int end(String text) {
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char at = text.charAt(i);
            quoted ^= at == '\'';
            if (at == '\n' && !quoted && text.charAt(i - 1) != '\\') {
                return i + 1;
            }
        }
        throw new IllegalArgumentException("a command without an end: " + text);
    }

    /** The text with what was really printed. */
    public String with(String printed) {
        return text.substring(0, text.length() - output.length()) + lines(printed);
    }

    /** Without numbers and digests that differ from run to run, and how wide a tool makes its columns. */
    public static String masked(String output) {
        return lines(output)
                .replaceAll("\\b([0-9a-f]{16}){1,2}\\b", "9")
                .replaceAll("\\d+", "9")
                .replaceAll("[ \\t]+", " ")
                .replaceAll("-{2,}", "-")
                .strip();
    }

    /** HTTP ends its header lines with a carriage return too, which a page does not have. */
    private static String lines(String printed) {
        return printed.replace("\r\n", "\n");
    }
}
