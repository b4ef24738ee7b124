package dev.hotlane.gateway.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pauses accepting for 1 s after a failed accept: without a free file descriptor the next accept fails too. Logs one
 * line at the first failure, and one when connections are accepted again. One object per listening socket; belongs to
 * the thread that accepts.
 */
final class AcceptPause extends ChannelInboundHandlerAdapter {
    private static final Logger log = LoggerFactory.getLogger(AcceptPause.class);
    private static final String NAME = "acceptPause";
    private static final int PAUSE_MS = 1_000;

    private boolean paused;

    /** Adds a pause to the listening socket of this connection if it has none; any thread. */
    static void requireFor(Channel connection) {
        Channel listening = connection.parent();
        synchronized (listening) {
            if (listening.pipeline().get(NAME) == null) {
                listening.pipeline().addFirst(NAME, new AcceptPause());
            }
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object accepted) {
        if (paused) {
            paused = false;
            log.info("connections are accepted again");
        }
        context.fireChannelRead(accepted);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (!(cause instanceof IOException)) {
            context.fireExceptionCaught(cause);
            return;
        }
        if (!paused) {
            paused = true;
            log.warn(
                    "no connection can be accepted ({}): trying again every {} ms; those that are open go on",
                    cause.getMessage(),
                    PAUSE_MS);
        }
        context.channel().config().setAutoRead(false);
        context.executor()
                .schedule(() -> context.channel().config().setAutoRead(true), PAUSE_MS, TimeUnit.MILLISECONDS);
    }
}
