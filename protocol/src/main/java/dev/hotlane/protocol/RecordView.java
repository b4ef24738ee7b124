package dev.hotlane.protocol;

import dev.hotlane.protocol.sbe.CommandDecoder;
import dev.hotlane.protocol.sbe.LeadDecoder;
import dev.hotlane.protocol.sbe.MessageHeaderDecoder;
import dev.hotlane.protocol.sbe.ReadDecoder;
import dev.hotlane.protocol.sbe.ResignDecoder;
import dev.hotlane.protocol.sbe.RulesDecoder;
import dev.hotlane.protocol.sbe.SkipDecoder;
import dev.hotlane.protocol.sbe.TickDecoder;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reads one record of the command topic in place, without allocating. {@link #wrap} returns its kind and never throws,
 * whatever the bytes; the accessors return parts of the last wrapped record. Belongs to one thread.
 */
public final class RecordView {
    private static final int MESSAGE = Frame.HEADER_LENGTH + Frame.MESSAGE_HEADER_LENGTH;
    /** Index in the record value of the message's id, a uint16 in the message header. */
    private static final int TEMPLATE = Frame.HEADER_LENGTH + 2;

    private static final byte[] NOTHING = {};

    private final Frame frame = new Frame();
    private final UnsafeBuffer buffer = new UnsafeBuffer(NOTHING);
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final CommandView command = new CommandView();
    private final ReadView read = new ReadView();
    private final TickDecoder tick = new TickDecoder();
    private final LeadDecoder lead = new LeadDecoder();
    private final ResignDecoder resign = new ResignDecoder();
    private final RulesDecoder rules = new RulesDecoder();
    private final SkipDecoder skip = new SkipDecoder();

    /** An empty view. Throws IllegalStateException if the process switched Agrona's bounds checks off. */
    public RecordView() {
        if (!DirectBuffer.SHOULD_BOUNDS_CHECK) {
            throw new IllegalStateException("agrona.disable.bounds.checks is set: damaged records would be read past"
                    + " their end; start the process without it");
        }
    }

    /**
     * Whether a record value has the message id of this kind; checks nothing else. Used to skip most records quickly.
     */
    public static boolean mayBe(RecordKind kind, byte[] value) {
        return value != null
                && value.length >= MESSAGE
                && ((value[TEMPLATE] & 0xFF) | (value[TEMPLATE + 1] & 0xFF) << 8) == kind.messageId();
    }

    /** Points this view at a record; both arrays may be null. The arrays must not change while the view is in use. */
    public RecordKind wrap(byte[] key, byte[] value) {
        if (value == null || !frame.intact(value, 0, value.length, key)) {
            return RecordKind.GARBAGE;
        }
        try {
            return wrapMessage(key, value);
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            return RecordKind.GARBAGE;
        }
    }

    private RecordKind wrapMessage(byte[] key, byte[] value) {
        buffer.wrap(value);
        header.wrap(buffer, Frame.HEADER_LENGTH);
        if (header.schemaId() != MessageHeaderDecoder.SCHEMA_ID) {
            return RecordKind.GARBAGE;
        }
        int block = header.blockLength();
        int version = header.version();
        switch (header.templateId()) {
            case CommandDecoder.TEMPLATE_ID:
                return command.wrap(buffer, block, version, key, value) ? RecordKind.COMMAND : RecordKind.GARBAGE;
            case ReadDecoder.TEMPLATE_ID:
                return read.wrap(buffer, block, version, value) ? RecordKind.READ : RecordKind.GARBAGE;
            case TickDecoder.TEMPLATE_ID:
                tick.wrap(buffer, MESSAGE, block, version);
                return fixed(RecordKind.TICK, block, version, TickDecoder.BLOCK_LENGTH, value);
            case LeadDecoder.TEMPLATE_ID:
                lead.wrap(buffer, MESSAGE, block, version);
                return fixed(RecordKind.LEAD, block, version, LeadDecoder.BLOCK_LENGTH, value);
            case ResignDecoder.TEMPLATE_ID:
                resign.wrap(buffer, MESSAGE, block, version);
                return fixed(RecordKind.RESIGN, block, version, ResignDecoder.BLOCK_LENGTH, value);
            case RulesDecoder.TEMPLATE_ID:
                rules.wrap(buffer, MESSAGE, block, version);
                return fixed(RecordKind.RULES, block, version, RulesDecoder.BLOCK_LENGTH, value);
            case SkipDecoder.TEMPLATE_ID:
                skip.wrap(buffer, MESSAGE, block, version);
                return fixed(RecordKind.SKIP, block, version, SkipDecoder.BLOCK_LENGTH, value);
            default:
                return RecordKind.GARBAGE;
        }
    }

    /** A message of one block: its exact length in a known version; a newer version may have appended fields. */
    private static RecordKind fixed(RecordKind kind, int block, int version, int known, byte[] value) {
        int rest = value.length - MESSAGE - block;
        boolean newer = version > MessageHeaderDecoder.SCHEMA_VERSION;
        boolean whole = newer ? block >= known && rest >= 0 : version >= 1 && block == known && rest == 0;
        return whole ? kind : RecordKind.GARBAGE;
    }

    /** The record, if it is a COMMAND. */
    public CommandView command() {
        return command;
    }

    /** The record, if it is a READ. */
    public ReadView read() {
        return read;
    }

    /** The record, if it is a TICK. */
    public TickDecoder tick() {
        return tick;
    }

    /** The record, if it is a LEAD. */
    public LeadDecoder lead() {
        return lead;
    }

    /** The record, if it is a RESIGN. */
    public ResignDecoder resign() {
        return resign;
    }

    /** The offset to skip, if the record is a SKIP. */
    public long skippedOffset() {
        return skip.skippedOffset();
    }

    /**
     * The record, if it is RULES; allocates, because rules are rare. They may have a {@link Rules#fault}. Check their
     * format first: above {@link Rules#KNOWN_FORMAT_MAX} other limits may be valid.
     */
    public Rules rules() {
        return RulesCodec.read(rules);
    }
}
