package dev.hotlane.gateway.lane;

import dev.hotlane.gateway.lane.ExchangeMeters.Stray;
import dev.hotlane.protocol.Hash;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import org.agrona.DirectBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Classifies and counts the replies that no request of an event loop waits for. Belongs to that event loop. */
final class StrayReplies {
    private static final Logger log = LoggerFactory.getLogger(StrayReplies.class);

    private final Pending<Exchange> pending;
    private final ExchangeMeters meters;

    StrayReplies(Pending<Exchange> pending, ExchangeMeters meters) {
        this.pending = pending;
        this.meters = meters;
    }

    /** Counts a reply to a request number under which none waits. */
    void count(long request, ReplyDecoder reply) {
        switch (pending.judge(request, digest(reply))) {
            case LATE -> meters.stray(Stray.LATE);
            case DUPLICATE -> meters.stray(Stray.DUPLICATE);
            case UNKNOWN -> meters.stray(Stray.FOREIGN);
            case CONTRADICTION -> {
                meters.stray(Stray.CONTRADICTION);
                log.error(
                        "request {} has two different answers (sequence {}): replay differs",
                        request,
                        reply.sequence());
            }
        }
    }

    /** Digest of the whole message, which the decoder's buffer spans; never 0. */
    static long digest(ReplyDecoder reply) {
        DirectBuffer message = reply.buffer();
        long digest = Hash.of(message.byteArray(), message.wrapAdjustment(), message.capacity(), 0);
        return digest == 0 ? 1 : digest;
    }
}
