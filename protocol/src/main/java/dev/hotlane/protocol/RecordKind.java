package dev.hotlane.protocol;

import dev.hotlane.protocol.sbe.CommandDecoder;
import dev.hotlane.protocol.sbe.LeadDecoder;
import dev.hotlane.protocol.sbe.ReadDecoder;
import dev.hotlane.protocol.sbe.ResignDecoder;
import dev.hotlane.protocol.sbe.RulesDecoder;
import dev.hotlane.protocol.sbe.SkipDecoder;
import dev.hotlane.protocol.sbe.TickDecoder;

/** The kinds of a record of the command topic. */
public enum RecordKind {
    COMMAND(CommandDecoder.TEMPLATE_ID),
    READ(ReadDecoder.TEMPLATE_ID),
    TICK(TickDecoder.TEMPLATE_ID),
    LEAD(LeadDecoder.TEMPLATE_ID),
    RESIGN(ResignDecoder.TEMPLATE_ID),
    RULES(RulesDecoder.TEMPLATE_ID),
    SKIP(SkipDecoder.TEMPLATE_ID),
    /** Not a frame of ours, damaged, or a message unknown to this build: changes nothing, is counted and kept aside. */
    GARBAGE(-1);

    private final int messageId;

    RecordKind(int messageId) {
        this.messageId = messageId;
    }

    /** The id of its message; -1 for none. */
    int messageId() {
        return messageId;
    }
}
