package dev.hotlane.access.token;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Collects the body of an answer, or ends it with an IOException as soon as it is too long. Of threads of the client. */
final class BoundedBody implements HttpResponse.BodySubscriber<byte[]> {
    private final int bytesMax;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private Flow.Subscription subscription;

    BoundedBody(int bytesMax) {
        this.bytesMax = bytesMax;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return whole;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> parts) {
        for (ByteBuffer part : parts) {
            if (bytes.size() + part.remaining() > bytesMax) {
                subscription.cancel();
                whole.completeExceptionally(new IOException("more than " + bytesMax + " bytes"));
                return;
            }
            byte[] copy = new byte[part.remaining()];
            part.get(copy);
            bytes.write(copy, 0, copy.length);
        }
        subscription.request(1);
    }

    @Override
    public void onError(Throwable failure) {
        whole.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        whole.complete(bytes.toByteArray());
    }
}
