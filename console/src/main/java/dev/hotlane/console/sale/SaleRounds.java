package dev.hotlane.console.sale;

import dev.hotlane.gateway.settings.MySqlSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Reads what Sale shows from MySQL, by one query a second: the stock, and in every tenth second the limits, of which there
 * may be one for each buyer. On the event loop.
 */
public final class SaleRounds implements AutoCloseable {
    /** Rounds from one count of the limits to the next; the first is in the second round. */
    static final int LIMITS_EVERY = 10;

    private final Vertx vertx;
    private final SaleQueries queries;
    private final SaleBoard stock;
    private JsonObject limits = new JsonObject();
    private long rounds;
    private boolean asked;

    /** {@code mysql} null: there is no database, and Sale says so. Each prefix has at least one byte. */
    public SaleRounds(Vertx vertx, MySqlSettings mysql, String stockPrefix, String limitPrefix) {
        this(vertx, mysql == null ? null : SaleQueries.of(mysql, stockPrefix, limitPrefix), stockPrefix);
    }

    /** By these queries; null: there is no database. Visible for tests. */
    SaleRounds(Vertx vertx, SaleQueries queries, String stockPrefix) {
        this.vertx = vertx;
        this.queries = queries;
        stock = new SaleBoard(
                stockPrefix,
                queries == null
                        ? "No database is named: start the console with --mysql-url and an account that may read."
                        : "MySQL was not read yet.");
    }

    /** Sends the next query unless an earlier one is on its way; {@code now} in ms since 1970. Called once a second. */
    public void round(long now) {
        if (queries == null || asked) {
            return;
        }
        if (rounds++ % LIMITS_EVERY == 1) {
            ask(queries.limits(), counted -> limits = counted, () -> limits = uncounted());
        } else {
            ask(
                    queries.stock(),
                    page -> stock.take(page, now),
                    () -> stock.away("MySQL does not give the counters; it is asked again every second."));
        }
    }

    private void ask(CompletableFuture<byte[]> query, Consumer<JsonObject> found, Runnable away) {
        asked = true;
        Future.fromCompletionStage(query, vertx.getOrCreateContext())
                .onComplete(
                        document -> {
                            asked = false;
                            found.accept(Buffer.buffer(document).toJsonObject());
                        },
                        cause -> {
                            asked = false;
                            away.run();
                        });
    }

    private static JsonObject uncounted() {
        return new JsonObject().put("fault", "MySQL did not count the limits within 1 s; it is asked again in 10 s.");
    }

    /** Adds what the last queries returned to the figures: the parts {@code sale} and {@code limits}. */
    public JsonObject addTo(JsonObject figures) {
        return figures.put("sale", stock.shown()).put("limits", limits);
    }

    @Override
    public void close() {
        if (queries != null) {
            queries.close();
        }
    }
}
