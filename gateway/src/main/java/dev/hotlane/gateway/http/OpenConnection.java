package dev.hotlane.gateway.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;

/**
 * One connection as {@link Connections} watches it: the bytes that wait for its client, and since when the client has
 * taken none. Stands behind the HTTP codec, where it sees every failure to read or write. Belongs to its event loop.
 */
final class OpenConnection extends ChannelDuplexHandler {
    /** Its place in the list of {@link Connections}. */
    int place;

    private final Channel channel;
    private final ReadAhead readAhead;
    private long unsent;
    private int head;
    private long takenNanos;

    OpenConnection(Channel channel, ReadAhead readAhead) {
        this.channel = channel;
        this.readAhead = readAhead;
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
        return unsent + readAhead.heldBytes();
    }

    /** For how long the client has taken nothing of what waits for it; as of the last look. */
    long stalledNanos(long now) {
        return unsent == 0 ? 0 : now - takenNanos;
    }

    /** Closes it with all that waits: the client is told by a reset. */
    void reset() {
        channel.config().setOption(ChannelOption.SO_LINGER, 0);
        // Not by way of Vert.x, which first waits until all is written.
        channel.unsafe().close(channel.voidPromise());
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        context.write(message, promise);
        if (promise.isDone() && promise.cause() != null) {
            DirectMemory.endIfExhausted(promise.cause());
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        DirectMemory.endIfExhausted(cause);
        context.fireExceptionCaught(cause);
    }
}
