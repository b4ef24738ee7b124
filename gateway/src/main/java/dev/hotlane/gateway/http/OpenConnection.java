package dev.hotlane.gateway.http;

import dev.hotlane.gateway.access.Login;
import dev.hotlane.protocol.tls.PeerCertificate;
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
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * One connection watched by {@link Connections}: the bytes that wait for its client, since when the client has read
 * none, and since when it sends a request. Its place is behind the HTTP codec, where every message and every failure to
 * read or write passes. Belongs to its event loop.
 */
final class OpenConnection extends ChannelDuplexHandler {
    private static final int INFORMATIONAL = 200;
    private static final AttributeKey<OpenConnection> KEY = AttributeKey.valueOf("hotlane.connection");

    /** Its index in the list of {@link Connections}. */
    int place;

    /** Whether its receive buffer was raised. */
    boolean raised;

    /** Whether it was closed as its client took too little. */
    boolean cutOff;

    /** When the bytes of the request that is answered now arrived; nanoTime. */
    long begunNanos;

    /** When it was opened; nanoTime. */
    final long openedNanos;

    /** Whether it is served for health only. */
    final boolean onlyHealth;

    private final Login login;
    private final Channel channel;
    private final Consumer<Throwable> failed;
    private final LongSupplier clock;
    private final BooleanSupplier headBegun;
    private final TlsConnection tls;
    private final ReadAhead readAhead = new ReadAhead(this);
    private final RequestClock request = new RequestClock();
    private long unsent;
    private int head;
    private long takenNanos;
    private boolean requestDecoded;
    private boolean inBody;
    private boolean refused;
    private int unanswered;
    private boolean first;
    private boolean pipelines;
    private long usedNanos;

    /**
     * @param failed receives each failure to read or write
     * @param clock returns nanoTime
     * @param headBegun returns whether the decoder has read a part of a head, and not its end
     * @param tls its TLS; null without
     */
    OpenConnection(
            Channel channel,
            boolean onlyHealth,
            Consumer<Throwable> failed,
            LongSupplier clock,
            BooleanSupplier headBegun,
            TlsConnection tls) {
        this.channel = channel;
        login = new Login(PeerConnections.address(channel));
        this.failed = failed;
        this.onlyHealth = onlyHealth;
        this.clock = clock;
        openedNanos = clock.getAsLong();
        takenNanos = openedNanos;
        usedNanos = openedNanos;
        this.headBegun = headBegun;
        this.tls = tls;
        channel.attr(KEY).set(this);
        channel.pipeline().addBefore("httpDecoder", "readAhead", readAhead);
        channel.pipeline().addBefore("handler", "connection", this);
    }

    /** The watched connection of this channel. */
    static OpenConnection on(Channel channel) {
        return channel.attr(KEY).get();
    }

    /** The last caller that it proved. */
    Login login() {
        return login;
    }

    /** Called when bytes arrive and none of the earlier ones is left to decode. */
    void arrived() {
        if (tls != null) {
            tls.decrypted();
        }
        first = first || unanswered == 0;
        usedNanos = clock.getAsLong();
    }

    /** When bytes last arrived or a part of an answer was written; nanoTime. */
    long usedNanos() {
        return usedNanos;
    }

    /** Whether nothing arrived or was written for this time, and no bytes wait as of the last check. */
    boolean isSilent(long now, long silenceMaxNanos) {
        return unsent == 0 && now - usedNanos > silenceMaxNanos;
    }

    /** Whether no request is under way and none was for {@link IdleConnections#IDLE_LEAST_NANOS}. */
    boolean isIdle(long now) {
        ChannelOutboundBuffer waiting = channel.unsafe().outboundBuffer();
        return !onlyHealth
                && unanswered == 0
                && request.part() == RequestClock.Part.NOTHING
                && readAhead.heldBytes() == 0
                && now - usedNanos >= IdleConnections.IDLE_LEAST_NANOS
                && waiting != null
                && waiting.isEmpty();
    }

    /** Whether the next request was sent when no earlier one was unanswered; call it once per request. */
    boolean isFirst() {
        boolean was = first;
        first = false;
        pipelines |= !was;
        return was;
    }

    /** Whether any of its requests so far was sent while an earlier one was unanswered. */
    boolean pipelines() {
        return pipelines;
    }

    /** Checks how many bytes wait, and whether the client read some since the last check. */
    void look(long now) {
        ChannelOutboundBuffer waiting = channel.unsafe().outboundBuffer();
        long before = unsent;
        int headBefore = head;
        unsent = waiting == null ? 0 : waiting.totalPendingWriteBytes();
        head = unsent == 0 ? 0 : System.identityHashCode(waiting.current()) + (int) waiting.currentProgress();
        if (unsent == 0 || unsent < before || head != headBefore) {
            takenNanos = now;
        }
        if (readAhead.heldBytes() > 0 || !channel.config().isAutoRead()) {
            // It does not read from the connection.
            request.restart(now);
            TlsConnection.restart(tls, now);
        }
    }

    /** Bytes that wait for the client, or were read and wait until it reads its answers; as of the last check. */
    long bytes() {
        return unsent + readAhead.heldBytes() + request.headBytes();
    }

    /** Nanoseconds for which the client has read none of the waiting bytes; as of the last check. */
    long stalledNanos(long now) {
        return unsent == 0 ? 0 : now - takenNanos;
    }

    /**
     * Whether headers, or the rest of a body whose call was answered, arrive too slowly; as of the last check. Headers that
     * come while earlier requests wait are late once these are answered: answers come in the order of the requests.
     */
    boolean isLate(long now, long headMaxNanos, Bodies bodies) {
        return !refused && unanswered == 0 && (isLate(now, headMaxNanos) || request.isLate(now, headMaxNanos, bodies));
    }

    private boolean isLate(long now, long headMaxNanos) {
        return tls != null && tls.isLate(now, headMaxNanos);
    }

    /** What the client's verified certificate says; null if it has shown none. Call it once a request has arrived. */
    PeerCertificate certificate() {
        return tls == null ? null : tls.certificate();
    }

    /** Whether the next bytes belong to the body of a request whose headers were decoded. */
    boolean isInBody() {
        return inBody;
    }

    /** Sets the kernel's buffer bytes for answers, before the kernel doubles them. */
    void sendBuffer(int bytes) {
        setOption(ChannelOption.SO_SNDBUF, bytes);
    }

    /**
     * Raises the kernel's buffer bytes for requests, before the kernel doubles them. They are never lowered: the client
     * may send as much as the larger window allowed, Linux drops what does not fit, and the client sends it again only
     * after 200 ms.
     */
    void raiseReceiveBuffer(int bytes) {
        raised = true;
        setOption(ChannelOption.SO_RCVBUF, bytes);
    }

    private void setOption(ChannelOption<Integer> option, int bytes) {
        if (channel.isOpen()) {
            channel.config().setOption(option, bytes);
        }
    }

    /** Called before the decoder gets bytes. */
    void handing() {
        requestDecoded = false;
    }

    /** Called after the decoder got this number of bytes; {@link #channelRead} has received its messages by then. */
    void handed(int bytes) {
        RequestClock.Part part = inBody
                ? RequestClock.Part.BODY
                : headBegun.getAsBoolean() ? RequestClock.Part.HEAD : RequestClock.Part.NOTHING;
        request.handed(bytes, part, requestDecoded, clock.getAsLong());
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpRequest) {
            requestDecoded = true;
            inBody = true;
            unanswered++;
        }
        if (message instanceof LastHttpContent) {
            inBody = false;
        }
        context.fireChannelRead(message);
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        usedNanos = clock.getAsLong();
        if (message instanceof LastHttpContent && !isInformational(message)) {
            unanswered--;
            if (inBody) {
                // The rest of the body has its time from here: the client learns only now that nothing needs it.
                request.restart(usedNanos);
            }
        }
        context.write(message, promise);
    }

    private static boolean isInformational(Object message) {
        return message instanceof HttpResponse response && response.status().code() < INFORMATIONAL;
    }

    /** Reports a failed read or write. */
    void failed(Throwable cause) {
        failed.accept(cause);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        failed(cause);
        context.fireExceptionCaught(cause);
    }

    /**
     * Closes it when the answers to earlier requests are sent, and behind them this response unless a body is being read.
     * No further byte is decoded.
     */
    void refuse(byte[] response) {
        refused = true;
        if (tls != null && !tls.established()) {
            reset();
            return;
        }
        readAhead.endBy(inBody ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(response));
    }

    /** Closes it: the client reads the end of the stream. */
    void close() {
        if (tls == null) {
            channel.unsafe().close(channel.voidPromise());
        } else {
            tls.close(channel);
        }
    }

    /** Closes it and drops the waiting bytes: the client gets a reset. */
    void reset() {
        channel.config().setOption(ChannelOption.SO_LINGER, 0);
        // Bypasses Vert.x, which would first wait until all bytes are written.
        channel.unsafe().close(channel.voidPromise());
    }
}
