package dev.hotlane.infra.past;

import dev.hotlane.processor.state.HoldImage;
import dev.hotlane.protocol.json.JsonLine;
import dev.hotlane.protocol.sbe.HoldState;
import java.util.Locale;

/** Writes rows of a state as fields of JSON objects. Without state; any thread. */
final class RowText {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private RowText() {}

    /** The numbers of a counter; a version below 0 marks a token bucket, whose value is the time it is full. */
    static void numbers(JsonLine json, long value, long version, long held, long confirmed) {
        if (version < 0) {
            json.put("bucketFullAt", Math.floorDiv(value, NANOS_PER_MILLI));
        } else {
            json.put("value", value);
        }
        json.put("version", Math.abs(version)).put("held", held).put("confirmed", confirmed);
    }

    /** The fields of a reservation. */
    static void hold(JsonLine json, HoldImage hold) {
        json.putBytes("id", hold.bytes(), hold.idOffset(), hold.idLength()).put("state", state(hold));
        if (hold.tenantLength() > 0) {
            json.putBytes("tenant", hold.bytes(), hold.tenantOffset(), hold.tenantLength());
        }
        if (hold.ownerLength() > 0) {
            json.putBytes("owner", hold.bytes(), hold.ownerOffset(), hold.ownerLength());
        }
        json.put("sequence", hold.createdSequence()).put("createdAt", hold.createdAt());
        json.put("expiresAt", hold.expiresAt());
        if (hold.state() != HoldState.HELD.value()) {
            json.put("resolvedAt", hold.resolvedAt()).put("resolvedSequence", hold.resolvedSequence());
        }
        lines(json, hold, true, "lines");
        lines(json, hold, false, "limits");
    }

    private static void lines(JsonLine json, HoldImage hold, boolean stock, String name) {
        json.beginArray(name);
        for (int i = 0; i < hold.opCount(); i++) {
            if (hold.isLine(i) && hold.isStock(i) == stock) {
                json.beginElement().putBytes("key", hold.bytes(), hold.keyOffset(i), hold.keyLength(i));
                json.put("quantity", Math.abs(hold.quantity(i))).put("confirmed", Math.abs(hold.confirmed(i)));
                json.endObject();
            }
        }
        json.endArray();
    }

    static String state(HoldImage hold) {
        return HoldState.get((short) hold.state()).name().toLowerCase(Locale.ROOT);
    }
}
