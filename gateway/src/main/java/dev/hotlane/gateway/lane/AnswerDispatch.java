package dev.hotlane.gateway.lane;

import dev.hotlane.gateway.lane.ExchangeMeters.Stray;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns the end of an exchange into its answer. Belongs to one event loop. */
final class AnswerDispatch {
    private static final Logger log = LoggerFactory.getLogger(AnswerDispatch.class);

    private final ExchangeMeters meters;
    private final ReadProofs proofs;

    AnswerDispatch(ExchangeMeters meters, ReadProofs proofs) {
        this.meters = meters;
        this.proofs = proofs;
    }

    /** Answers with a reply. A damaged or unfit reply ends as OUTCOME_UNKNOWN and counts as a damaged stray. */
    void answer(Exchange exchange, ReplyDecoder reply) {
        exchange.returned(proofs, reply.sequence());
        Verdict verdict = Verdict.of(reply.verdict());
        if (verdict == null) {
            damaged(exchange, "the processor's verdict " + reply.verdict() + " is unknown to this gateway: upgrade it");
            return;
        }
        try {
            if (exchange.succeeds(verdict, reply)) {
                exchange.success(reply);
            } else if (verdict == Verdict.OK) {
                damaged(exchange, "the reply holds no outcome");
            } else {
                exchange.rejection(verdict, reply);
            }
        } catch (IllegalStateException | IndexOutOfBoundsException e) {
            log.error("the reply to request {} does not fit it", exchange.request, e);
            damaged(exchange, "the reply does not fit the request");
        }
    }

    private void damaged(Exchange exchange, String why) {
        meters.stray(Stray.DAMAGED);
        unknown(exchange, why);
    }

    /** Answers OUTCOME_UNKNOWN: no reply arrives, or only an unusable one. */
    void unknown(Exchange exchange, String why) {
        String advice = exchange.writes()
                ? ". The command may have run, may run yet, or never. Send it again with the same Idempotency-Key, "
                        + "which is safe, ask GET /v1/commands/{id}, or end it with POST /v1/commands/{id}/abandon."
                : ". A read changes nothing: ask again.";
        exchange.refused(Code.OUTCOME_UNKNOWN, "It is not known what became of this: " + why + advice);
    }
}
