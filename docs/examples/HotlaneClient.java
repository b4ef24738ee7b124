import dev.hotlane.client.CallOutcome;
import dev.hotlane.client.ChangedCounter;
import dev.hotlane.client.ClientSettings;
import dev.hotlane.client.Done;
import dev.hotlane.client.LaneCall;
import dev.hotlane.client.LaneClient;
import dev.hotlane.client.LocalCounter;
import dev.hotlane.client.LocalRead;
import dev.hotlane.client.LocalReadCalls;
import dev.hotlane.client.Refused;
import dev.hotlane.client.Reservation;
import dev.hotlane.client.ReservationRequest;
import dev.hotlane.client.SeenOffset;
import dev.hotlane.client.Unanswered;
import dev.hotlane.client.Unknown;
import java.time.Duration;

/**
 * A sale on the Java client, against a running lane:
 *
 * <pre>
 *   java -cp 'infra/target/lib/*' docs/examples/HotlaneClient.java
 * </pre>
 *
 * <p>The rule: one intent, one id. The client makes the id before the first attempt and sends it again, unchanged, until
 * an answer has the outcome. A program that may crash stores the id first, in its order for example. Four outcomes:
 *
 * <pre>
 *   Done          done, now or by an earlier attempt (then replayed is true)
 *   Refused       rejected by the rules: sold out, over the limit, expired, no such reservation. Final for its id.
 *                 Or the request is wrong: nothing ran
 *   Unknown       it may have run, or may run yet: send the same call again, or abandon it. Never a rejection
 *   Unanswered    no gateway took it before the deadline; nothing ran. Send the same call again
 * </pre>
 */
public final class HotlaneClient {
    private static final Duration TTL = Duration.ofMinutes(10);

    private HotlaneClient() {}

    /** Reserves one phone, pays, confirms; then asks for a second one, which the limit rejects. */
    public static void main(String... args) {
        String port = System.getenv().getOrDefault("HOTLANE_PORT", "8080");
        try (LaneClient lane = LaneClient.connect(ClientSettings.of("http://127.0.0.1:" + port))) {
            String stock = "stock:java-" + LaneClient.newId();
            String limit = "limit:java-" + LaneClient.newId();
            done(lane.counters().put(stock, 10));

            ReservationRequest phone = ReservationRequest.lasting(TTL).line(stock, 1).limit(limit, 1, 1);
            LaneCall<Reservation> order = lane.reservations().reserve(phone); // store order.id() in the order's row
            Done<Reservation> held = done(order);
            System.out.println("held until " + held.value().expiresAt().toEpochMilli() + " remaining "
                    + held.value().lines().get(0).remaining().getAsLong());
            Done<Reservation> again = done(order);
            System.out.println("the same call again: replayed " + again.replayed() + " reservation "
                    + again.value().equals(held.value()));

            Reservation paid = done(lane.reservations().confirm(order.id())).value();
            System.out.println("paid, so " + paid.state());
            System.out.println("one more: " + word(lane.reservations().reserve(phone).send()));

            LaneCall<Reservation> neverSent = lane.reservations().reserve(phone);
            System.out.println("given up: "
                    + done(lane.commands().abandon(neverSent.id())).value().state());
            System.out.println("and then sent after all: " + word(neverSent.send()));
            System.out.println("left " + done(lane.counters().get(stock)).value().value());
            show(lane, stock);
        }
    }

    /** Sells one more, and shows the stock from the gateway's memory, with that sale in it. */
    private static void show(LaneClient lane, String stock) {
        SeenOffset seen = new SeenOffset(); // one per session: reads that track it include its calls
        done(lane.counters().increment(stock, 1).tracking(seen));
        Done<ChangedCounter> sold = done(lane.counters().increment(stock, -1).tracking(seen));
        LocalReadCalls local = lane.reads().local().maxStale(Duration.ofSeconds(1)).tracking(seen);
        LocalRead<LocalCounter> shown = done(local.counter(stock)).value();
        System.out.println("shown on a page: " + shown.value().value() + ", with the sale in it "
                + (shown.offset() >= sold.value().at().offset()));
    }

    private static <T> Done<T> done(LaneCall<T> call) {
        CallOutcome<T> outcome = call.send();
        if (outcome instanceof Done<T> done) {
            return done;
        }
        throw new IllegalStateException(word(outcome));
    }

    /** The text that a shop would store in its order. */
    private static String word(CallOutcome<?> outcome) {
        if (outcome instanceof Refused<?> refused) {
            return refused.code().toString();
        }
        if (outcome instanceof Unknown<?> unknown) {
            return "unknown, look at " + unknown.id() + " again: " + unknown.detail();
        }
        if (outcome instanceof Unanswered<?> unanswered) {
            return "send " + unanswered.id() + " again: " + unanswered.detail();
        }
        return "done";
    }
}
