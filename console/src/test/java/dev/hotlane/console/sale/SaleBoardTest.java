package dev.hotlane.console.sale;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SaleBoardTest {
    private final Vertx vertx = Vertx.vertx();
    private final SaleBoard board = new SaleBoard(vertx, null, "stock:");

    @AfterEach
    void end() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    private JsonObject row(long left, long held, long confirmed, long time) {
        JsonObject counter = new JsonObject()
                .put("key", "stock:a")
                .put("value", left)
                .put("held", held)
                .put("confirmed", confirmed);
        JsonObject page =
                new JsonObject().put("counters", new JsonArray().add(counter)).put("time", time);
        return board.board(page, 1).getJsonArray("rows").getJsonObject(0);
    }

    @Test
    void theTimeOfASellOutIsTheLogTimeWhenTheLastUnitWasFirstSeenGone() {
        row(2, 1, 7, 100);
        assertThat(row(0, 3, 7, 200).getLong("soldOut")).isEqualTo(200);
        assertThat(row(0, 0, 10, 300).getLong("soldOut")).isEqualTo(200);
        assertThat(row(1, 0, 9, 400).containsKey("soldOut")).as("one came back").isFalse();
        assertThat(row(0, 1, 9, 500).getLong("soldOut")).isEqualTo(500);
    }

    @Test
    void whatWasSoldOutBeforeHasNoTime() {
        JsonObject row = row(0, 0, 10, 100);
        assertThat(row.containsKey("soldOut")).isTrue();
        assertThat(row.getValue("soldOut")).isNull();
    }

    @Test
    void anEmptyCounterWasNeverOnSale() {
        assertThat(row(0, 0, 0, 100).containsKey("soldOut")).isFalse();
    }

    @Test
    void withoutADatabaseItSaysSo() {
        board.round(1);
        assertThat(board.shown().getString("fault")).contains("--mysql-url");
    }
}
