package dev.hotlane.protocol.cli;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The properties of a formatter, given as {@code --formatter-property NAME=VALUE}. Throws IllegalArgumentException with
 * a message that lists the allowed ones; the console consumer prints it above its usage. Any thread.
 */
final class FormatterProperties {
    static final String KINDS = "kinds";
    static final String KEYS = "keys";
    static final String PRETTY = "pretty";

    private final Map<String, ?> given;

    FormatterProperties(Map<String, ?> given, String... allowed) {
        this.given = given;
        Set<String> unknown = new TreeSet<>(given.keySet());
        Arrays.asList(allowed).forEach(unknown::remove);
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("The formatter has no property " + String.join(", ", unknown)
                    + ". Its properties: " + String.join(", ", allowed) + ".");
        }
    }

    /** The kinds in {@code kinds=A,B}, in any case; all kinds if the property is absent. */
    <K extends Enum<K>> Set<K> kinds(Class<K> type) {
        Set<K> kinds = EnumSet.noneOf(type);
        for (String name : list(KINDS)) {
            kinds.add(Arrays.stream(type.getEnumConstants())
                    .filter(kind -> kind.name().equals(name.toUpperCase(Locale.ROOT)))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("No kind of record is called " + name
                            + " (property kinds). The kinds: " + names(type) + ".")));
        }
        return kinds.isEmpty() ? EnumSet.allOf(type) : kinds;
    }

    /** The keys in {@code keys=stock:a,stock:b}; none if the property is absent. */
    List<String> keys() {
        return list(KEYS);
    }

    boolean pretty() {
        String value = text(PRETTY);
        if (value == null || value.equals("false")) {
            return false;
        }
        if (value.equals("true")) {
            return true;
        }
        throw new IllegalArgumentException("pretty=" + value + ": the values are true and false.");
    }

    private List<String> list(String name) {
        String value = text(name);
        if (value == null) {
            return List.of();
        }
        List<String> elements =
                Arrays.stream(value.split(",", -1)).map(String::strip).toList();
        if (elements.contains("")) {
            throw new IllegalArgumentException(
                    name + "=" + value + ": expected names with a comma between two, none of them empty.");
        }
        return elements;
    }

    private String text(String name) {
        Object value = given.get(name);
        return value == null ? null : value.toString();
    }

    private static <K extends Enum<K>> String names(Class<K> type) {
        return String.join(
                ", ", Arrays.stream(type.getEnumConstants()).map(Enum::name).toList());
    }
}
