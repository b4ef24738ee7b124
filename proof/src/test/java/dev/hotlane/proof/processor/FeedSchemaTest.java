package dev.hotlane.proof.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The golden files of the feed's topics fit the JSON Schema files, which reject what lacks a field. */
class FeedSchemaTest {
    private static final Path GOLDEN = Path.of("../infra/src/test/resources/golden/feed");
    private static final Path SCHEMAS = Path.of("../protocol/src/main/resources/feed");

    private final JsonMapper json = new JsonMapper();

    @ParameterizedTest
    @CsvSource({
        "counters, counters, asOf",
        "counters-bucket, counters, value",
        "changes, changes, changes",
        "changes-gap, changes, to",
        "progress, progress, digest"
    })
    void goldenFileFitsItsSchema(String golden, String schema, String needed) throws IOException {
        JsonNode value = json.readTree(Files.readString(GOLDEN.resolve(golden + ".json")));
        assertThat(faults(schema, value)).isEmpty();
        ((ObjectNode) value).remove(needed);
        assertThat(faults(schema, value)).as("without %s", needed).isNotEmpty();
    }

    private List<String> faults(String schema, JsonNode value) throws IOException {
        JsonNode text = json.readTree(Files.readString(SCHEMAS.resolve(schema + ".schema.json")));
        return SchemaRegistry.withDialect(Dialects.getDraft202012(), builder -> {})
                .getSchema(text)
                .validate(value)
                .stream()
                .map(Object::toString)
                .toList();
    }
}
