package dev.hotlane.proof.contract;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The schemas of a document as JSON Schema 2020-12, the dialect of OpenAPI 3.1. One thread. */
final class Schemas {
    private static final String DOCUMENT = "https://hotlane.dev/openapi.json";
    private static final String META = "https://json-schema.org/draft/2020-12/schema";

    private final SchemaRegistry registry;
    private final Map<JsonNode, Schema> compiled = new HashMap<>();

    Schemas(Yaml yaml) {
        registry = SchemaRegistry.withDialect(
                Dialects.getDraft202012(),
                builder -> builder.schemas(Map.of(DOCUMENT, yaml.root().toString())));
    }

    /** Faults of a value; empty if it fits. */
    List<String> faults(JsonNode schema, JsonNode value) {
        return texts(compiled.computeIfAbsent(schema, this::compile).validate(value));
    }

    /** Faults of a schema itself. */
    List<String> faults(JsonNode schema) {
        return texts(registry.getSchema(SchemaLocation.of(META)).validate(schema));
    }

    private static List<String> texts(List<Error> errors) {
        return errors.stream().map(Error::toString).toList();
    }

    /** Compiles a schema by itself; its references lead into the document. */
    private Schema compile(JsonNode schema) {
        JsonNode copy = schema.deepCopy();
        makeAbsolute(copy);
        return registry.getSchema(copy);
    }

    private static void makeAbsolute(JsonNode node) {
        if (node instanceof ObjectNode object
                && object.path("$ref").asString("").startsWith("#")) {
            object.put("$ref", DOCUMENT + object.get("$ref").asString());
        }
        node.forEach(Schemas::makeAbsolute);
    }
}
