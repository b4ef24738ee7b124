package dev.hotlane.protocol.cli;

import dev.hotlane.protocol.ViewPack;
import dev.hotlane.protocol.ViewRecord;
import dev.hotlane.protocol.json.JsonLine;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Writes a record of the view topic as one line of JSON. Never throws on any bytes: a damaged record is a line of kind
 * GARBAGE. Belongs to one thread.
 */
public final class ViewJson {
    private final ViewRecord record = new ViewRecord();
    private final JsonLine out = new JsonLine();
    private final List<byte[]> keys;

    /** Shows every record. */
    public ViewJson() {
        this(List.of());
    }

    /** @param keys shows only these counters, and only records that have one of them; all if empty */
    ViewJson(List<String> keys) {
        this.keys =
                keys.stream().map(key -> key.getBytes(StandardCharsets.UTF_8)).toList();
    }

    /** The line of a record of the topic, null if it has no counter to show; {@code timestamp} in epoch milliseconds. */
    public String line(long offset, long timestamp, byte[] value) {
        out.begin().put("offset", offset).putTime(timestamp);
        return content(value);
    }

    /** The line of a record value without offset and timestamp. */
    public String valueLine(byte[] value) {
        out.begin();
        return content(value);
    }

    private String content(byte[] value) {
        try {
            record.wrap(value);
        } catch (IllegalArgumentException e) {
            Garbage.describe(out, null, value);
            return keys.isEmpty() ? out.end() : null;
        }
        out.put("kind", "VIEW").put("from", record.from()).put("to", record.to());
        out.put("part", record.part()).put("parts", record.parts()).put("reset", record.reset());
        out.put("epoch", record.epoch()).put("leadSequence", record.leadSequence());
        out.put("logTime", record.logTime());
        out.put("sequenceBase", record.sequenceBase()).putHex("topicHash", record.topicHash());
        out.beginArray("counters");
        Shown shown = new Shown();
        record.forEach(shown);
        String line = out.endArray().end();
        return keys.isEmpty() || shown.any ? line : null;
    }

    /** Writes the counters of a record that are to be shown. */
    private final class Shown implements ViewPack.Sink {
        private boolean any;

        @Override
        public void counter(byte[] key, int length, long value, long version, long held, long confirmed) {
            if (wanted(key, length)) {
                out.beginElement().putBytes("key", key, 0, length).put("value", value);
                out.put("held", held).put("confirmed", confirmed).put("version", version);
                out.endObject();
            }
        }

        @Override
        public void removed(byte[] key, int length) {
            if (wanted(key, length)) {
                out.beginElement().putBytes("key", key, 0, length).put("removed", true);
                out.endObject();
            }
        }

        private boolean wanted(byte[] key, int length) {
            boolean wanted = keys.isEmpty();
            for (byte[] one : keys) {
                wanted |= Arrays.equals(one, 0, one.length, key, 0, length);
            }
            any |= wanted;
            return wanted;
        }
    }
}
