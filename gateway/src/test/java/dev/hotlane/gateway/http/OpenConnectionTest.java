package dev.hotlane.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.gateway.lane.BodyRoom;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.VoidChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenConnectionTest {
    private static final String GET = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

    private static final String POST = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90000\r\n\r\n";
    private static final long MAX = 1_000;

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final List<Boolean> first = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();
    private final Bodies bodies = new Bodies(new BodyRoom(1 << 20), Duration.ofNanos(MAX));
    private long now = Long.MAX_VALUE - MAX;
    private final OpenConnection connection;

    OpenConnectionTest() {
        StrictDecoder decoder = StrictDecoder.of(4_096, 8_192);
        channel.pipeline().addLast("httpDecoder", decoder);
        channel.pipeline().addLast("httpEncoder", new HttpResponseEncoder());
        channel.pipeline().addLast("handler", new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext context, Object message) {
                if (message instanceof HttpRequest) {
                    first.add(connection.isFirst());
                }
                ReferenceCountUtil.release(message);
            }
        });
        connection = new OpenConnection(channel, false, failures::add, () -> now, decoder::headBegun, null);
    }

    private boolean isLate() {
        connection.look(now);
        return connection.isLate(now, MAX, bodies);
    }

    @Test
    void callsEachRequestAFirstOneThatWaitsForTheAnswerBefore() {
        for (int i = 0; i < 3; i++) {
            send(GET);
            answer();
        }
        assertThat(first).containsExactly(true, true, true);
        assertThat(connection.pipelines()).isFalse();
    }

    @Test
    void callsARequestAFirstOneThatComesInParts() {
        send(GET.substring(0, 5));
        send(GET.substring(5, 20));
        send(GET.substring(20));
        assertThat(first).containsExactly(true);
    }

    @Test
    void callsOnlyTheFirstOneSoOfThoseThatComeTogether() {
        send(GET.repeat(3));
        assertThat(first).containsExactly(true, false, false);
        for (int i = 0; i < 3; i++) {
            answer();
        }
        send(GET);
        assertThat(first).containsExactly(true, false, false, true);
        assertThat(connection.pipelines()).isTrue();
    }

    @Test
    void callsNoneSoThatComesWhileAnotherIsNotAnswered() {
        send(GET);
        send(GET);
        answer();
        send(GET);
        assertThat(first).containsExactly(true, false, false);
    }

    /** What was read, and is held as there is too much of it, is answered in turn as well. */
    @Test
    void callsOnlyTheFirstOneSoOfAllThatWasReadAtOnce() {
        send(GET.repeat(3 * ReadAhead.SLICE / GET.length()));
        assertThat(first).hasSizeGreaterThan(80).containsOnlyOnce(true).startsWith(true);
    }

    @Test
    void headersAreLateFromTheirFirstByteOnWhateverComesBehindIt() {
        now += 5 * MAX;
        assertThat(isLate()).isFalse();
        send("G");
        now += MAX;
        send("ET / HTTP/1.1\r\nX: ");
        assertThat(isLate()).isFalse();
        now++;
        send("x");
        assertThat(isLate()).isTrue();
    }

    @Test
    void aConnectionBetweenTwoRequestsIsNotLate() {
        for (int i = 0; i < 3; i++) {
            send(GET.substring(0, 9));
            now += MAX;
            send(GET.substring(9));
            answer();
            now += 9 * MAX;
            assertThat(isLate()).isFalse();
        }
    }

    @Test
    void headersBeginWithinTheBytesThatEndARequest() {
        send(GET.substring(0, 9));
        now += MAX;
        send(GET.substring(9) + "G");
        answer();
        now += MAX;
        assertThat(isLate()).isFalse();
        now++;
        assertThat(isLate()).isTrue();
    }

    @Test
    void headersAreLateOnceAllRequestsBeforeThemAreAnswered() {
        send(GET + GET + "G");
        now += 2 * MAX;
        assertThat(isLate()).isFalse();
        answer();
        assertThat(isLate()).isFalse();
        answer();
        assertThat(isLate()).isTrue();
    }

    @Test
    void timeInWhichTheGatewayDoesNotReadIsNotCounted() {
        send(GET + "G");
        channel.config().setAutoRead(false);
        for (int i = 0; i < 5; i++) {
            now += MAX;
            assertThat(isLate()).isFalse();
        }
        answer();
        channel.config().setAutoRead(true);
        now += MAX;
        assertThat(isLate()).isFalse();
        now++;
        assertThat(isLate()).isTrue();
    }

    @Test
    void theRestOfAnAnsweredBodyHasTheTimeOfABody() {
        send(POST + "x".repeat(16_384));
        now += 2 * MAX;
        assertThat(isLate()).isFalse();
        answer();
        assertThat(isLate()).isFalse();
        now += 1_000_000_000;
        assertThat(isLate()).isFalse();
        now += 1_000_000_000;
        assertThat(isLate()).isTrue();
    }

    @Test
    void aRefusalComesBehindTheAnswersAndNothingIsDecodedAfterIt() {
        send(GET + "G");
        channel.pipeline()
                .context("handler")
                .write(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK));
        now += MAX + 1;
        assertThat(isLate()).isTrue();
        List<ChannelPromise> waiting = new ArrayList<>();
        channel.pipeline().addFirst(new ChannelOutboundHandlerAdapter() {
            @Override
            public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
                waiting.add(promise);
                context.write(message);
            }
        });
        connection.refuse("too late".getBytes(StandardCharsets.US_ASCII));
        send("ET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(first).hasSize(1);
        assertThat(isLate()).isFalse();
        assertThat(channel.isOpen()).isTrue();
        waiting.forEach(ChannelPromise::setSuccess);
        assertThat(channel.isOpen()).isFalse();
        StringBuilder sent = new StringBuilder();
        for (ByteBuf bytes = channel.readOutbound(); bytes != null; bytes = channel.readOutbound()) {
            sent.append(bytes.toString(StandardCharsets.US_ASCII));
            bytes.release();
        }
        assertThat(sent.toString()).startsWith("HTTP/1.1 200 OK\r\n").endsWith("too late");
    }

    @Test
    void setsTheBuffersOfTheKernelWhileItIsOpen() {
        NioSocketChannel socket = new NioSocketChannel();
        socket.pipeline().addLast("httpDecoder", new ChannelInboundHandlerAdapter());
        socket.pipeline().addLast("handler", new ChannelInboundHandlerAdapter());
        OpenConnection connection =
                new OpenConnection(socket, false, failures::add, System::nanoTime, () -> false, null);
        connection.sendBuffer(48 * 1024);
        connection.raiseReceiveBuffer(48 * 1024);
        // Linux doubles the number for its own records.
        assertThat(socket.config().getSendBufferSize()).isBetween(48 * 1024, 96 * 1024);
        assertThat(socket.config().getReceiveBufferSize()).isBetween(48 * 1024, 96 * 1024);
        // A lower one makes Linux drop what the client still may send: each drop costs 200 ms.
        connection.sendBuffer(16 * 1024);
        assertThat(socket.config().getSendBufferSize()).isLessThan(48 * 1024);
        assertThat(socket.config().getReceiveBufferSize()).isBetween(48 * 1024, 96 * 1024);
        socket.unsafe().closeForcibly();
        connection.sendBuffer(16 * 1024);
        connection.raiseReceiveBuffer(16 * 1024);
    }

    /** A check may fall between an answer's write and its flush, and be the first one of the connection. */
    @Test
    void hasNotStalledForLongerThanItIsOpen() {
        send(GET);
        DefaultFullHttpResponse answer = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.OK, Unpooled.wrappedBuffer(new byte[9]));
        channel.pipeline().context("handler").write(answer);
        connection.look(now);
        assertThat(connection.bytes()).isPositive();
        assertThat(connection.stalledNanos(now)).isLessThanOrEqualTo(now - connection.openedNanos);
    }

    /** Vert.x writes without a promise that tells anything. */
    @Test
    void tellsAFailureToWriteThatNobodyAskedFor() {
        OutOfMemoryError exhausted = new OutOfMemoryError("of the test");
        channel.pipeline().addFirst(new ChannelOutboundHandlerAdapter() {
            @Override
            public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
                promise.tryFailure(exhausted);
            }
        });
        DefaultFullHttpResponse answer = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.OK, Unpooled.wrappedBuffer(new byte[9]));
        send(GET);
        channel.pipeline().context("handler").write(answer, new VoidChannelPromise(channel, false));
        assertThat(failures).containsOnly(exhausted);
    }

    @Test
    void tellsAFailureToRead() {
        OutOfMemoryError exhausted = new OutOfMemoryError("of the test");
        channel.pipeline().fireExceptionCaught(exhausted);
        assertThat(failures).containsExactly(exhausted);
    }

    private void send(String text) {
        channel.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII));
    }

    private void answer() {
        channel.writeOutbound(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK));
    }
}
