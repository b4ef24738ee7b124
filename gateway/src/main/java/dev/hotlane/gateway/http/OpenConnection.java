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
import io.netty.util.AttributeKey;
import java.util.function.Consumer;

/**
 * One connection as {@link Connections} watches it: the bytes that wait for its client, since when the client has taken
 * none, and since when it sends a request. Stands behind the HTTP codec, where it sees every message, and every failure
 * to read or write. Belongs to its event loop.
 */
final class OpenConnection extends ChannelDuplexHandler {
    private static final int INFORMATIONAL = 200;
    private static final AttributeKey<OpenConnection> KEY = AttributeKey.valueOf("hotlane.connection");

    /** Its place in the list of {@link Connections}. */
    int place;

    /** When it was opened; of nanoTime. */
    final long openedNanos = System.nanoTime();

    /** Whether it may ask about health only. */
    final boolean onlyHealth;

    private final Channel channel;
    private final Consumer<Throwable> failed;
    private final ReadAhead readAhead = new ReadAhead(this);
    private long unsent;
    private int head;
    private long takenNanos;
    private boolean decoded;
    private boolean inBody;
    private int unanswered;
    private boolean first;
    private long usedNanos = openedNanos;
    private boolean requestStarted;
    private long requestNanos;
    private long requestBytes;

    /** @param failed is told each failure to read or write */
    OpenConnection(Channel channel, boolean onlyHealth, Consumer<Throwable> failed) {
        this.channel = channel;
        this.failed = failed;
        this.onlyHealth = onlyHealth;
        channel.attr(KEY).set(this);
        channel.pipeline().addBefore("httpDecoder", "readAhead", readAhead);
        channel.pipeline().addBefore("handler", "connection", this);
    }

    /** The one on that channel. */
    static OpenConnection on(Channel channel) {
        return channel.attr(KEY).get();
    }

    /** Bytes come from the client; none that came before is left to be decoded. */
    void arrived() {
        first = first || unanswered == 0;
        usedNanos = System.nanoTime();
    }

    /** When bytes came last, or an answer was written; of nanoTime. */
    long usedNanos() {
        return usedNanos;
    }

    /** Whether no request is under way, and none has been for a while. */
    boolean isIdle(long now) {
        ChannelOutboundBuffer waiting = channel.unsafe().outboundBuffer();
        return !onlyHealth
                && unanswered == 0
                && !requestStarted
                && !inBody
                && readAhead.heldBytes() == 0
                && now - usedNanos >= IdleConnections.IDLE_LEAST_NANOS
                && waiting != null
                && waiting.isEmpty();
    }

    /** Whether the request that is handled next was sent behind none that was not answered yet; to be asked once of each. */
    boolean isFirst() {
        boolean was = first;
        first = false;
        return was;
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

    /** Whether the bytes that come next belong to the body of a request whose headers were decoded. */
    boolean isInBody() {
        return inBody;
    }

    /** Sets how many bytes the kernel keeps in each direction, before it doubles them. */
    void kernelBuffers(int bytes) {
        if (channel.isOpen()) {
            channel.config().setOption(ChannelOption.SO_SNDBUF, bytes);
            channel.config().setOption(ChannelOption.SO_RCVBUF, bytes);
        }
    }

    /** The decoder is about to be handed bytes. */
    void handing() {
        decoded = false;
    }

    /** The decoder was handed this number of bytes; {@link #channelRead} has seen what it made of them. */
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
            usedNanos = System.nanoTime();
        }
        context.write(message, promise);
    }

    private static boolean isInformational(Object message) {
        return message instanceof HttpResponse response && response.status().code() < INFORMATIONAL;
    }

    /** A read or write failed. */
    void failed(Throwable cause) {
        failed.accept(cause);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        failed(cause);
        context.fireExceptionCaught(cause);
    }

    /** Closes it; sends that response first, if it is one to headers. */
    void refuse(byte[] response) {
        if (!inBody) {
            // Past the codec, which is in the middle of a request.
            readAhead.send(Unpooled.wrappedBuffer(response));
        }
        close();
    }

    /** Closes it: the client reads the end of the stream. */
    void close() {
        channel.unsafe().close(channel.voidPromise());
    }

    /** Closes it with all that waits: the client is told by a reset. */
    void reset() {
        channel.config().setOption(ChannelOption.SO_LINGER, 0);
        // Not by way of Vert.x, which first waits until all is written.
        channel.unsafe().close(channel.voidPromise());
    }
}
