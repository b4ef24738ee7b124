package dev.hotlane.infra.demo;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.util.ArrayDeque;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;

/**
 * Buyers who all want the deal at once, so many calls at a time over as many connections. Who gets 503, 504 or no
 * answer asks again with the same key after a short, jittered wait. All state belongs to one event loop.
 */
final class Buyers {
    private static final long ATTEMPT_TIMEOUT_MS = 15_000;
    private static final int RETRY_WAIT_MS_MIN = 50;
    private static final int RETRY_WAIT_MS_MAX = 300;

    private final Deal deal;
    private final Outcomes outcomes;
    private final IntConsumer progress;
    private final Uuid7 ids;
    private final SplittableRandom random;
    private final ArrayDeque<Call> waiting = new ArrayDeque<>();
    private final Promise<Void> done = Promise.promise();
    private Context loop;
    private HttpClient client;
    private int nextBuyer;
    private int inFlight;

    /** @param progress told the number of buyers who have their answer, on the event loop */
    Buyers(Deal deal, Outcomes outcomes, long seed, IntConsumer progress) {
        this.deal = deal;
        this.outcomes = outcomes;
        this.progress = progress;
        this.ids = new Uuid7(seed);
        this.random = new SplittableRandom(seed);
    }

    /** Lets them loose on a gateway; completes when every call has its answer. */
    Future<Void> rush(Vertx vertx, String host, int port) {
        PoolOptions pool = new PoolOptions().setHttp1MaxSize(deal.atOnce());
        HttpClientOptions options = new HttpClientOptions()
                .setDefaultHost(host)
                .setDefaultPort(port)
                .setKeepAlive(true)
                .setPipelining(false);
        client = vertx.createHttpClient(options, pool);
        loop = vertx.getOrCreateContext();
        loop.runOnContext(ignored -> fill());
        return done.future().eventually(() -> client.close());
    }

    private void fill() {
        while (inFlight < deal.atOnce()) {
            Call call = waiting.isEmpty() ? nextCall() : waiting.poll();
            if (call == null) {
                break;
            }
            inFlight++;
            attempt(call);
        }
        if (inFlight == 0 && waiting.isEmpty() && nextBuyer == deal.buyers()) {
            done.tryComplete();
        }
    }

    private Call nextCall() {
        if (nextBuyer == deal.buyers()) {
            return null;
        }
        int buyer = nextBuyer++;
        Call call = new Call(Call.Purpose.BUY, buyer, newKey(), deal.order(buyer), null);
        if (buyer % deal.duplicateEvery() == 0) {
            waiting.add(new Call(Call.Purpose.DUPLICATE, buyer, call.key, call.body, call));
        }
        return call;
    }

    private String newKey() {
        return ids.next(System.currentTimeMillis()).toString();
    }

    private void attempt(Call call) {
        call.attempts++;
        RequestOptions request = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setURI("/v1/transactions")
                .putHeader("Content-Type", "application/json")
                .putHeader("Idempotency-Key", call.key)
                .setTimeout(ATTEMPT_TIMEOUT_MS);
        client.request(request)
                .compose(sent -> sent.send(call.body))
                .compose(response -> response.body().map(body -> take(call, response, body)))
                .onComplete(result -> loop.runOnContext(ignored -> {
                    if (result.failed()) {
                        again(call, 0);
                    } else if (call.isAnswered()) {
                        finish(call);
                    } else {
                        again(call, call.status);
                    }
                }));
    }

    private static Call take(Call call, HttpClientResponse response, Buffer body) {
        call.status = response.statusCode();
        if (call.status != 503 && call.status != 504) {
            call.replayed = "true".equals(response.getHeader("Idempotency-Replayed"));
            call.answer = body.toString();
        }
        return call;
    }

    /** 503 did not run and 504 may have run; for the caller both mean: the same key again. */
    private void again(Call call, int status) {
        call.unknown += status == 503 ? 0 : 1;
        outcomes.unanswered(status);
        long wait = random.nextInt(RETRY_WAIT_MS_MIN, RETRY_WAIT_MS_MAX);
        loop.owner().setTimer(wait, ignored -> attempt(call));
    }

    private void finish(Call call) {
        inFlight--;
        outcomes.answered(call);
        if (call.purpose == Call.Purpose.BUY) {
            progress.accept(outcomes.buyersAnswered());
            if (call.status == 200) {
                waiting.add(new Call(Call.Purpose.GREEDY, call.buyer, newKey(), call.body, null));
            }
        }
        fill();
    }
}
