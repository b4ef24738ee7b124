package dev.hotlane.gateway.lane;

import dev.hotlane.gateway.lane.ExchangeMeters.Stray;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.protocol.Beat;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.ReplyRecord;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pending requests of one event loop, matched with their replies. A request is admitted, numbered, encoded and sent
 * here. It ends exactly once: by reply, failed send or timeout. One exchange at a time gathers the callers of an
 * event-loop turn before it is sent. All methods run on the event loop, except {@link #deliver} (thread replies), {@link
 * #handOver} (thread reply of a node's processor), {@link #sendFailed} (Kafka's) and {@link #inFlight} (any).
 */
public final class Exchanges implements ReplyRecord.Receiver, ReplyConsumer.Receiver {
    private static final Logger log = LoggerFactory.getLogger(Exchanges.class);

    /** Longest time for which an exchange gathers callers in a long turn. */
    static final long GATHER_NANOS = 1_000_000;

    private final LaneLink link;
    private final Executor loop;
    private final LongSupplier clock;
    private final AnswerDispatch answers;
    private final StrayReplies strays;
    private final Pending<Exchange> pending;
    private final BodyRoom bodies;
    private final long waitMaxMs;
    private final long waitMaxNanos;
    private final RecordWriter writer = new RecordWriter();
    private final ReplyRecord.Unpacker unpacker = new ReplyRecord.Unpacker();
    private final ReplyBatchQueue queue;
    private Runnable afterwards = () -> {};
    private ReplyConsumer.Batch batch;
    private Exchange gathering;

    /** Exchanges of the event loop {@code loop}, given up after {@code waitMax}; {@code clock} returns nanoTime. */
    public Exchanges(
            LaneLink link,
            Pending<Exchange> pending,
            BodyRoom bodies,
            Duration waitMax,
            Executor loop,
            LongSupplier clock) {
        this.link = link;
        this.pending = pending;
        this.bodies = bodies;
        waitMaxMs = waitMax.toMillis();
        this.loop = loop;
        queue = new ReplyBatchQueue(loop);
        this.clock = clock;
        answers = new AnswerDispatch(link.meters(), link.proofs());
        strays = new StrayReplies(pending, link.meters());
        waitMaxNanos = waitMax.toNanos();
    }

    /** Number of requests that wait for the log. */
    public int inFlight() {
        return pending.size();
    }

    /** Whether less than half of the producer's and of the bodies' bytes are taken, so that batch lines may send too. */
    public boolean hasRoomToSpare() {
        return link.producer().hasRoomToSpare() && bodies.hasRoomToSpare();
    }

    /** Sets a task to run whenever exchanges have ended; set it before the first publish. */
    public void afterwards(Runnable runnable) {
        afterwards = runnable;
    }

    /** Throws RequestRefused if the lane is not available. */
    public void requireLane() {
        requireLane(clock.getAsLong());
    }

    private void requireLane(long now) {
        String fault = link.health().fault(now);
        if (fault != null) {
            link.meters().unavailable(1);
            throw new RequestRefused(
                    Code.UNAVAILABLE, "Nothing was published, as " + fault + ". Try again with the same key.");
        }
    }

    /** Sends a request into the log; throws RequestRefused if it can't. Nothing was published then. */
    public void publish(Exchange exchange) {
        long now = clock.getAsLong();
        if (gathering != null && now - gathering.startedNanos >= GATHER_NANOS) {
            sendGathering(gathering);
        }
        admit(exchange, now);
        append(exchange);
    }

    /**
     * Sends a request into the log at the end of this turn, or after {@link #GATHER_NANOS} if the turn is longer; until
     * then callers may {@link #join} it. The exchange that gathers now, if any, is sent first. Throws RequestRefused if
     * there is no place for the request; a later failure is answered to all its callers.
     */
    public void gather(Exchange exchange) {
        sendGathering(gathering);
        admit(exchange, clock.getAsLong());
        gathering = exchange;
        loop.execute(() -> sendGathering(exchange));
    }

    /** Whether callers may join it: not once it is sent, as its record may precede a write that was answered since. */
    public boolean gathers(Exchange exchange) {
        return gathering == exchange && clock.getAsLong() - exchange.startedNanos < GATHER_NANOS;
    }

    /** Gives one more caller a place in an exchange that gathers; throws RequestRefused if there is none. */
    public void join(Exchange exchange) {
        if (gathering != exchange) {
            throw new IllegalStateException("request " + exchange.request + " was sent");
        }
        long now = clock.getAsLong();
        requireLane(now);
        requirePlace(exchange);
        pending.join(exchange.request, now + waitMaxNanos);
        link.meters().joined();
    }

    /** Sends the exchange if it still gathers. */
    private void sendGathering(Exchange exchange) {
        if (exchange == null || exchange != gathering) {
            return;
        }
        gathering = null;
        exchange.startedNanos = clock.getAsLong();
        try {
            append(exchange);
        } catch (RequestRefused e) {
            exchange.refused(e.code(), e.getMessage());
        } catch (RuntimeException e) {
            log.error("request {} failed before it was published", exchange.request, e);
            exchange.refused(Code.UNAVAILABLE, "Nothing was published: the gateway has a fault, see its log.");
        }
    }

    private void requirePlace(Exchange exchange) {
        boolean kept = exchange.takesKeptPlace();
        String behind = kept || !exchange.writes() ? null : link.health().writeFault();
        String why = pending.hasPlace(kept) ? behind : pending.size() + " requests are in flight";
        if (why != null) {
            throw overloaded(why);
        }
    }

    /** Gives a request its place and number; throws RequestRefused if it gets none. */
    private void admit(Exchange exchange, long now) {
        requireLane(now);
        requirePlace(exchange);
        if (!bodies.take(exchange.bytes)) {
            throw overloaded("the bodies of other requests take all the room");
        }
        exchange.request = pending.open(exchange, now + waitMaxNanos);
        exchange.startedNanos = now;
        exchange.opened();
    }

    /** Appends an admitted request to the log; throws RequestRefused if it can't. The request has left its place then. */
    private void append(Exchange exchange) {
        boolean entered = false;
        try {
            entered = send(exchange);
        } finally {
            if (!entered) {
                pending.givenUp(exchange.request);
                released(exchange);
            }
        }
    }

    private void released(Exchange exchange) {
        bodies.give(exchange.bytes);
        exchange.released();
    }

    /** True if the exchange must be kept for its reply. */
    private boolean send(Exchange exchange) {
        Routing routing =
                new Routing(link.incarnationHi(), link.incarnationLo(), exchange.request, link.replyPartition());
        byte[] value = exchange.leave(writer, routing, link.proofs());
        switch (link.producer().send(exchange.recordKey, value, exchange)) {
            case ENTERED:
                return true;
            case FULL:
                throw overloaded(pending.size() + " requests are in flight", exchange.callers());
            case REFUSED:
                link.meters().producerFailed();
                link.meters().unavailable(exchange.callers());
                throw new RequestRefused(
                        Code.UNAVAILABLE,
                        "Nothing was published: the producer did not take it. Try again with the same key.");
            default:
                link.meters().producerFailed();
                answers.unknown(exchange, "the producer failed while taking it");
                return false;
        }
    }

    /** The rejection of a request beyond a bound. */
    public RequestRefused overloaded(String why) {
        return overloaded(why, 1);
    }

    private RequestRefused overloaded(String why, int requests) {
        link.meters().overloaded(requests);
        return new RequestRefused(Code.OVERLOADED, "Nothing was published: " + why + ". Try again with the same key.");
    }

    void sendFailed(long request, Exception cause) {
        link.meters().producerFailed();
        loop.execute(() -> {
            Exchange exchange = pending.find(request);
            if (exchange != null) {
                pending.givenUp(request);
                released(exchange);
                log.debug("request {} was not acknowledged", request, cause);
                answers.unknown(exchange, "Kafka did not acknowledge it");
                afterwards.run();
            }
        });
    }

    /** Gives up every request that has waited longer than {@code waitMax}. */
    public void sweep() {
        pending.expire(clock.getAsLong(), exchange -> {
            gathering = gathering == exchange ? null : gathering;
            released(exchange);
            link.meters().timedOut(exchange.callers());
            answers.unknown(exchange, "no reply came within " + waitMaxMs + " ms");
        });
        afterwards.run();
    }

    @Override
    public void deliver(ReplyConsumer.Batch delivered) {
        queue.add(() -> take(delivered));
    }

    /** Takes replies of this process' own processor; never waits. {@link LocalReplies} bounds their bytes. */
    void handOver(ReplyConsumer.Batch replies, Runnable taken) {
        queue.addUnbounded(() -> take(replies), taken);
    }

    private void take(ReplyConsumer.Batch delivered) {
        batch = delivered;
        for (byte[] value : delivered.values()) {
            if (!unpacker.unpack(value, this)) {
                link.meters().stray(Stray.DAMAGED);
                log.error("a record of the reply topic is damaged; its requests will time out");
            }
        }
        afterwards.run();
    }

    @Override
    public void onBeat(Beat beat) {
        if (batch.beatsCount()) {
            link.producer().look();
            link.health().heard(beat, batch.atNanos());
        }
    }

    @Override
    public void onReply(ReplyDecoder reply) {
        long request = reply.request();
        if (reply.gatewayHi() != link.incarnationHi() || reply.gatewayLo() != link.incarnationLo()) {
            link.meters().stray(Stray.FOREIGN);
            return;
        }
        if (!pending.owns(request)) {
            return;
        }
        Exchange exchange = pending.find(request);
        if (exchange == null) {
            strays.count(request, reply);
        } else if (exchange.idHash != reply.idHash()) {
            link.meters().stray(Stray.MISMATCH);
            log.error("a reply to request {} has the hash of another id; it is not used", request);
        } else {
            pending.answered(request, StrayReplies.digest(reply));
            released(exchange);
            link.meters().roundTrip(batch.atNanos() - exchange.startedNanos);
            answers.answer(exchange, reply);
        }
    }
}
