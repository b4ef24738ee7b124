package dev.hotlane.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.DefaultChannelId;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class AcceptPauseTest {
    private static final IOException TOO_MANY = new IOException("Too many open files");

    private final Logger logger = (Logger) LoggerFactory.getLogger(AcceptPause.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final EmbeddedChannel listening = new EmbeddedChannel(new ChannelInboundHandlerAdapter());

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
        logger.setLevel(Level.INFO);
        listening.freezeTime();
        accepted();
    }

    @AfterEach
    void stop() {
        logger.detachAppender(lines);
        logger.setLevel(null);
        listening.close();
    }

    /** Any connection sees to it that the socket it came from has one. */
    private void accepted() {
        Channel connection = new EmbeddedChannel(listening, DefaultChannelId.newInstance(), true, false);
        AcceptPause.requireFor(connection);
        listening.writeInbound(connection);
    }

    @Test
    void stopsAcceptingForASecondAndGoesOn() {
        listening.pipeline().fireExceptionCaught(TOO_MANY);
        assertThat(listening.config().isAutoRead()).isFalse();
        pass(999);
        assertThat(listening.config().isAutoRead()).isFalse();
        pass(1);
        assertThat(listening.config().isAutoRead()).isTrue();
    }

    @Test
    void saysSoInOneLineHoweverOftenItHappens() {
        for (int i = 0; i < 10; i++) {
            listening.pipeline().fireExceptionCaught(TOO_MANY);
            pass(1_000);
        }
        assertThat(logged()).singleElement().asString().contains("Too many open files", "trying again every 1000 ms");
        accepted();
        accepted();
        assertThat(logged()).hasSize(2).last().asString().isEqualTo("connections are accepted again");
    }

    @Test
    void leavesOtherFailuresToOthers() {
        IllegalStateException other = new IllegalStateException("of the test");
        listening.pipeline().fireExceptionCaught(other);
        assertThat(listening.config().isAutoRead()).isTrue();
        assertThat(logged()).isEmpty();
        assertThat(catchThrowable(listening::checkException)).isSameAs(other);
    }

    @Test
    void isThereOnceForAllConnections() {
        accepted();
        accepted();
        assertThat(listening.pipeline().names()).containsOnlyOnce("acceptPause");
    }

    private void pass(long ms) {
        listening.advanceTimeBy(ms, TimeUnit.MILLISECONDS);
        listening.runScheduledPendingTasks();
    }

    private List<String> logged() {
        return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }
}
