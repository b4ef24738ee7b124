package dev.hotlane.gateway.call;

import dev.hotlane.gateway.problem.RequestRefused;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * The decoded query parameters of a request: only those that its call takes, each at most once, none empty. A header that
 * stands for a parameter is among them under its own name.
 *
 * @param given UTF-8 by name
 */
public record Parameters(Map<String, byte[]> given) {
    /** No parameters. */
    public static final Parameters NONE = new Parameters(Map.of());

    /** Those of {@code consistency=local}, by far the most frequent query: it need not be parsed again. */
    public static final Parameters LOCAL = NONE.with("consistency", "local");

    /** These and one more. */
    public Parameters with(String name, String value) {
        Map<String, byte[]> more = new TreeMap<>(given);
        more.put(name, value.getBytes(StandardCharsets.UTF_8));
        return new Parameters(more);
    }

    /** The bytes of a parameter, or null if absent; throws MALFORMED if there are more than {@code lengthMax}. */
    public byte[] bytes(String name, int lengthMax) {
        byte[] value = given.get(name);
        if (value != null && value.length > lengthMax) {
            throw fault(name, "expected 1 to " + lengthMax + " bytes, found " + value.length);
        }
        return value;
    }

    /** The text of a parameter, or null if absent. */
    public String text(String name) {
        byte[] value = given.get(name);
        return value == null ? null : new String(value, StandardCharsets.UTF_8);
    }

    /** A number from {@code least}, 1 or more, to {@code most}, or {@code usual} if the parameter is absent. */
    public int number(String name, int least, int most, int usual) {
        String value = text(name);
        if (value == null) {
            return usual;
        }
        int digitsMax = Integer.toString(most).length();
        boolean digits = value.length() <= digitsMax && value.chars().allMatch(next -> next >= '0' && next <= '9');
        int number = digits ? Integer.parseInt(value) : 0;
        if (number < least || number > most) {
            throw fault(name, "expected a whole number, " + least + " to " + most);
        }
        return number;
    }

    /** A number from 0 to {@code most}, or -1 if the parameter is absent. */
    public long count(String name, long most) {
        String value = text(name);
        long number = value == null ? -1 : whole(value, most);
        if (value != null && number < 0) {
            throw fault(name, "expected a whole number, 0 to " + most);
        }
        return number;
    }

    /** The number in this text, or -1 if it is none from 0 to {@code most}. */
    static long whole(String text, long most) {
        int digitsMax = Long.toString(most).length();
        boolean digits = !text.isEmpty()
                && text.length() <= digitsMax
                && text.chars().allMatch(next -> next >= '0' && next <= '9');
        long number = digits ? Long.parseLong(text) : -1;
        return number > most ? -1 : number;
    }

    /** A rejection that names the parameter. */
    public static RequestRefused fault(String name, String what) {
        return RequestRefused.malformed("the query parameter " + name + ": " + what);
    }
}
