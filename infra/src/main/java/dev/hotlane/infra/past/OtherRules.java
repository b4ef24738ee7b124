package dev.hotlane.infra.past;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import dev.hotlane.infra.past.PastException.Reason;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.Rules;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The changes of a what-if: an array of JSON objects, each with one change. Immutable; any thread.
 *
 * @param limits by prefix of the key, the {@code max} of adds that have one
 * @param minima by prefix of the key, the {@code min} of adds that take
 * @param ttlMs TTL of every reservation, 0 for as it was
 * @param values by key, the value of a counter before the first record
 * @param drops commands that are taken out
 * @param rules by name, numbers of the rules
 */
public record OtherRules(
        Map<String, Long> limits,
        Map<String, Long> minima,
        long ttlMs,
        Map<String, Long> values,
        List<Drop> drops,
        Map<String, Long> rules) {
    private static final ObjectMapper JSON = new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    private static final Set<String> FIXED = Set.of("rulesVersion", "formatVersion", "hashSeed");

    /** Commands of that owner, on that key or of that id; a star at the end stands for any rest. */
    public record Drop(By by, String pattern) {
        boolean matches(String text) {
            return pattern.endsWith("*")
                    ? text.startsWith(pattern.substring(0, pattern.length() - 1))
                    : text.equals(pattern);
        }
    }

    /** What a drop goes by. */
    public enum By {
        /** The owner of a reservation. */
        OWNER,
        /** A key that the command names. */
        KEY,
        /** The command's id. */
        ID
    }

    /** No change. */
    public static final OtherRules NONE = new OtherRules(Map.of(), Map.of(), 0, Map.of(), List.of(), Map.of());

    /** Reads a file; throws {@link PastException} that names the first field that is wrong. */
    public static OtherRules read(Path file) {
        try {
            return parse(Files.readString(file));
        } catch (NoSuchFileException e) {
            throw question(file + " does not exist");
        } catch (CharacterCodingException e) {
            throw question(file + " is not UTF-8");
        } catch (IOException e) {
            throw question(file + " can't be read: " + e.getMessage());
        }
    }

    static OtherRules parse(String text) {
        JsonNode root;
        try {
            root = JSON.readTree(text);
        } catch (MismatchedInputException e) {
            throw question("not one JSON document: put all changes into one array");
        } catch (JsonProcessingException e) {
            throw question("not one JSON document, such as [{\"ttlMs\":60000}]: " + e.getOriginalMessage());
        }
        Reading reading = new Reading();
        if (root.isArray()) {
            root.forEach(reading::change);
        } else {
            reading.change(root);
        }
        return new OtherRules(
                reading.limits, reading.minima, reading.ttlMs, reading.values, reading.drops, reading.rules);
    }

    private static PastException question(String what) {
        return new PastException(Reason.QUESTION, "--change: " + what);
    }

    /** The rules with the numbers of the file. */
    Rules changed(Rules found) {
        if (rules.isEmpty()) {
            return found;
        }
        try {
            RecordComponent[] parts = Rules.class.getRecordComponents();
            Class<?>[] types = new Class<?>[parts.length];
            Object[] numbers = new Object[parts.length];
            for (int i = 0; i < parts.length; i++) {
                types[i] = parts[i].getType();
                Long other = rules.get(parts[i].getName());
                Object now = parts[i].getAccessor().invoke(found);
                numbers[i] = other == null ? now : types[i] == int.class ? (Object) Math.toIntExact(other) : other;
            }
            Rules made = Rules.class.getDeclaredConstructor(types).newInstance(numbers);
            if (made.fault() != null) {
                throw question("rules: " + made.fault());
            }
            return made;
        } catch (ReflectiveOperationException | ArithmeticException e) {
            throw question("rules: a number that rules can't have: " + e.getMessage());
        }
    }

    /** Collects the changes of a file. */
    private static final class Reading {
        private final Map<String, Long> limits = new TreeMap<>();
        private final Map<String, Long> minima = new TreeMap<>();
        private final Map<String, Long> values = new TreeMap<>();
        private final Map<String, Long> rules = new TreeMap<>();
        private final List<Drop> drops = new ArrayList<>();
        private long ttlMs;

        private void change(JsonNode one) {
            if (!one.isObject() || one.size() != 1) {
                throw question("each change is an object with one field, found " + one);
            }
            String name = one.fieldNames().next();
            JsonNode value = one.get(name);
            switch (name) {
                case "limit" -> bound(name, "max", value, limits);
                case "min" -> bound(name, "min", value, minima);
                case "ttlMs" -> {
                    requireNew(name, ttlMs == 0);
                    ttlMs = positive(name, value);
                }
                case "set" -> {
                    numbers(name, value, values);
                    values.keySet().forEach(Reading::requireKey);
                }
                case "rules" -> rules(value);
                case "drop" -> drop(value);
                default -> throw question("unknown field " + name);
            }
        }

        private void bound(String name, String number, JsonNode value, Map<String, Long> into) {
            for (Iterator<String> names = value.fieldNames(); names.hasNext(); ) {
                String field = names.next();
                if (!field.equals("prefix") && !field.equals(number)) {
                    throw question("unknown field " + name + "." + field);
                }
            }
            if (!value.path("prefix").isTextual()) {
                throw question(name + ".prefix must be a text");
            }
            String prefix = value.get("prefix").textValue();
            requireNew(name + " of prefix " + prefix, !into.containsKey(prefix));
            into.put(prefix, number(name + "." + number, value.path(number)));
        }

        /** Of two changes of one thing only one could take effect. */
        private static void requireNew(String what, boolean isNew) {
            if (!isNew) {
                throw question(what + " is there twice");
            }
        }

        private void numbers(String name, JsonNode value, Map<String, Long> into) {
            if (!value.isObject()) {
                throw question(name + " must be an object");
            }
            value.fieldNames().forEachRemaining(key -> {
                requireNew(name + "." + key, !into.containsKey(key));
                into.put(key, number(name + "." + key, value.get(key)));
            });
        }

        private static void requireKey(String key) {
            int length = key.getBytes(StandardCharsets.UTF_8).length;
            if (length < 1 || length > Op.KEY_LENGTH_MAX) {
                throw question("set: a key has 1 to " + Op.KEY_LENGTH_MAX + " UTF-8 bytes, one has " + length);
            }
        }

        private void rules(JsonNode value) {
            numbers("rules", value, rules);
            Set<String> known = new TreeSet<>();
            for (RecordComponent part : Rules.class.getRecordComponents()) {
                known.add(part.getName());
            }
            known.removeAll(FIXED);
            for (String name : rules.keySet()) {
                if (!known.contains(name)) {
                    throw question("unknown field rules." + name + ", known are " + known);
                }
            }
        }

        private void drop(JsonNode value) {
            numbersOrTexts(value);
            value.fieldNames()
                    .forEachRemaining(field -> drops.add(new Drop(
                            switch (field) {
                                case "owner" -> By.OWNER;
                                case "key" -> By.KEY;
                                case "id" -> By.ID;
                                default -> throw question("unknown field drop." + field);
                            },
                            value.get(field).textValue())));
        }

        private static void numbersOrTexts(JsonNode value) {
            value.fieldNames().forEachRemaining(field -> {
                if (!value.get(field).isTextual()) {
                    throw question("drop." + field + " must be a text");
                }
            });
            if (!value.isObject() || value.isEmpty()) {
                throw question("drop must be an object with owner, key or id");
            }
        }

        private static long positive(String name, JsonNode value) {
            long number = number(name, value);
            if (number < 1) {
                throw question(name + " must be positive");
            }
            return number;
        }

        private static long number(String name, JsonNode value) {
            if (!value.isIntegralNumber() || !value.canConvertToLong()) {
                throw question(name + " must be a whole number");
            }
            return value.longValue();
        }
    }
}
