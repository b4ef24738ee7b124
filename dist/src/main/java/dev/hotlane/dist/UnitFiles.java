package dev.hotlane.dist;

import dev.hotlane.processor.halt.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The unit files of systemd, by their names: templates in which a line `@NAME@` is replaced by the file `name.part`, and
 * `@NO_RESTART@` by the exit codes after which no restart helps. Immutable.
 */
public record UnitFiles(SortedMap<String, String> texts) {

    /** Of the command line: settings that are wrong stay wrong. */
    private static final int USAGE = 2;

    private static final String PART = ".part";
    private static final Pattern PLACE = Pattern.compile("@([A-Z]+)@");

    /** Makes them of the templates in this directory. */
    public static UnitFiles of(Path templates) throws IOException {
        SortedMap<String, String> files = new TreeMap<>();
        try (Stream<Path> each = Files.list(templates)) {
            for (Path file : each.toList()) {
                files.put(file.getFileName().toString(), Files.readString(file).stripTrailing());
            }
        }
        SortedMap<String, String> units = new TreeMap<>();
        files.forEach((name, text) -> {
            if (!name.endsWith(PART)) {
                units.put(name, filled(text, files).replace("@NO_RESTART@", noRestart()) + "\n");
            }
        });
        return new UnitFiles(units);
    }

    private static String filled(String template, Map<String, String> files) {
        return PLACE.matcher(template).replaceAll(place -> {
            String part = place.group(1).toLowerCase(Locale.ROOT) + PART;
            if (!files.containsKey(part)) {
                throw new IllegalArgumentException("no file " + part + " for " + place.group());
            }
            return Matcher.quoteReplacement(files.get(part));
        });
    }

    /** The exit codes after which no restart helps, ascending, separated by spaces: `RestartPreventExitStatus=`. */
    public static String noRestart() {
        return IntStream.concat(
                        IntStream.of(USAGE),
                        Stream.of(ExitCode.values())
                                .filter(code -> !code.restartHelps())
                                .mapToInt(ExitCode::number))
                .sorted()
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(" "));
    }

    /** Writes each under its name, into a directory that then has no other file. */
    public void writeTo(Path directory) throws IOException {
        Files.createDirectories(directory);
        try (Stream<Path> old = Files.list(directory)) {
            for (Path file : (Iterable<Path>) old::iterator) {
                Files.delete(file);
            }
        }
        for (Map.Entry<String, String> unit : texts.entrySet()) {
            Files.writeString(directory.resolve(unit.getKey()), unit.getValue());
        }
    }
}
