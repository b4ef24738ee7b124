package dev.hotlane.infra.feed;

import dev.hotlane.processor.state.ChangeTrace.Numbers;
import dev.hotlane.processor.state.HoldImage;
import dev.hotlane.protocol.json.JsonLine;
import dev.hotlane.protocol.sbe.HoldState;
import java.util.Locale;

/** The parts of the feed's records as JSON: counters, changes of counters, reservations, gaps. Owned by one thread. */
final class FeedJson {
    private final JsonLine line = new JsonLine();

    /** The value of a counter in the counters topic. */
    byte[] counter(byte[] key, Numbers numbers, long asOf, long time) {
        line.begin().putBytes("key", key, 0, key.length).put("value", numbers.value());
        line.put("held", numbers.held()).put("confirmed", numbers.confirmed());
        line.put("version", Math.abs(numbers.version()));
        bucket(numbers);
        return done(line.put("asOf", asOf).put("time", time));
    }

    /** One change of a counter. */
    byte[] change(byte[] key, Numbers before, Numbers after) {
        line.begin().putBytes("key", key, 0, key.length).put("before", before.value());
        line.put("value", after.value()).put("held", after.held()).put("confirmed", after.confirmed());
        bucket(after);
        if (!FeedScope.stands(after)) {
            line.put("removed", true);
        }
        return done(line);
    }

    private void bucket(Numbers numbers) {
        if (numbers.version() < 0) {
            line.put("bucket", true);
        }
    }

    /** One reservation with its lines in scope; null if it has none there. */
    byte[] reservation(HoldImage hold, FeedScope scope) {
        line.begin().putBytes("id", hold.bytes(), hold.idOffset(), hold.idLength());
        if (hold.tenantLength() > 0) {
            line.putBytes("tenant", hold.bytes(), hold.tenantOffset(), hold.tenantLength());
        }
        HoldState state = HoldState.get((short) hold.state());
        line.put("state", state.name().toLowerCase(Locale.ROOT));
        if (hold.ownerLength() > 0) {
            line.putBytes("owner", hold.bytes(), hold.ownerOffset(), hold.ownerLength());
        }
        line.put("createdAt", hold.createdAt()).put("expiresAt", hold.expiresAt());
        if (state != HoldState.HELD) {
            line.put("resolvedAt", hold.resolvedAt());
        }
        int shown = lines("lines", hold, 1, state, scope) + lines("limits", hold, -1, state, scope);
        return shown == 0 ? null : done(line);
    }

    /** Lines whose quantity has this sign: 1 for stock, -1 for limits. Returns their number. */
    private int lines(String name, HoldImage hold, int sign, HoldState state, FeedScope scope) {
        int shown = 0;
        line.beginArray(name);
        for (int i = 0; i < hold.opCount(); i++) {
            if (hold.isLine(i)
                    && (hold.quantity(i) < 0) == (sign < 0)
                    && scope.has(hold.bytes(), hold.keyOffset(i), hold.keyLength(i))) {
                shown++;
                line.beginElement().putBytes("key", hold.bytes(), hold.keyOffset(i), hold.keyLength(i));
                line.put("quantity", sign * hold.quantity(i));
                if (state == HoldState.CONFIRMED) {
                    line.put("confirmed", sign * hold.confirmed(i));
                }
                line.endObject();
            }
        }
        line.endArray();
        return shown;
    }

    /** The record of a gap: the changes of the sequences above {@code from} up to {@code to} are not in the topic. */
    FeedRecord gap(long from, long to, long time) {
        line.begin()
                .put("seq", to)
                .put("time", time)
                .put("kind", "gap")
                .put("from", from)
                .put("to", to);
        return new FeedRecord(to, null, done(line));
    }

    private static byte[] done(JsonLine line) {
        return line.endBytes();
    }
}
