package dev.hotlane.console.sale;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which query is sent when, and what is shown if MySQL does not answer it. */
@Timeout(60)
class SaleRoundsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String STOCK = "{\"counters\":[{\"key\":\"stock:a\",\"value\":1,\"held\":0,\"confirmed\":0}]}";
    private static final String LIMITS = "{\"rows\":[{\"key\":\"limit:a:\",\"keys\":2,\"held\":3,\"confirmed\":4}]}";

    private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    private final List<String> asked = new ArrayList<>();
    private CompletableFuture<byte[]> counted = answer(LIMITS);
    private final SaleRounds rounds = new SaleRounds(
            vertx,
            new SaleQueries() {
                @Override
                public CompletableFuture<byte[]> stock() {
                    asked.add("stock");
                    return answer(STOCK);
                }

                @Override
                public CompletableFuture<byte[]> limits() {
                    asked.add("limits");
                    return counted;
                }

                @Override
                public void close() {}
            },
            "stock:");

    private static CompletableFuture<byte[]> answer(String document) {
        return CompletableFuture.completedFuture(document.getBytes(StandardCharsets.UTF_8));
    }

    @AfterEach
    void end() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    private <T> T onLoop(Callable<T> work) throws Exception {
        CompletableFuture<T> done = new CompletableFuture<>();
        vertx.runOnContext(here -> {
            try {
                done.complete(work.call());
            } catch (Exception e) {
                done.completeExceptionally(e);
            }
        });
        return done.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    /** A round, and what is shown once its query is answered. */
    private JsonObject round() throws Exception {
        onLoop(() -> {
            rounds.round(1);
            return null;
        });
        return onLoop(() -> rounds.addTo(new JsonObject()));
    }

    @Test
    void everyTenthQueryIsForTheLimitsAndTheOthersForTheStock() throws Exception {
        assertThat(round().getJsonObject("limits").isEmpty()).isTrue();
        assertThat(round().getJsonObject("limits")).isEqualTo(new JsonObject(LIMITS));
        for (int i = 2; i < 2 + SaleRounds.LIMITS_EVERY; i++) {
            round();
        }
        assertThat(asked).hasSize(12).allMatch(query -> query.equals("stock") || query.equals("limits"));
        assertThat(asked.indexOf("limits")).isEqualTo(1);
        assertThat(asked.lastIndexOf("limits")).isEqualTo(11);
        assertThat(asked.stream().filter("limits"::equals)).hasSize(2);
    }

    @Test
    void limitsThatAreNotCountedDoNotHideTheStock() throws Exception {
        round();
        counted = CompletableFuture.failedFuture(new TimeoutException());
        JsonObject shown = round();
        assertThat(shown.getJsonObject("limits").getString("fault")).contains("did not count the limits");
        assertThat(shown.getJsonObject("sale").getJsonArray("rows")).hasSize(1);
    }

    @Test
    void noQueryIsSentWhileOneIsOnItsWay() throws Exception {
        round();
        counted = new CompletableFuture<>();
        round();
        round();
        assertThat(asked).containsExactly("stock", "limits");
        counted.complete(LIMITS.getBytes(StandardCharsets.UTF_8));
        onLoop(() -> null);
        round();
        assertThat(asked).containsExactly("stock", "limits", "stock");
    }

    @Test
    void withoutADatabaseItSaysSo() throws Exception {
        SaleRounds none = new SaleRounds(vertx, null, "stock:", "limit:");
        none.round(1);
        assertThat(none.addTo(new JsonObject()).getJsonObject("sale").getString("fault"))
                .contains("--mysql-url");
    }
}
