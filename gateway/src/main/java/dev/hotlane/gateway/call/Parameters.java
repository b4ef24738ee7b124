package dev.hotlane.gateway.call;

import dev.hotlane.gateway.problem.RequestRefused;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The query parameters of a request, decoded: only such as its call knows, each at most once, none empty.
 *
 * @param given UTF-8 by name
 */
public record Parameters(Map<String, byte[]> given) {
    /** None at all. */
    public static final Parameters NONE = new Parameters(Map.of());

    /** The bytes of a parameter, or null if it is not given; MALFORMED if there are more than {@code lengthMax}. */
    public byte[] bytes(String name, int lengthMax) {
        byte[] value = given.get(name);
        if (value != null && value.length > lengthMax) {
            throw fault(name, "expected 1 to " + lengthMax + " bytes, found " + value.length);
        }
        return value;
    }

    /** The text of a parameter, or null if it is not given. */
    public String text(String name) {
        byte[] value = given.get(name);
        return value == null ? null : new String(value, StandardCharsets.UTF_8);
    }

    /** A number of a parameter, 1 to {@code most}, or {@code usual} if it is not given. */
    public int number(String name, int most, int usual) {
        String value = text(name);
        if (value == null) {
            return usual;
        }
        int digitsMax = Integer.toString(most).length();
        boolean digits = value.length() <= digitsMax && value.chars().allMatch(next -> next >= '0' && next <= '9');
        int number = digits ? Integer.parseInt(value) : 0;
        if (number < 1 || number > most) {
            throw fault(name, "expected a whole number, 1 to " + most);
        }
        return number;
    }

    /** A refusal that names the parameter. */
    public static RequestRefused fault(String name, String what) {
        return RequestRefused.malformed("the query parameter " + name + ": " + what);
    }
}
