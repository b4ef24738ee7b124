package dev.hotlane.gateway.http;

import dev.hotlane.gateway.lane.Pending;
import dev.hotlane.gateway.lane.ReplyConsumer;
import dev.hotlane.gateway.page.Metrics.Stray;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.protocol.Beat;
import dev.hotlane.protocol.Hash;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.ReplyRecord;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import io.vertx.core.Context;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pending requests of one event loop, matched with their replies. A request is admitted, numbered, encoded and sent
 * here. It ends exactly once: by reply, failed send or timeout. All methods run on the event loop, except {@link
 * #deliver} (replies thread), {@link #sendFailed} (Kafka's) and {@link #inFlight} (any).
 */
final class Exchanges implements ReplyRecord.Receiver, ReplyConsumer.Receiver {
    private static final Logger LOG = LoggerFactory.getLogger(Exchanges.class);
    private static final int TRACEPARENT_LENGTH = 55;
    private static final byte[] NO_TRACE = {};

    /** Most reply batches that wait for a loop; then the replies thread waits, and Kafka keeps the rest. */
    private static final int BATCHES_MAX = 64;

    private final Parts parts;
    private final Context context;
    private final AnswerDispatch answers;
    private final Pending<Exchange> pending;
    private final Bodies bodies;
    private final long waitMaxNanos;
    private final RecordWriter writer = new RecordWriter();
    private final ReplyRecord.Unpacker unpacker = new ReplyRecord.Unpacker();
    private final Semaphore batchesFree = new Semaphore(BATCHES_MAX);
    private Runnable afterwards = () -> {};
    private ReplyConsumer.Batch batch;

    Exchanges(Parts parts, int index, Context context) {
        this.parts = parts;
        this.context = context;
        this.answers = new AnswerDispatch(parts.metrics());
        int loops = parts.settings().http().eventLoops();
        pending = new Pending<>(parts.settings().limits().inFlightMax() / loops, index, loops);
        bodies = new Bodies(parts);
        waitMaxNanos = TimeUnit.MILLISECONDS.toNanos(parts.settings().times().replyWaitMaxMs());
    }

    /** Number of requests that wait for the log. */
    int inFlight() {
        return pending.size();
    }

    /** The bodies of this loop's requests. */
    Bodies bodies() {
        return bodies;
    }

    /** Sets a task to run whenever exchanges have ended; set it before the first publish. */
    void afterwards(Runnable runnable) {
        afterwards = runnable;
    }

    /** Throws RequestRefused if the lane is not available. */
    void requireLane() {
        requireLane(System.nanoTime());
    }

    private void requireLane(long now) {
        String fault = parts.pulse().fault(now);
        if (fault != null) {
            parts.metrics().unavailable();
            throw new RequestRefused(
                    Code.UNAVAILABLE, "Nothing was published, as " + fault + ". Try again with the same key.");
        }
    }

    /** Sends a question into the log; throws RequestRefused if it can't. Nothing was published then. */
    void publish(Exchange exchange) {
        long now = System.nanoTime();
        requireLane(now);
        if (pending.isFull()) {
            throw overloaded(pending.size() + " requests are in flight");
        }
        if (!bodies.take(exchange.bytes)) {
            throw overloaded("the bodies of other requests take all the room");
        }
        long request = pending.open(exchange, now + waitMaxNanos);
        exchange.request = request;
        exchange.startedNanos = now;
        exchange.opened();
        boolean entered = false;
        try {
            entered = send(exchange);
        } finally {
            if (!entered) {
                pending.givenUp(request);
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
        Routing routing = new Routing(
                parts.incarnationHi(),
                parts.incarnationLo(),
                exchange.request,
                parts.settings().lane().replyPartition());
        byte[] value = exchange.question.encode(writer, routing, trace(exchange));
        switch (parts.lane().send(exchange.question.id(), value, exchange)) {
            case ENTERED:
                return true;
            case FULL:
                throw overloaded(pending.size() + " requests are in flight");
            case REFUSED:
                parts.metrics().producerFailed();
                parts.metrics().unavailable();
                throw new RequestRefused(
                        Code.UNAVAILABLE,
                        "Nothing was published: the producer did not take it. Try again with the same key.");
            default:
                parts.metrics().producerFailed();
                answers.unknown(exchange, "the producer failed while taking it");
                return false;
        }
    }

    /** The rejection of a request beyond a bound. */
    RequestRefused overloaded(String why) {
        parts.metrics().overloaded();
        return new RequestRefused(Code.OVERLOADED, "Nothing was published: " + why + ". Try again with the same key.");
    }

    /** The W3C trace context if it has the right length; else empty. */
    private static byte[] trace(Exchange exchange) {
        String trace = exchange.trace();
        if (trace == null || trace.length() != TRACEPARENT_LENGTH) {
            return NO_TRACE;
        }
        return trace.getBytes(StandardCharsets.US_ASCII);
    }

    void sendFailed(long request, Exception cause) {
        parts.metrics().producerFailed();
        context.runOnContext(none -> {
            Exchange exchange = pending.find(request);
            if (exchange != null) {
                pending.givenUp(request);
                released(exchange);
                LOG.debug("request {} was not acknowledged", request, cause);
                answers.unknown(exchange, "Kafka did not acknowledge it");
                afterwards.run();
            }
        });
    }

    /** Gives up every request that has waited longer than replyWaitMaxMs. */
    void sweep() {
        bodies.sweep();
        pending.expire(System.nanoTime(), exchange -> {
            released(exchange);
            parts.metrics().timedOut();
            answers.unknown(
                    exchange, "no reply came within " + parts.settings().times().replyWaitMaxMs() + " ms");
        });
        afterwards.run();
    }

    @Override
    public void deliver(ReplyConsumer.Batch delivered) {
        try {
            while (!batchesFree.tryAcquire(1, TimeUnit.SECONDS)) {
                LOG.warn("an event loop is {} batches of replies behind", BATCHES_MAX);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return;
        }
        context.runOnContext(none -> {
            batchesFree.release();
            take(delivered);
        });
    }

    private void take(ReplyConsumer.Batch delivered) {
        batch = delivered;
        for (byte[] value : delivered.values()) {
            if (!unpacker.unpack(value, this)) {
                parts.metrics().stray(Stray.DAMAGED);
                LOG.error("a record of the reply topic is damaged; its requests will time out");
            }
        }
        afterwards.run();
    }

    @Override
    public void onBeat(Beat beat) {
        if (batch.beatsCount()) {
            parts.lane().look();
            parts.pulse().heard(beat, batch.atNanos());
        }
    }

    @Override
    public void onReply(ReplyDecoder reply) {
        long request = reply.request();
        if (reply.gatewayHi() != parts.incarnationHi() || reply.gatewayLo() != parts.incarnationLo()) {
            parts.metrics().stray(Stray.FOREIGN);
            return;
        }
        if (!pending.owns(request)) {
            return;
        }
        Exchange exchange = pending.find(request);
        if (exchange == null) {
            stray(request, reply);
        } else if (exchange.idHash != reply.idHash()) {
            parts.metrics().stray(Stray.MISMATCH);
            LOG.error("a reply to request {} has the hash of another id; it is not used", request);
        } else {
            pending.answered(request, digest(reply));
            released(exchange);
            parts.metrics().roundTrip(batch.atNanos() - exchange.startedNanos);
            answers.tell(exchange, reply);
        }
    }

    private void stray(long request, ReplyDecoder reply) {
        switch (pending.judge(request, digest(reply))) {
            case LATE -> parts.metrics().stray(Stray.LATE);
            case DUPLICATE -> parts.metrics().stray(Stray.DUPLICATE);
            case UNKNOWN -> parts.metrics().stray(Stray.FOREIGN);
            case CONTRADICTION -> {
                parts.metrics().stray(Stray.CONTRADICTION);
                LOG.error(
                        "request {} has two different answers (sequence {}): replay differs",
                        request,
                        reply.sequence());
            }
        }
    }

    /** Digest of the whole message, which the decoder's buffer spans; never 0. */
    private static long digest(ReplyDecoder reply) {
        DirectBuffer message = reply.buffer();
        long digest = Hash.of(message.byteArray(), message.wrapAdjustment(), message.capacity(), 0);
        return digest == 0 ? 1 : digest;
    }
}
