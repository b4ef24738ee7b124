package dev.hotlane.jmh.feed.rivals;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.jmh.feed.front.ChangeFront;
import dev.hotlane.jmh.feed.front.ChangeStore;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The front before a store in memory: what is lost or doubled on the way to clients is counted, and nothing else is. */
class ChangeRoundTest {
    private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));

    @AfterEach
    void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    private ChangeFigures measured(ChangeStore store) {
        int port = ChangeFront.serve(vertx, 0, store).actualPort();
        ChangeEntrant entrant = new ChangeEntrant("memory", port, "from its id", false, Map.of());
        try (ChangeRound round = new ChangeRound(entrant, RivalPlan.QUICK)) {
            return round.run();
        }
    }

    @Test
    void reconnectsLoseAndDoubleNothingOfAStoreThatResumes() {
        ChangeFigures figures = measured(new MemoryChanges());
        assertThat(figures.faults()).isEmpty();
        assertThat(figures.missing()).isZero();
        assertThat(figures.doubled()).isZero();
        assertThat(figures.due()).isPositive();
        assertThat(figures.delays().getTotalCount()).isPositive();
    }

    @Test
    void anEventDroppedInTheFrontIsMissingAtEachClient() {
        ChangeFigures figures = measured(new MemoryChanges() {
            private boolean lost;

            /** The first one behind a reconnect: it counts, and is due to each client. */
            @Override
            boolean loses() {
                boolean now = hasResumed() && !lost;
                lost |= now;
                return now;
            }
        });
        assertThat(figures.missing()).isEqualTo(RivalPlan.QUICK.streams());
        assertThat(figures.doubled()).isZero();
    }

    @Test
    void aChangeThatIsGivenTwiceIsDoubled() {
        ChangeFigures figures = measured(new MemoryChanges() {
            @Override
            public Future<Void> put(String key, long value) {
                publish(key, value);
                return super.put(key, value);
            }
        });
        assertThat(figures.faults()).isEmpty();
        assertThat(figures.missing()).isZero();
        assertThat(figures.doubled()).isEqualTo(figures.due());
    }

    @Test
    void aStoreThatCannotResumeLosesWhatIsWrittenMeanwhile() {
        ChangeFigures figures = measured(new MemoryChanges() {
            @Override
            public boolean resumes() {
                return false;
            }
        });
        assertThat(figures.faults()).isEmpty();
        assertThat(figures.missing()).isPositive();
        assertThat(figures.doubled()).isZero();
    }
}
