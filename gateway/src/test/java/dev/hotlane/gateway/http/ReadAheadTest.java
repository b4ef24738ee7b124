package dev.hotlane.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.gateway.Seed;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.ByteArrayOutputStream;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReadAheadTest {
    private static final int SLICE = ReadAhead.SLICE;
    private static final int HEADERS_SLICE = ReadAhead.HEADERS_SLICE;

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final ByteArrayOutputStream handed = new ByteArrayOutputStream();
    private int stopEvery = Integer.MAX_VALUE;

    ReadAheadTest() {
        channel.pipeline().addLast("httpDecoder", new ChannelInboundHandlerAdapter() {
            private int count;

            @Override
            public void channelRead(ChannelHandlerContext context, Object read) {
                ByteBuf bytes = (ByteBuf) read;
                assertThat(bytes.readableBytes()).isLessThanOrEqualTo(SLICE);
                while (bytes.isReadable()) {
                    handed.write(bytes.readByte());
                }
                bytes.release();
                if (++count % stopEvery == 0) {
                    channel.config().setAutoRead(false);
                }
            }
        });
        channel.pipeline().addLast("handler", new ChannelInboundHandlerAdapter());
        new OpenConnection(channel, false, failure -> {}, System::nanoTime, () -> false, null);
    }

    @Test
    void handsOnEverythingInOrderWhileItIsWanted() {
        byte[] bytes = random(50_000);
        channel.writeInbound(Unpooled.wrappedBuffer(bytes));
        assertThat(handed.toByteArray()).isEqualTo(bytes);
    }

    @Test
    void holdsWhatIsNotWantedUntilItIs() {
        stopEvery = 1;
        byte[] bytes = random(3 * SLICE + 1);
        channel.writeInbound(Unpooled.wrappedBuffer(bytes));
        for (int length = HEADERS_SLICE; length < bytes.length; length += HEADERS_SLICE) {
            assertThat(handed.size()).isEqualTo(length);
            channel.runPendingTasks();
            assertThat(handed.size()).isEqualTo(length);
            channel.config().setAutoRead(true);
            channel.runPendingTasks();
        }
        assertThat(handed.toByteArray()).isEqualTo(bytes);
    }

    /** 5,000 connections that pipeline keep what one slice decodes to. */
    @Test
    void handsFewRequestsAtOnceWhereHeadersAreExpected() {
        stopEvery = 1;
        channel.writeInbound(Unpooled.wrappedBuffer(random(3 * SLICE)));
        assertThat(handed.size()).isEqualTo(HEADERS_SLICE).isLessThan(SLICE / 4);
    }

    @Test
    void losesAndExchangesNothingWhateverComesAndWheneverItStops() {
        Random random = Seed.random();
        for (int run = 0; run < 200; run++) {
            handed.reset();
            stopEvery = 1 + random.nextInt(5);
            ByteArrayOutputStream sent = new ByteArrayOutputStream();
            for (int i = 0; i < 20; i++) {
                byte[] piece = random(1 + random.nextInt(3 * SLICE));
                sent.writeBytes(piece);
                channel.writeInbound(Unpooled.wrappedBuffer(piece));
                if (random.nextBoolean()) {
                    channel.config().setAutoRead(true);
                    channel.runPendingTasks();
                }
            }
            while (handed.size() < sent.size()) {
                channel.config().setAutoRead(true);
                channel.runPendingTasks();
            }
            assertThat(handed.toByteArray()).isEqualTo(sent.toByteArray());
        }
    }

    @Test
    void releasesWhatItHoldsWhenTheConnectionEnds() {
        stopEvery = 1;
        ByteBuf bytes = Unpooled.wrappedBuffer(random(3 * SLICE));
        channel.writeInbound(bytes);
        channel.close();
        assertThat(bytes.refCnt()).isZero();
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }
}
