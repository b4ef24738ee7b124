package dev.hotlane.gateway.http;

import dev.hotlane.gateway.access.GatewayAccess;
import dev.hotlane.gateway.call.CallInput;
import dev.hotlane.gateway.cards.Cards;
import dev.hotlane.gateway.changes.ChangesHub;
import dev.hotlane.gateway.lane.LaneHealth;
import dev.hotlane.gateway.lane.LaneLink;
import dev.hotlane.gateway.listing.CounterListing;
import dev.hotlane.gateway.settings.GatewaySettings;
import dev.hotlane.gateway.status.Metrics;
import dev.hotlane.gateway.status.Status;
import dev.hotlane.protocol.json.JsonText;
import java.util.function.IntSupplier;

/**
 * Objects that all event loops share; any thread may use each of them.
 *
 * @param settings settings of this gateway
 * @param lane the way into the log and back
 * @param reads what answers reads without the log
 * @param access who may call
 * @param tls the TLS of all connections
 * @param metrics meters of this gateway
 * @param inFlight requests of all event loops that wait for the log
 */
public record Parts(
        GatewaySettings settings,
        LaneLink lane,
        ReadParts reads,
        GatewayAccess access,
        TlsFront tls,
        Metrics metrics,
        IntSupplier inFlight) {

    /** Health of the lane. */
    public LaneHealth health() {
        return lane.health();
    }

    /** Lists of counters. */
    public CounterListing listing() {
        return reads.listing();
    }

    /** The view and what is made of it. */
    public ViewParts view() {
        return reads.view();
    }

    /** Product cards; null if they are switched off. */
    public Cards cards() {
        return reads.cards();
    }

    /** The streams of changes. */
    public ChangesHub changes() {
        return reads.changes();
    }

    /** The random number of this start, in hexadecimal. */
    public String incarnation() {
        return Status.hex(lane.incarnationHi(), lane.incarnationLo());
    }

    /** Counts since the start, as a JSON object. */
    public String stats() {
        return metrics.stats(incarnation());
    }

    /** The state of this gateway and of the lane, as a JSON object. */
    public String status() {
        JsonText text = new JsonText();
        writeStatus(text);
        return text.toString();
    }

    /** Writes what {@link #status} returns. */
    void writeStatus(JsonText out) {
        Status.Self self = new Status.Self(
                incarnation(),
                lane.replyPartition(),
                inFlight.getAsInt(),
                settings.limits().inFlightMax(),
                settings.reads().view().on(),
                view().watches().counts().streams());
        Status.write(self, view().local(), view().boards(), health(), System.nanoTime(), out);
    }

    /** The limits of the rules in force. */
    CallInput.Limits limits() {
        return CallInput.Limits.of(health().beat());
    }
}
