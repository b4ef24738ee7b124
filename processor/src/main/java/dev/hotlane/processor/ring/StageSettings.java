package dev.hotlane.processor.ring;

import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.processor.lead.Incarnation;
import dev.hotlane.processor.lead.LeadSettings;
import dev.hotlane.processor.lead.Replay;
import java.time.Duration;

/**
 * Numbers of one start for its stages. None of them enters the state.
 *
 * @param self this start of this process
 * @param replay records to apply before this process may lead
 * @param lead TICK interval and take-over silence
 * @param flush size and interval of batches
 * @param replyWaitMax longest wait of a caller for a reply: older replies are not sent
 */
public record StageSettings(
        Incarnation self, Replay replay, LeadSettings lead, FlushSettings flush, Duration replyWaitMax) {
    /** onTimeout calls per tick interval while the ring is idle. */
    private static final int LOOKS_PER_TICK = 5;

    /** Longest wait of a stage on an idle ring before its onTimeout is called. */
    public Duration quiet() {
        return lead.tickInterval().dividedBy(LOOKS_PER_TICK);
    }
}
