package dev.hotlane.proof.lane;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Secrets of one run, and the search for them. One thread. */
final class Canaries {
    private static final Pattern KEY_LINE = Pattern.compile("BEGIN PRIVATE KEY-----\\s+(\\S{64})");

    private final Map<String, String> all = new LinkedHashMap<>();

    /** Searches for this secret from now on; returns it. */
    String add(String what, String secret) {
        if (secret.length() < 16) {
            throw new IllegalArgumentException("too short to be found for sure: " + what);
        }
        all.put(what, secret);
        return secret;
    }

    /** The same of an API key, whose id is no secret. */
    String key(String what, String key) {
        add(what, key.substring("hl_12345678_".length()));
        return key;
    }

    /** The same of a token: each part of it alone. */
    String token(String what, String token) {
        for (String part : token.split("\\.")) {
            // The header is the same in all tokens and says nothing; part of it may be in any log.
            if (!token.startsWith(part)) {
                add(what + " ..." + part.substring(part.length() - 4), part);
            }
        }
        return token;
    }

    /** The same of a PEM file's private key: its first line. */
    Path pem(String what, Path file) throws IOException {
        Matcher line = KEY_LINE.matcher(Files.readString(file));
        if (!line.find()) {
            throw new IllegalArgumentException("no key: " + file);
        }
        add(what, line.group(1));
        return file;
    }

    /** Throws AssertionError, without the secret, if one of them is in this text. */
    void requireNoneIn(String place, String text) {
        List<String> found = all.entrySet().stream()
                .filter(secret -> text.contains(secret.getValue()))
                .map(Map.Entry::getKey)
                .toList();
        if (!found.isEmpty()) {
            throw new AssertionError(place + " shows " + found);
        }
    }

    /** The command lines of all processes of this machine, one a line. */
    static String processes() throws IOException {
        try (Stream<Path> numbered = Files.list(Path.of("/proc"))) {
            StringBuilder lines = new StringBuilder();
            for (Path process : numbered.filter(
                            path -> path.getFileName().toString().matches("\\d+"))
                    .toList()) {
                lines.append(commandLine(process)).append('\n');
            }
            return lines.toString();
        }
    }

    private static String commandLine(Path process) {
        try {
            return new String(Files.readAllBytes(process.resolve("cmdline")), StandardCharsets.UTF_8)
                    .replace('\0', ' ');
        } catch (IOException e) {
            return "";
        }
    }
}
