package dev.hotlane.gateway.call;

import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.protocol.sbe.OpKind;

/** Entity tags: a counter's is its version in quotes, {@code "42"}; an absent counter has version 0. Any thread. */
public final class EntityTag {
    /** Most digits of a version; 18 digits always fit an int64. */
    private static final int DIGITS_MAX = 18;

    private EntityTag() {}

    /** The version in an If-Match header. */
    static long version(String header, String tag) {
        boolean quoted = tag.length() > 2 && tag.charAt(0) == '"' && tag.charAt(tag.length() - 1) == '"';
        String digits = quoted ? tag.substring(1, tag.length() - 1) : "";
        if (!digits.isEmpty() && digits.length() <= DIGITS_MAX && digits.chars().allMatch(EntityTag::isDigit)) {
            return Long.parseLong(digits);
        }
        throw RequestRefused.malformed(
                header + ": expected one strong entity tag as GET gives it, such as \"42\"; * is not"
                        + " offered, as no op asks for nothing but that a counter is there");
    }

    private static boolean isDigit(int character) {
        return character >= '0' && character <= '9';
    }

    /** Checks the If-None-Match of a write: only {@code *}, and only on a set. */
    static void requireAny(String tag, OpKind kind) {
        if (!tag.equals("*") || kind != OpKind.SET) {
            throw RequestRefused.malformed(
                    "If-None-Match: only * and only with PUT, for a counter that must not exist yet");
        }
    }

    /** Rejects preconditions on a call that has none, instead of ignoring them. */
    static void refuse(CallInput in, String call) {
        if (in.ifMatch() != null || in.ifNoneMatch() != null) {
            throw RequestRefused.malformed(
                    call + " takes no If-Match and no If-None-Match: leave them out; an op has ifVersion");
        }
    }

    /** Whether the If-None-Match of a GET contains this version, so that 304 is the answer. */
    public static boolean names(String ifNoneMatch, long version) {
        return names(ifNoneMatch, '"' + Long.toString(version) + '"');
    }

    /** Whether the If-None-Match of a GET (or null) contains this strong tag. */
    public static boolean names(String ifNoneMatch, String tag) {
        if (ifNoneMatch == null) {
            return false;
        }
        for (String known : ifNoneMatch.split(",")) {
            String strong = known.strip();
            strong = strong.startsWith("W/") ? strong.substring(2) : strong;
            if (strong.equals("*") || strong.equals(tag)) {
                return true;
            }
        }
        return false;
    }
}
