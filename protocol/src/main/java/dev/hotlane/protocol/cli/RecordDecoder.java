package dev.hotlane.protocol.cli;

import dev.hotlane.protocol.ViewRecord;
import dev.hotlane.protocol.sbe.MessageHeaderDecoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.kafka.tools.api.Decoder;

/**
 * Prints record values of any topic of a lane in the stock dump-log tool: {@code --value-decoder-class
 * dev.hotlane.protocol.cli.RecordDecoder}. The tool passes no record key, so a COMMAND's checksum is not checked.
 */
public final class RecordDecoder implements Decoder<String> {

    /** Index of the schema id in a record of the other topics: after the frame and 4 bytes of the message header. */
    private static final int SCHEMA_AT = 12;

    /**
     * Index of the schema id in a reply record: after the frame, the first entry's length and 4 bytes of its header.
     */
    private static final int REPLY_SCHEMA_AT = 16;

    private final RecordJson records = new RecordJson();
    private final ReplyJson replies = new ReplyJson();
    private final ViewJson views = new ViewJson();

    /** Called by dump-log, by class name. */
    public RecordDecoder() {}

    @Override
    public String fromBytes(byte[] bytes) {
        if (ViewRecord.mayBe(bytes) && isOfSchema(bytes)) {
            return views.valueLine(bytes);
        }
        return isReply(bytes) ? String.join(" ", replies.valueLines(bytes)) : records.valueLine(bytes);
    }

    private static boolean isReply(byte[] bytes) {
        if (bytes == null || bytes.length < REPLY_SCHEMA_AT + Short.BYTES) {
            return false;
        }
        return bytes[0] == 'H'
                && bytes[1] == 'L'
                && !isOfSchema(bytes)
                && schemaAt(bytes, REPLY_SCHEMA_AT) == MessageHeaderDecoder.SCHEMA_ID;
    }

    /** Whether a message of ours follows the frame; in a reply record its length does. */
    private static boolean isOfSchema(byte[] bytes) {
        return schemaAt(bytes, SCHEMA_AT) == MessageHeaderDecoder.SCHEMA_ID;
    }

    private static short schemaAt(byte[] bytes, int index) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getShort(index);
    }
}
