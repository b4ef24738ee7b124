package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.gateway.lane.Exchanges;
import dev.hotlane.gateway.settings.GatewaySettings;
import dev.hotlane.infra.log.LogWriter;
import dev.hotlane.infra.node.Node;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.processor.ProcessorSettings;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.Halt;
import dev.hotlane.processor.halt.HaltReason;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** A node whose event loop is stuck ends, so that another one leads and callers find a gateway that answers. */
@Tag("it")
@ExtendWith(RealStack.class)
class StuckNodeTest {
    private final Lane lane;
    private final WholeLane on;

    @TempDir
    private Path directory;

    StuckNodeTest(Lane lane) {
        this.lane = lane;
        on = new WholeLane(lane);
    }

    @Test
    void aNodeWhoseEventLoopIsStuckHalts() throws Exception {
        CompletableFuture<HaltReason> halted = new CompletableFuture<>();
        try (on;
                StuckLog stuck = new StuckLog();
                Node node = Node.start(gateway(), processor(), new Halt(halted::complete));
                Client client = new Client(node.port(), 1)) {
            assertThat(node.processor().awaitReady(Duration.ofSeconds(60))).isTrue();
            WholeLane.awaitServing(client);
            assertThat(client.call(Call.add("one", "stock:a", 1)).status()).isEqualTo(200);
            assertThat(halted).isNotDone();

            stuck.await();
            try (LogWriter replies = new LogWriter(lane.stack().connection(), lane.name() + ".replies")) {
                replies.append(null, new byte[] {1, 2, 3});
            }
            HaltReason reason = halted.get(60, TimeUnit.SECONDS);
            assertThat(reason.code()).isEqualTo(ExitCode.GATEWAY_STUCK);
            assertThat(reason).hasMessageContaining("event loops are stuck");
            stuck.release();
        }
    }

    private GatewaySettings gateway() {
        GatewaySettings usual = GatewaySettings.of(lane.stack().bootstrapServers(), 0, 0);
        return usual.withLane(usual.lane()
                .withName(lane.name())
                .withProducerMemory(usual.lane().producerMemory() / 4));
    }

    private ProcessorSettings processor() {
        FlushSettings mysql = FlushSettings.of(
                lane.jdbcUrl(), lane.stack().user(), lane.stack().password());
        return ProcessorSettings.of(lane.name(), lane.stack().bootstrapServers(), mysql, directory)
                .withHttpPort(0);
    }

    /** Holds the event loop where it logs that a record of the reply topic is damaged. */
    private static final class StuckLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {
        private final Logger log = (Logger) LoggerFactory.getLogger(Exchanges.class);
        private final CountDownLatch released = new CountDownLatch(1);

        StuckLog() {
            setContext(log.getLoggerContext());
        }

        void await() {
            start();
            log.addAppender(this);
        }

        void release() {
            released.countDown();
        }

        @Override
        protected void append(ILoggingEvent event) {
            try {
                released.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void close() {
            release();
            log.detachAppender(this);
        }
    }
}
