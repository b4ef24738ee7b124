package dev.hotlane.gateway.http;

import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.problem.RequestRefused;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.AsciiString;
import io.vertx.core.http.Http1ServerConfig;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpServerConnection;
import io.vertx.core.http.impl.http1.VertxHttpRequestDecoder;
import java.util.List;

/**
 * Reads request heads by RFC 9112 where the library is more lenient: exactly one Host, no folded lines, no transfer
 * coding except chunked. An invalid head is passed on as a failed request whose cause is a {@link RequestRefused}.
 * Belongs to its connection's event loop.
 */
final class StrictDecoder extends VertxHttpRequestDecoder {
    private static final String NAME = "httpDecoder";
    private static final RequestRefused FOLDED =
            RequestRefused.malformed("a header line begins with a space or tab: send each header on one line");
    private static final RequestRefused CODED = new RequestRefused(
            Code.TRANSFER_CODING_UNSUPPORTED,
            "Transfer-Encoding: only chunked is taken, or send the body with a Content-Length.");

    private boolean inHead = true;
    private boolean headBegun;
    private boolean begun;
    private boolean folded;
    private boolean lost;
    private int hosts;

    private StrictDecoder(Http1ServerConfig config) {
        super(config);
    }

    /** A decoder of request lines and of headers of at most these lengths in bytes. */
    static StrictDecoder of(int requestLineMax, int headersMax) {
        return new StrictDecoder(
                new Http1ServerConfig().setMaxInitialLineLength(requestLineMax).setMaxHeaderSize(headersMax));
    }

    /** Installs such a decoder on a connection that has not been read yet. */
    static void take(HttpConnection connection, int requestLineMax, int headersMax) {
        ChannelPipeline pipeline =
                ((HttpServerConnection) connection).channelHandlerContext().pipeline();
        pipeline.replace(NAME, NAME, of(requestLineMax, headersMax));
    }

    /** Whether the first byte of the next head was read, and not yet its end; after each read. */
    boolean headBegun() {
        return headBegun;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf buffer, List<Object> out) throws Exception {
        if (lost) {
            buffer.skipBytes(buffer.readableBytes());
            return;
        }
        if (inHead) {
            folded = folded || folds(buffer);
        }
        int before = out.size();
        int unread = buffer.readableBytes();
        super.decode(context, buffer, out);
        for (int i = before; i < out.size(); i++) {
            next(out.get(i));
        }
        boolean consumed = out.size() == before && buffer.readableBytes() < unread;
        headBegun = inHead && (buffer.isReadable() || consumed || out.size() == before && headBegun);
    }

    private void next(Object message) {
        if (message instanceof HttpRequest request) {
            check(request);
            inHead = false;
            begun = false;
            hosts = 0;
        }
        if (message instanceof LastHttpContent) {
            inHead = true;
            hosts = 0; // of a trailer
        }
    }

    private void check(HttpRequest request) {
        RequestRefused refusal = folded ? FOLDED : null;
        if (refusal == null && request.decoderResult().isSuccess()) {
            refusal = fault(request.headers());
        }
        if (refusal != null) {
            request.setDecoderResult(DecoderResult.failure(refusal));
            lost = true;
        }
    }

    private RequestRefused fault(HttpHeaders headers) {
        if (hosts != 1) {
            return RequestRefused.malformed("Host: expected one header with the name of this server, found " + hosts);
        }
        String coding = headers.get(HttpHeaderNames.TRANSFER_ENCODING);
        return coding == null || HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(coding) ? null : CODED;
    }

    @Override
    protected AsciiString splitHeaderName(byte[] line, int start, int length) {
        AsciiString name = super.splitHeaderName(line, start, length);
        if (length == HttpHeaderNames.HOST.length() && name.contentEqualsIgnoreCase(HttpHeaderNames.HOST)) {
            hosts++;
        }
        return name;
    }

    /** An unreadable request is answered as HTTP/1.1, too. */
    @Override
    protected HttpMessage createInvalidMessage() {
        return new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/bad-request");
    }

    /** Whether a line of the next head begins with white space; the buffer must begin with a line. */
    private boolean folds(ByteBuf buffer) {
        int end = buffer.writerIndex();
        int line = buffer.readerIndex();
        while (line < end) {
            byte first = buffer.getByte(line);
            if (first == ' ' || first == '\t') {
                return true;
            }
            boolean empty = first == '\n' || first == '\r';
            int feed = buffer.indexOf(line, end, (byte) '\n');
            if (feed < 0 || empty && begun) {
                return false;
            }
            begun = !empty;
            line = feed + 1;
        }
        return false;
    }
}
