package dev.hotlane.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.util.ArrayDeque;

/**
 * Bounds the requests that a connection has decoded and not answered. Its place is before the HTTP decoder, which gets
 * the read bytes in slices. It stops when Vert.x turns reading off, which happens while a request waits for its answer
 * and others were decoded behind it. One object per connection; belongs to its event loop.
 */
final class ReadAhead extends ChannelDuplexHandler {
    /** Bytes of a body passed on at once; a read up to this size is passed on whole, as most requests are shorter. */
    static final int SLICE = 1024;

    /**
     * Bytes passed on at once where headers are expected: at most 7 of the smallest requests, 3 kB of heap when
     * decoded. With larger slices, 5,000 connections that pipeline made each young collection copy 60 MB.
     */
    static final int HEADERS_SLICE = 128;

    private final OpenConnection connection;
    private final ArrayDeque<ByteBuf> held = new ArrayDeque<>(0);
    private int heldBytes;
    private boolean feeding;
    private boolean scheduled;
    private boolean ended;
    private ChannelHandlerContext context;

    ReadAhead(OpenConnection connection) {
        this.connection = connection;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
    }

    /**
     * Sends bytes unchanged behind all that waits, then closes the connection. They bypass the encoder, because the codec is
     * in the middle of a request. Whatever still arrives is dropped.
     */
    void endBy(ByteBuf bytes) {
        ended = true;
        drop();
        context.writeAndFlush(bytes).addListener(sent -> connection.close());
    }

    /** Bytes read from the socket and not decoded yet. */
    int heldBytes() {
        return heldBytes;
    }

    @Override
    public void channelRead(ChannelHandlerContext same, Object read) {
        ByteBuf bytes = (ByteBuf) read;
        if (ended) {
            bytes.release();
            return;
        }
        if (held.isEmpty()) {
            connection.arrived();
        }
        if (held.isEmpty() && bytes.readableBytes() <= SLICE) {
            hand(bytes);
            return;
        }
        held.add(bytes);
        heldBytes += bytes.readableBytes();
        feed();
    }

    private void hand(ByteBuf bytes) {
        int length = bytes.readableBytes();
        connection.handing();
        context.fireChannelRead(bytes);
        connection.handed(length);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext same) {
        context.fireChannelReadComplete();
    }

    /** Called when Vert.x requests more bytes; held bytes come first. */
    @Override
    public void read(ChannelHandlerContext same) {
        if (held.isEmpty()) {
            context.read();
        } else if (!feeding && !scheduled) {
            // Later, because Vert.x calls this while it handles the previous request.
            scheduled = true;
            context.executor().execute(() -> {
                scheduled = false;
                feed();
                if (held.isEmpty()) {
                    context.read();
                }
            });
        }
    }

    /**
     * Reports failed writes: writers of responses do not check them, and a write fails when there is no memory for it.
     */
    @Override
    public void write(ChannelHandlerContext same, Object bytes, ChannelPromise promise) {
        ChannelPromise written = promise.unvoid();
        context.write(bytes, written);
        if (written.isDone() && written.cause() != null) {
            connection.failed(written.cause());
        }
    }

    private void feed() {
        if (feeding) {
            return;
        }
        feeding = true;
        try {
            while (!held.isEmpty() && context.channel().config().isAutoRead()) {
                hand(slice());
                // Lets Vert.x decide whether it takes more.
                context.fireChannelReadComplete();
            }
        } finally {
            feeding = false;
        }
    }

    private ByteBuf slice() {
        ByteBuf first = held.peek();
        int length = connection.isInBody() ? SLICE : HEADERS_SLICE;
        if (first.readableBytes() <= length) {
            held.remove();
            heldBytes -= first.readableBytes();
            return first;
        }
        heldBytes -= length;
        return first.readRetainedSlice(length);
    }

    @Override
    public void channelInactive(ChannelHandlerContext same) {
        drop();
        context.fireChannelInactive();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext same) {
        drop();
    }

    private void drop() {
        held.forEach(ByteBuf::release);
        held.clear();
        heldBytes = 0;
    }
}
