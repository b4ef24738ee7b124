package dev.hotlane.infra.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.junit.jupiter.api.Test;

class TopicEndTest {
    /** A marker lies behind it, or not: a reader can't see. */
    private final TopicEnd end = new TopicEnd(7);

    @Test
    void isForeseenOnceTwoTransactionsHaveShownWhatACommitTakes() {
        transaction(8, 9);
        assertThat(end.foreseen()).isEqualTo(10);
        send(11);
        assertThat(end.isForeseen()).isFalse();
        end.settle();
        assertThat(end.foreseen()).isEqualTo(12);
        send(13, 14, 15);
        assertThat(end.isForeseen()).isTrue();
        assertThat(end.foreseen()).isEqualTo(16);
        end.settle();
        assertThat(end.foreseen()).isEqualTo(16);
    }

    @Test
    void aTransactionWithoutRecordsOfTheTopicTakesNoOffset() {
        transaction(8);
        transaction(10);
        end.settle();
        assertThat(end.isForeseen()).isTrue();
        assertThat(end.foreseen()).isEqualTo(11);
        send(12);
        assertThat(end.foreseen()).isEqualTo(13);
        end.settle();
    }

    @Test
    void recordsOfAnotherProcessBetweenTransactionsAreAFault() {
        transaction(8);
        transaction(10);
        send(13);
        assertThatThrownBy(end::settle)
                .isInstanceOf(KafkaException.class)
                .hasMessageContaining("records 13 to 13 were not expected behind 11: another process writes");
    }

    @Test
    void recordsOfAnotherProcessWithinATransactionAreAFault() {
        send(8, 10);
        assertThatThrownBy(end::settle).isInstanceOf(KafkaException.class).hasMessageContaining("8 to 10");
    }

    @Test
    void aRecordThatFailedFailsTheTransaction() {
        ProducerFencedException fence = new ProducerFencedException("another has the id");
        end.sent(CompletableFuture.failedFuture(fence));
        assertThatThrownBy(end::settle).isSameAs(fence);
    }

    private void transaction(long... offsets) {
        send(offsets);
        end.settle();
    }

    private void send(long... offsets) {
        for (long offset : offsets) {
            end.sent(CompletableFuture.completedFuture(offset));
        }
    }
}
