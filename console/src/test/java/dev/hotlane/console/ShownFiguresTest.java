package dev.hotlane.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.access.Prefixes;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

public class ShownFiguresTest {
    private static final JsonObject FIGURES = new JsonObject()
            .put("sale", rows("stock:a", "stock:b"))
            .put("limits", rows("", "limit:", "limit:a:", "limit:a:x:", "limit:b:"))
            .put("hot", rows("stock:a", "stock:b", "limit:a:u7"));

    private static JsonObject rows(String... keys) {
        JsonArray rows = new JsonArray();
        Stream.of(keys).forEach(key -> rows.add(new JsonObject().put("key", key)));
        return new JsonObject().put("rows", rows);
    }

    private static List<String> shown(String part, String... prefixes) {
        Prefixes keys = Prefixes.of(Stream.of(prefixes)
                .map(prefix -> prefix.getBytes(StandardCharsets.UTF_8))
                .toList());
        return ShownFigures.of(FIGURES, keys).getJsonObject(part).getJsonArray("rows").stream()
                .map(row -> ((JsonObject) row).getString("key"))
                .toList();
    }

    @Test
    void aGroupOfLimitsIsShownToThoseThatMayReadEveryKeyOfIt() {
        assertThat(shown("limits", "limit:a:")).containsExactly("limit:a:", "limit:a:x:");
        assertThat(shown("limits", "limit:")).containsExactly("limit:", "limit:a:", "limit:a:x:", "limit:b:");
        assertThat(shown("limits", "limit:a:u7", "stock:")).isEmpty();
        assertThat(shown("limits", "")).hasSize(5);
    }

    @Test
    void aKeyIsShownToThoseThatMayReadIt() {
        assertThat(shown("sale", "stock:b", "limit:")).containsExactly("stock:b");
        assertThat(shown("hot", "stock:b", "limit:")).containsExactly("stock:b", "limit:a:u7");
    }
}
