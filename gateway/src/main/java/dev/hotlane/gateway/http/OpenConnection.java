package dev.hotlane.gateway.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;

/**
 * One connection as {@link Connections} watches it: the bytes that wait for its client, since when the client has taken
 * none, and since when it sends a request. Stands behind the HTTP codec, where it sees every message, and every failure
 * to read or write. Belongs to its event loop.
 */
final class OpenConnection extends ChannelDuplexHandler {
    private static final int INFORMATIONAL = 200;

    /** Its place in the list of {@link Connections}. */
    int place;

    /** When it was opened; of nanoTime. */
    final long openedNanos = System.nanoTime();

    private final Channel channel;
    private final ReadAhead readAhead = new ReadAhead(this);
    private long unsent;
    private int head;
    private long takenNanos;
    private boolean decoded;
    private boolean inBody;
    private int unanswered;
    private boolean requestStarted;
    private long requestNanos;
    private long requestBytes;

    OpenConnection(Channel channel) {
        this.channel = channel;
        channel.pipeline().addBefore("httpDecoder", "readAhead", readAhead);
        channel.pipeline().addBefore("handler", "connection", this);
    }

    /** Whether that is its channel. */
    boolean isOn(Channel other) {
        return channel == other;
    }

    /** Looks how many bytes wait, and whether the client took some since the last look. */
    void look(long now) {
        ChannelOutboundBuffer waiting = channel.unsafe().outboundBuffer();
        long before = unsent;
        int headBefore = head;
        unsent = waiting == null ? 0 : waiting.totalPendingWriteBytes();
        head = unsent == 0 ? 0 : System.identityHashCode(waiting.current()) + (int) waiting.currentProgress();
        if (unsent == 0 || unsent < before || head != headBefore) {
            takenNanos = now;
        }
    }

    /** Bytes that wait for the client, or were read and wait until it takes them; as of the last look. */
    long bytes() {
        return unsent + readAhead.heldBytes() + (inBody ? 0 : requestBytes);
    }

    /** For how long the client has taken nothing of what waits for it; as of the last look. */
    long stalledNanos(long now) {
        return unsent == 0 ? 0 : now - takenNanos;
    }

    /** Whether headers, or the rest of a body whose call was answered, came too slowly. */
    boolean isLate(long now, Bodies bodies) {
        return requestStarted && unanswered == 0 && bodies.isLate(now - requestNanos, inBody ? requestBytes : 0);
    }

    /** The decoder is about to be handed bytes. */
    void handing() {
        decoded = false;
    }

    /** It was handed so many; what it made of them came by {@link #channelRead} before. */
    void handed(int bytes) {
        if (decoded && !inBody) {
            requestStarted = false;
            requestBytes = 0;
        } else {
            if (!requestStarted) {
                requestStarted = true;
                requestNanos = System.nanoTime();
            }
            requestBytes += bytes;
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        decoded = true;
        if (message instanceof HttpRequest) {
            inBody = true;
            unanswered++;
            requestStarted = false;
            requestBytes = 0;
        }
        if (message instanceof LastHttpContent) {
            inBody = false;
        }
        context.fireChannelRead(message);
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (message instanceof LastHttpContent && !isInformational(message)) {
            unanswered--;
        }
        context.write(message, promise);
        if (promise.isDone() && promise.cause() != null) {
            DirectMemory.endIfExhausted(promise.cause());
        }
    }

    private static boolean isInformational(Object message) {
        return message instanceof HttpResponse response && response.status().code() < INFORMATIONAL;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        DirectMemory.endIfExhausted(cause);
        context.fireExceptionCaught(cause);
    }

    /** Closes it; sends that response first, if it is one to headers. */
    void refuse(byte[] response) {
        if (!inBody) {
            // Past the codec, which is in the middle of a request.
            readAhead.send(Unpooled.wrappedBuffer(response));
        }
        channel.unsafe().close(channel.voidPromise());
    }

    /** Closes it with all that waits: the client is told by a reset. */
    void reset() {
        channel.config().setOption(ChannelOption.SO_LINGER, 0);
        // Not by way of Vert.x, which first waits until all is written.
        channel.unsafe().close(channel.voidPromise());
    }
}
