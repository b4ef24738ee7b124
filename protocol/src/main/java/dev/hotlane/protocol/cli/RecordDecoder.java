package dev.hotlane.protocol.cli;

import dev.hotlane.protocol.sbe.MessageHeaderDecoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.kafka.tools.api.Decoder;

/**
 * Prints record values of either topic in the stock dump-log tool: {@code --value-decoder-class
 * dev.hotlane.protocol.cli.RecordDecoder}. The tool passes no record key, so a COMMAND's checksum is not checked.
 */
public final class RecordDecoder implements Decoder<String> {

    /**
     * Index of the schema id in a reply record: after the frame, the first entry's length and 4 bytes of its header.
     */
    private static final int REPLY_SCHEMA_AT = 16;

    private final RecordJson records = new RecordJson();
    private final ReplyJson replies = new ReplyJson();

    /** Called by dump-log, by class name. */
    public RecordDecoder() {}

    @Override
    public String fromBytes(byte[] bytes) {
        return isReply(bytes) ? String.join(" ", replies.valueLines(bytes)) : records.valueLine(bytes);
    }

    private static boolean isReply(byte[] bytes) {
        if (bytes == null || bytes.length < REPLY_SCHEMA_AT + Short.BYTES) {
            return false;
        }
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        boolean command = in.getShort(12) == MessageHeaderDecoder.SCHEMA_ID;
        return bytes[0] == 'H'
                && bytes[1] == 'L'
                && !command
                && in.getShort(REPLY_SCHEMA_AT) == MessageHeaderDecoder.SCHEMA_ID;
    }
}
