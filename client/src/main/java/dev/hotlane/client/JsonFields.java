package dev.hotlane.client;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Fields of a JSON object, by name and type. A missing or mistyped field means that the answer is not Hotlane's. */
record JsonFields(Map<String, Object> fields) {
    private static final Pattern UUID = Pattern.compile("[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}");

    boolean has(String name) {
        return fields.get(name) != null;
    }

    String text(String name) {
        return required(name, String.class);
    }

    Optional<String> textIfAny(String name) {
        return has(name) ? Optional.of(text(name)) : Optional.empty();
    }

    long number(String name) {
        return required(name, Long.class);
    }

    OptionalLong numberIfAny(String name) {
        return has(name) ? OptionalLong.of(number(name)) : OptionalLong.empty();
    }

    boolean flag(String name) {
        return required(name, Boolean.class);
    }

    /** An absent flag is false. */
    boolean flagIfAny(String name) {
        return has(name) && flag(name);
    }

    Instant time(String name) {
        return Instant.ofEpochMilli(number(name));
    }

    Optional<Instant> timeIfAny(String name) {
        return has(name) ? Optional.of(time(name)) : Optional.empty();
    }

    Duration millis(String name) {
        return Duration.ofMillis(number(name));
    }

    Optional<Duration> millisIfAny(String name) {
        return has(name) ? Optional.of(millis(name)) : Optional.empty();
    }

    JsonFields object(String name) {
        return required(name, JsonFields.class);
    }

    <T> Optional<T> objectIfAny(String name, Function<JsonFields, T> reader) {
        return has(name) ? Optional.of(reader.apply(object(name))) : Optional.empty();
    }

    /** The objects of an array. */
    <T> List<T> list(String name, Function<JsonFields, T> reader) {
        List<T> read = new ArrayList<>();
        for (Object element : required(name, List.class)) {
            if (!(element instanceof JsonFields object)) {
                throw new ForeignAnswerException("an element of " + name + " is no object");
            }
            read.add(reader.apply(object));
        }
        return List.copyOf(read);
    }

    /** The same; an absent array is empty. */
    <T> List<T> listIfAny(String name, Function<JsonFields, T> reader) {
        return has(name) ? list(name, reader) : List.of();
    }

    <E extends Enum<E>> E word(String name, Class<E> type) {
        String word = text(name);
        for (E constant : type.getEnumConstants()) {
            if (constant.name().toLowerCase(Locale.ROOT).equals(word)) {
                return constant;
            }
        }
        throw new ForeignAnswerException(name + " has the unknown word " + word);
    }

    /** Throws ForeignAnswerException unless this field has this text. */
    void require(String name, String expected) {
        if (!text(name).equals(expected)) {
            throw new ForeignAnswerException(name + " is " + text(name) + ", expected " + expected);
        }
    }

    /**
     * Throws ForeignAnswerException unless the id is this one. A UUID in capitals comes back in lower case and is the
     * same id.
     */
    void requireId(String expected) {
        String id = text("id");
        boolean same = id.equals(expected)
                || id.equalsIgnoreCase(expected) && UUID.matcher(expected).matches();
        if (!same) {
            throw new ForeignAnswerException("the id is " + id + ", expected " + expected);
        }
    }

    private <T> T required(String name, Class<T> type) {
        Object value = fields.get(name);
        if (!type.isInstance(value)) {
            throw new ForeignAnswerException("the field " + name + " is missing or of another type");
        }
        return type.cast(value);
    }
}
