package dev.hotlane.gateway.http;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpResponse;
import io.vertx.core.http.HttpHeaders;

/**
 * Adds to each response what a browser needs for safety: it must not guess another media type, and with TLS it must come
 * back by TLS only. One object for all connections of an event loop.
 */
@Sharable
final class SafetyHeaders extends ChannelOutboundHandlerAdapter {
    private static final CharSequence CONTENT_TYPE_OPTIONS = HttpHeaders.createOptimized("x-content-type-options");
    private static final CharSequence NOSNIFF = HttpHeaders.createOptimized("nosniff");
    private static final CharSequence TRANSPORT_SECURITY = HttpHeaders.createOptimized("strict-transport-security");

    /** One year: the least that checkers of sites accept. */
    private static final CharSequence YEAR = HttpHeaders.createOptimized("max-age=31536000");

    private final boolean secure;

    /** @param secure whether callers come by TLS */
    SafetyHeaders(boolean secure) {
        this.secure = secure;
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (message instanceof HttpResponse response && response.status().code() >= 200) {
            response.headers().set(CONTENT_TYPE_OPTIONS, NOSNIFF);
            if (secure) {
                response.headers().set(TRANSPORT_SECURITY, YEAR);
            }
        }
        context.write(message, promise);
    }
}
