package dev.hotlane.proof.history.model;

import java.util.Locale;
import java.util.regex.Pattern;

/** What an id of a command means. Any thread. */
public final class Ids {
    private static final Pattern UUID = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
    private static final int UUID_LENGTH = 36;
    private static final int VERSION_AT = 14;
    private static final long NONE = Long.MIN_VALUE;

    private Ids() {}

    /** The one form of an id: a UUID stands for its bits, in whatever case. */
    public static String same(String id) {
        return isUuid(id) ? id.toLowerCase(Locale.ROOT) : id;
    }

    /** Whether the id carries its own time. */
    public static boolean hasTime(String id) {
        return time(id) != NONE;
    }

    /** The time that an id carries, epoch milliseconds; least of all longs if it carries none. */
    static long time(String id) {
        if (!isUuid(id) || id.charAt(VERSION_AT) != '7') {
            return NONE;
        }
        return Long.parseLong(id.substring(0, 8) + id.substring(9, 13), 16);
    }

    private static boolean isUuid(String id) {
        return id.length() == UUID_LENGTH && UUID.matcher(id).matches();
    }
}
