package dev.hotlane.protocol.cli;

import dev.hotlane.protocol.Frame;
import dev.hotlane.protocol.json.JsonLine;
import dev.hotlane.protocol.sbe.MessageHeaderDecoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;

/** Describes what is wrong with bytes that are no record of ours. Any thread; never throws on any bytes. */
final class Garbage {

    private static final int SHOWN_MAX = 64;

    private Garbage() {}

    static void describe(JsonLine out, byte[] key, byte[] value) {
        out.put("kind", "GARBAGE").put("why", why(key, value)).put("bytes", value == null ? 0 : value.length);
        if (key != null) {
            out.putBytes("key", key, 0, Math.min(key.length, SHOWN_MAX));
        }
        if (value != null) {
            out.put("hex", hex(value));
        }
    }

    static String hex(byte[] value) {
        return HexFormat.of().formatHex(value, 0, Math.min(value.length, SHOWN_MAX));
    }

    private static String why(byte[] key, byte[] value) {
        if (value == null) {
            return "no value";
        }
        int least = Frame.HEADER_LENGTH + Frame.MESSAGE_HEADER_LENGTH;
        if (value.length < 2 || value[0] != 'H' || value[1] != 'L') {
            return "no magic 'HL' at the start";
        }
        if (value.length < least) {
            return "shorter than a frame and a message header (" + least + " bytes)";
        }
        if (value[2] != 1 || value[3] != 0) {
            return "frame version " + (value[2] & 0xFF) + "." + (value[3] & 0xFF) + ", expected 1.0";
        }
        if (!new Frame().intact(value, 0, value.length, key)) {
            return "checksum does not fit value and key";
        }
        ByteBuffer bytes = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
        int schema = bytes.getShort(Frame.HEADER_LENGTH + 4) & 0xFFFF;
        if (schema != MessageHeaderDecoder.SCHEMA_ID) {
            return "schema " + schema + ", expected " + MessageHeaderDecoder.SCHEMA_ID;
        }
        int message = bytes.getShort(Frame.HEADER_LENGTH + 2) & 0xFFFF;
        int version = bytes.getShort(Frame.HEADER_LENGTH + 6) & 0xFFFF;
        return "unknown message, or one that does not fill its bytes: message " + message + ", version " + version;
    }
}
