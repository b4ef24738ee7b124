package dev.hotlane.gateway.watch;

import dev.hotlane.protocol.json.JsonText;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The id of an event: the state of a lane after a record. As text {@code <lane>:<sequence>}, where the lane is its name, a
 * dot, and the hash of its command topic's id as 16 hexadecimal digits. Immutable.
 *
 * @param lane name of the lane
 * @param topicHash XXH64 of the command topic's id: a lane whose topic was made anew has another one
 * @param sequence of the last record included; 0 stands for no state at all
 */
public record EventId(String lane, long topicHash, long sequence) {
    /** Greatest whole number that every JSON reader keeps exactly. */
    private static final long SEQUENCE_MAX = 1L << 53;

    private static final Pattern FORM = Pattern.compile("([A-Za-z0-9._-]{1,249})\\.([0-9a-f]{16}):([0-9]{1,16})");

    /** The id in this text, or null if it is none. */
    public static EventId parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return null;
        }
        long sequence = Long.parseLong(matcher.group(3));
        long topicHash = Long.parseUnsignedLong(matcher.group(2), 16);
        return sequence > SEQUENCE_MAX ? null : new EventId(matcher.group(1), topicHash, sequence);
    }

    /** The text before the sequence, with the name of its field. */
    static byte[] prefix(String lane, long topicHash) {
        return JsonText.ascii(String.format("id: %s.%016x:", lane, topicHash));
    }
}
