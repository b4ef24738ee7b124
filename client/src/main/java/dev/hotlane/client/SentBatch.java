package dev.hotlane.client;

import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/**
 * One request of a batcher. Each line of the answer settles one call, in their order, as soon as it arrives. The calls
 * that get none go on by themselves. Threads: any sends it, {@code client-N} takes the answer, {@code batcher-N} ends
 * calls whose deadline has passed.
 */
final class SentBatch {
    private final LaneClient client;
    private final BatchQueue queue;
    private final int gateway;
    private final List<BatchedCall<?>> calls = new ArrayList<>();
    private int matched;
    private boolean over;
    private long earliest;
    private volatile CompletableFuture<HttpResponse<byte[]>> current;

    SentBatch(LaneClient client, BatchQueue queue) {
        this.client = client;
        this.queue = queue;
        gateway = client.gateways().first();
    }

    /** Adds a call; the batch is not sent yet. */
    void add(BatchedCall<?> call) {
        if (calls.isEmpty() || call.deadline() - earliest < 0) {
            earliest = call.deadline();
        }
        calls.add(call);
    }

    boolean isEmpty() {
        return calls.isEmpty();
    }

    void send() {
        List<BatchLine<?>> lines = new ArrayList<>(calls.size());
        calls.forEach(call -> lines.add(call.line()));
        HttpRequest.Builder request = BatchAttempts.request(client.gateways().address(gateway), lines);
        current = client.send(request, this::subscriber);
        current.copy()
                .orTimeout(client.settings().times().attempt().toNanos(), TimeUnit.NANOSECONDS)
                .whenCompleteAsync(this::ended, client.executor());
    }

    private BodySubscriber<byte[]> subscriber(HttpResponse.ResponseInfo head) {
        return isAnswer(head.statusCode(), head.headers()) ? new AnswerLines(this) : BodySubscribers.ofByteArray();
    }

    private static boolean isAnswer(int status, HttpHeaders headers) {
        return status == 200 && AnswerJudge.hasType(headers, BatchAttempts.NDJSON);
    }

    /** Takes the next line of the answer. Throws ForeignAnswerException if it does not fit the next call. */
    void answered(JsonFields answer) {
        BatchedCall<?> call;
        boolean last;
        boolean decided;
        synchronized (this) {
            if (over) {
                return;
            }
            if (matched == calls.size()) {
                throw new ForeignAnswerException("the answer has more lines than the batch");
            }
            call = calls.get(matched);
            decided = call.answered(answer, gateway);
            last = ++matched == calls.size();
        }
        if (last) {
            // A caller that sends its next call at once must find no batch under way.
            client.gateways().answered(gateway);
            queue.over(this);
        }
        pass(call, decided);
    }

    private void pass(BatchedCall<?> call, boolean decided) {
        if (decided) {
            call.settle();
        } else if (!call.isSettled()) {
            queue.doubtful().add(call);
        }
    }

    private void ended(HttpResponse<byte[]> response, Throwable failure) {
        List<BatchedCall<?>> rest;
        synchronized (this) {
            over = true;
            rest = List.copyOf(calls.subList(matched, calls.size()));
        }
        current.cancel(true);
        queue.over(this);
        for (BatchedCall<?> call : rest) {
            pass(call, judged(call, response, failure));
        }
    }

    private boolean judged(BatchedCall<?> call, HttpResponse<byte[]> response, Throwable failure) {
        if (failure != null) {
            Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
            call.unanswered(RetryLoop.mayHaveArrived(cause), cause.toString(), gateway);
            return false;
        }
        if (isAnswer(response.statusCode(), response.headers())) {
            call.unanswered(true, "no result came for this line of the batch", gateway);
            return false;
        }
        return call.answered(response, gateway);
    }

    /** Ends the calls whose deadline has passed; gives the request up if no call is left. */
    void endDue(long now) {
        if (now - earliest < 0) {
            return;
        }
        boolean open = false;
        for (BatchedCall<?> call : calls) {
            if (now - call.deadline() >= 0) {
                call.end(Batcher.DEADLINE);
            } else if (!call.isSettled()) {
                earliest = open && earliest - call.deadline() < 0 ? earliest : call.deadline();
                open = true;
            }
        }
        if (!open) {
            giveUp();
        }
    }

    /** A time at or before the first deadline of its calls. {@code batcher-N} only. */
    long earliest() {
        return earliest;
    }

    /** Ends all calls and the request. */
    void end(String reason) {
        calls.forEach(call -> call.end(reason));
        giveUp();
    }

    private void giveUp() {
        CompletableFuture<HttpResponse<byte[]>> running = current;
        if (running != null) {
            running.cancel(true);
        }
    }
}
