package dev.hotlane.protocol.cli;

/** Spreads a line of JSON over several lines, with two spaces per level and an empty line at the end. Any thread. */
final class PrettyJson {
    private PrettyJson() {}

    /** The same object; {@code line} is valid JSON without blanks between its tokens. */
    static String of(String line) {
        StringBuilder out = new StringBuilder(2 * line.length());
        int depth = 0;
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char at = line.charAt(i);
            if (quoted) {
                out.append(at);
                if (at == '\\') {
                    out.append(line.charAt(++i));
                }
                quoted = at != '"';
            } else if ((at == '{' || at == '[') && isClosing(line.charAt(i + 1))) {
                out.append(at).append(line.charAt(++i));
            } else if (at == '{' || at == '[') {
                depth++;
                newLine(out.append(at), depth);
            } else if (isClosing(at)) {
                depth--;
                newLine(out, depth).append(at);
            } else if (at == ',') {
                newLine(out.append(at), depth);
            } else {
                out.append(at == ':' ? ": " : String.valueOf(at));
                quoted = at == '"';
            }
        }
        return out.append('\n').toString();
    }

    private static boolean isClosing(char at) {
        return at == '}' || at == ']';
    }

    private static StringBuilder newLine(StringBuilder out, int depth) {
        return out.append('\n').append("  ".repeat(depth));
    }
}
