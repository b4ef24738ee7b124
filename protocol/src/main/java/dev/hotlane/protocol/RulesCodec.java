package dev.hotlane.protocol;

import dev.hotlane.protocol.sbe.MessageHeaderDecoder;
import dev.hotlane.protocol.sbe.MessageHeaderEncoder;
import dev.hotlane.protocol.sbe.RulesDecoder;
import dev.hotlane.protocol.sbe.RulesEncoder;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Rules as bytes: in a RULES record, and in the checkpoint. Any thread. */
public final class RulesCodec {
    private RulesCodec() {}

    /** Encodes message header and message, without a frame. */
    public static byte[] encode(Rules rules) {
        byte[] bytes = new byte[Frame.MESSAGE_HEADER_LENGTH + RulesEncoder.BLOCK_LENGTH];
        write(new UnsafeBuffer(bytes), 0, rules);
        return bytes;
    }

    /** The reverse of {@link #encode}. */
    public static Rules decode(byte[] bytes) {
        RulesDecoder decoder = new RulesDecoder();
        decoder.wrapAndApplyHeader(new UnsafeBuffer(bytes), 0, new MessageHeaderDecoder());
        return read(decoder);
    }

    static int write(MutableDirectBuffer buffer, int offset, Rules rules) {
        new RulesEncoder()
                .wrapAndApplyHeader(buffer, offset, new MessageHeaderEncoder())
                .rulesVersion(rules.rulesVersion())
                .formatVersion(rules.formatVersion())
                .opsMax(rules.opsMax())
                .readKeysMax(rules.readKeysMax())
                .windowSize(rules.windowSize())
                .windowAgeMs(rules.windowAgeMs())
                .tickSlackMs(rules.tickSlackMs())
                .idFutureMs(rules.idFutureMs())
                .ttlMaxMs(rules.ttlMaxMs())
                .holdRetentionMs(rules.holdRetentionMs())
                .expiriesPerRecord(rules.expiriesPerRecord())
                .countersMax(rules.countersMax())
                .holdsMax(rules.holdsMax())
                .resolvedMax(rules.resolvedMax())
                .hashSeed(rules.hashSeed())
                .stateBytesMax(rules.stateBytesMax())
                .windowBytesMax(rules.windowBytesMax())
                .tenantHoldsMax(rules.tenantHoldsMax());
        return Frame.MESSAGE_HEADER_LENGTH + RulesEncoder.BLOCK_LENGTH;
    }

    static Rules read(RulesDecoder decoder) {
        return new Rules(
                decoder.rulesVersion(),
                decoder.formatVersion(),
                decoder.opsMax(),
                decoder.readKeysMax(),
                decoder.windowSize(),
                decoder.windowAgeMs(),
                decoder.tickSlackMs(),
                decoder.idFutureMs(),
                decoder.ttlMaxMs(),
                decoder.holdRetentionMs(),
                decoder.expiriesPerRecord(),
                decoder.countersMax(),
                decoder.holdsMax(),
                decoder.resolvedMax(),
                decoder.hashSeed(),
                decoder.stateBytesMax(),
                decoder.windowBytesMax(),
                decoder.tenantHoldsMax());
    }
}
