package dev.hotlane.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.recover.Retry;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long a feed waits for Kafka at its start, and for what it does not wait. */
class FeedPatienceTest {
    private static final Duration LONG = Duration.ofMinutes(10);

    private final AtomicInteger attempts = new AtomicInteger();

    private static String first(Retry start, Supplier<String> attempt) {
        return start.until("Kafka", ExitCode.KAFKA_UNREACHABLE, FeedCommand::unanswered, attempt::get);
    }

    private Supplier<String> startsAfter(int faults, RuntimeException fault) {
        return () -> {
            if (attempts.incrementAndGet() <= faults) {
                throw fault;
            }
            return "started";
        };
    }

    @Test
    void startsOnceKafkaAnswers() {
        Retry start = new Retry(LONG, atMost -> false);
        assertThat(first(start, startsAfter(3, new TimeoutException("no node"))))
                .isEqualTo("started");
        assertThat(first(start, startsAfter(7, new KafkaException("described", new TimeoutException("no node")))))
                .isEqualTo("started");
        assertThat(attempts).hasValue(8);
    }

    @Test
    void endsWith10WhenThePatienceIsOver() {
        Retry start = new Retry(Duration.ZERO, atMost -> false);
        HaltReason end = catchThrowableOfType(
                HaltReason.class, () -> first(start, startsAfter(9, new TimeoutException("no node"))));
        assertThat(end.code()).isEqualTo(ExitCode.KAFKA_UNREACHABLE);
        assertThat(end).hasMessageContaining("within 0 s: no node");
        assertThat(attempts).hasValue(1);
    }

    @Test
    void aSignalEndsTheWait() {
        Retry start = new Retry(LONG, atMost -> attempts.get() == 2);
        assertThat(first(start, startsAfter(9, new TimeoutException("no node"))))
                .isNull();
        assertThat(attempts).hasValue(2);
    }

    @Test
    void whatNoWaitCuresEndsAtOnce() {
        Retry start = new Retry(LONG, atMost -> false);
        for (RuntimeException fault : new RuntimeException[] {
            new TopicAuthorizationException("denied"),
            new KafkaException("no topic", new UnknownTopicOrPartitionException("t")),
            new HaltReason(ExitCode.TOPIC_MISSING, "t"),
            new IllegalStateException("a bug")
        }) {
            attempts.set(0);
            assertThatThrownBy(() -> first(start, startsAfter(9, fault))).isSameAs(fault);
            assertThat(attempts).hasValue(1);
        }
    }

    @Tag("long")
    @Test
    void theCommandEndsWith10WithoutABroker(@TempDir Path directory) {
        StringWriter err = new StringWriter();
        String[] feed = {
            "feed",
            "--kafka-bootstrap-servers=127.0.0.1:1",
            "--feed-http-port=0",
            "--feed-directory=" + directory.resolve("feed"),
            "--start-patience-ms=0"
        };
        int code = Hotlane.commandLine(Settings.read(feed, Map.of(), directory, directory))
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err))
                .execute(feed);
        assertThat(code).as(err.toString()).isEqualTo(ExitCode.KAFKA_UNREACHABLE.number());
        assertThat(err.toString()).startsWith("KAFKA_UNREACHABLE").contains("within 0 s");
    }
}
