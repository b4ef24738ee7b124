package dev.hotlane.proof.contract;

import dev.hotlane.gateway.http.Contract;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** An OpenAPI document as a tree: its operations and the targets of its references. */
final class Yaml {
    private static final List<String> METHODS =
            List.of("get", "put", "post", "delete", "options", "head", "patch", "trace");

    private final JsonNode root;

    Yaml(String text) {
        root = new YAMLMapper().readTree(text);
    }

    /** The document of this build's gateway. */
    static Yaml ofThisBuild() {
        return new Yaml(new String(Contract.text(), StandardCharsets.UTF_8));
    }

    JsonNode root() {
        return root;
    }

    /** All operations, in the order of the document. */
    List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        for (Map.Entry<String, JsonNode> path : root.path("paths").properties()) {
            for (Map.Entry<String, JsonNode> entry : path.getValue().properties()) {
                if (METHODS.contains(entry.getKey())) {
                    operations.add(
                            new Operation(this, path.getKey(), path.getValue(), entry.getKey(), entry.getValue()));
                }
            }
        }
        return operations;
    }

    Operation operation(String id) {
        return operations().stream()
                .filter(operation -> operation.id().equals(id))
                .findAny()
                .orElseThrow(() -> new AssertionError("the document has no operation " + id));
    }

    /** The node itself, or the target of its reference. */
    JsonNode resolve(JsonNode node) {
        JsonNode found = node;
        while (found.has("$ref")) {
            found = at(found.get("$ref").asString());
        }
        return found;
    }

    /** The target of a reference within the document. */
    JsonNode at(String reference) {
        if (!reference.startsWith("#/")) {
            throw new AssertionError("a reference that leaves the document: " + reference);
        }
        JsonNode found = root.at(reference.substring(1));
        if (found.isMissingNode()) {
            throw new AssertionError("a reference to nothing: " + reference);
        }
        return found;
    }
}
