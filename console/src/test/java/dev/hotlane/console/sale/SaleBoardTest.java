package dev.hotlane.console.sale;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

class SaleBoardTest {
    private final SaleBoard board = new SaleBoard("stock:", "nothing yet");

    private JsonObject row(long left, long held, long confirmed, long time) {
        JsonObject counter = new JsonObject()
                .put("key", "stock:a")
                .put("value", left)
                .put("held", held)
                .put("confirmed", confirmed);
        board.take(
                new JsonObject().put("counters", new JsonArray().add(counter)).put("time", time), 1);
        return board.shown().getJsonArray("rows").getJsonObject(0);
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
    void untilTheFirstPageItShowsItsText() {
        assertThat(board.shown().getString("fault")).isEqualTo("nothing yet");
        row(2, 0, 0, 100);
        assertThat(board.shown().containsKey("fault")).isFalse();
    }
}
