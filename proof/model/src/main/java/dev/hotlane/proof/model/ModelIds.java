package dev.hotlane.proof.model;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an id of a command means. A key is an id, or a tenant, a space and an id: two tenants may use the same id. Any
 * thread.
 */
public final class ModelIds {
    private static final Pattern TENANT = Pattern.compile("[a-z0-9-]{1,32}");
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

    /** Whether a text may be a key. */
    public static boolean isKey(String key) {
        boolean tenantFits = key.indexOf(' ') < 0 || TENANT.matcher(tenant(key)).matches();
        return tenantFits && isId(id(key));
    }

    /** The tenant in a key; empty for none. */
    public static String tenant(String key) {
        return key.substring(0, Math.max(0, key.indexOf(' ')));
    }

    /** The id in a key. */
    public static String id(String key) {
        return key.substring(key.indexOf(' ') + 1);
    }

    /** The key of an id of a tenant, which may be empty. */
    public static String key(String tenant, String id) {
        return tenant.isEmpty() ? id : tenant + ' ' + id;
    }

    /** The one form of a key: a UUID is its bits, in either case. */
    public static String same(String key) {
        return isUuid(id(key)) ? key.toLowerCase(Locale.ROOT) : key;
    }

    /** Whether the id in a key carries its own time. */
    public static boolean hasTime(String key) {
        return time(key) != NO_TIME;
    }

    /** The time that the id in a key carries, epoch milliseconds; -1 if it carries none. */
    static long time(String key) {
        String id = id(key);
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
