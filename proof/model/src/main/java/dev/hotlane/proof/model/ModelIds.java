package dev.hotlane.proof.model;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What an id of a command means. Any thread. */
public final class ModelIds {
    private static final Pattern ID = Pattern.compile("[!-~]{1,64}");
    private static final Pattern UUID = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
    private static final Pattern VERSION_7 = Pattern.compile(".{14}7.{4}[89abAB].*");
    private static final int UUID_LENGTH = 36;
    private static final long NO_TIME = -1;

    private ModelIds() {}

    /** Whether a text may be an id. */
    public static boolean isId(String id) {
        return ID.matcher(id).matches();
    }

    /** The one form of an id: a UUID is its bits, in either case. */
    public static String same(String id) {
        return isUuid(id) ? id.toLowerCase(Locale.ROOT) : id;
    }

    /** Whether the id carries its own time. */
    public static boolean hasTime(String id) {
        return time(id) != NO_TIME;
    }

    /** The time that an id carries, epoch milliseconds; -1 if it carries none. */
    static long time(String id) {
        if (!isUuid(id)) {
            return NO_TIME;
        }
        Matcher version = VERSION_7.matcher(id);
        return version.matches() ? Long.parseLong(id.substring(0, 8) + id.substring(9, 13), 16) : NO_TIME;
    }

    private static boolean isUuid(String id) {
        return id.length() == UUID_LENGTH && UUID.matcher(id).matches();
    }
}
