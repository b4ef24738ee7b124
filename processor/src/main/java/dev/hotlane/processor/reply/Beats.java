package dev.hotlane.processor.reply;

import dev.hotlane.protocol.Beat;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.ReplyRecord;
import dev.hotlane.protocol.Rules;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Builds the leader's sign of life from the state just after its TICK. Owned by the thread reply. */
final class Beats {
    private static final Logger log = LoggerFactory.getLogger(Beats.class);
    private static final byte[] NONE = {};

    private final LongSupplier wallMillis;
    private final MySqlBacklog backlog;
    private boolean warned;

    Beats(LongSupplier wallMillis, MySqlBacklog backlog) {
        this.wallMillis = wallMillis;
        this.backlog = backlog;
    }

    /** The message; empty while no RULES are in force: a gateway needs them to serve. */
    byte[] message(Meta meta) {
        Rules rules = meta.rulesInForce();
        if (rules == null) {
            if (!warned) {
                warned = true;
                log.warn("no RULES in the log: gateways stay closed until `hotlane topics create` has written them");
            }
            return NONE;
        }
        return ReplyRecord.message(new Beat(
                meta.epoch,
                meta.leaderHi,
                meta.leaderLo,
                wallMillis.getAsLong(),
                meta.sequenceBase,
                meta.nextOffset,
                backlog.flushed().getAsLong(),
                meta.logTime,
                meta.horizon,
                Math.toIntExact(meta.windowCount),
                rules.windowSize(),
                rules.windowAgeMs(),
                meta.windowOldest,
                rules.rulesVersion(),
                rules.formatVersion(),
                rules.opsMax(),
                rules.readKeysMax(),
                rules.ttlMaxMs(),
                Math.toIntExact(meta.holdsOpen),
                rules.holdsMax(),
                Math.toIntExact(meta.holdsResolved),
                rules.resolvedMax(),
                rules.holdRetentionMs(),
                backlog.dirtyBytes().getAsLong(),
                rules.dirtyBytesMax()));
    }
}
