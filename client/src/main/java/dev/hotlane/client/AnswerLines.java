package dev.hotlane.client;

import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Cuts the body of a batch's answer into lines as it arrives. A line without its newline is not passed on. */
final class AnswerLines implements BodySubscriber<byte[]> {
    /** An answer line has at most six times the bytes of its line, which has 64 ops at most. */
    private static final int LINE_MAX = 1 << 20;

    private final SentBatch batch;
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private Flow.Subscription subscription;
    private byte[] bytes = new byte[16 * 1024];
    private int end;

    AnswerLines(SentBatch batch) {
        this.batch = batch;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        if (body.isDone()) {
            return;
        }
        try {
            buffers.forEach(this::append);
        } catch (RuntimeException e) {
            subscription.cancel();
            body.completeExceptionally(e);
        }
    }

    private void append(ByteBuffer buffer) {
        int scanned = end;
        int length = buffer.remaining();
        if (end + length > bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * (end + length));
        }
        buffer.get(bytes, end, length);
        end += length;
        int whole = end;
        while (whole > scanned && bytes[whole - 1] != '\n') {
            whole--;
        }
        if (whole > scanned) {
            Json.lines(bytes, whole, batch::answered);
            System.arraycopy(bytes, whole, bytes, 0, end - whole);
            end -= whole;
        }
        if (end > LINE_MAX) {
            throw new ForeignAnswerException("a line of the answer is too long");
        }
    }

    @Override
    public void onError(Throwable failure) {
        body.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        body.complete(new byte[0]);
    }
}
