package dev.hotlane.proof.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** One operation of the document. */
final class Operation {
    private final Yaml yaml;
    private final String path;
    private final JsonNode pathItem;
    private final String method;
    private final JsonNode node;

    Operation(Yaml yaml, String path, JsonNode pathItem, String method, JsonNode node) {
        this.yaml = yaml;
        this.path = path;
        this.pathItem = pathItem;
        this.method = method;
        this.node = node;
    }

    String id() {
        return node.path("operationId").asString("");
    }

    /** The path's template. */
    String path() {
        return path;
    }

    String method() {
        return method.toUpperCase(Locale.ROOT);
    }

    JsonNode node() {
        return node;
    }

    /** Its own parameters and those of its path, resolved. */
    List<JsonNode> parameters() {
        List<JsonNode> parameters = new ArrayList<>();
        pathItem.path("parameters").forEach(parameter -> parameters.add(yaml.resolve(parameter)));
        node.path("parameters").forEach(parameter -> parameters.add(yaml.resolve(parameter)));
        return parameters;
    }

    /** Its parameter of that name, or null. */
    JsonNode parameter(String name) {
        return parameters().stream()
                .filter(parameter -> parameter.get("name").asString().equalsIgnoreCase(name))
                .findAny()
                .orElse(null);
    }

    /** Whether it is a command with an id of its own. */
    boolean isKeyed() {
        return parameter("Idempotency-Key") != null;
    }

    boolean hasBody() {
        return node.has("requestBody");
    }

    /** The media type of its body, or null. */
    String bodyType() {
        return hasBody()
                ? yaml.resolve(node.get("requestBody"))
                        .get("content")
                        .propertyNames()
                        .iterator()
                        .next()
                : null;
    }

    /** The schema of its JSON body, or null. */
    JsonNode bodySchema() {
        return hasBody()
                ? yaml.resolve(node.get("requestBody"))
                        .get("content")
                        .get(bodyType())
                        .get("schema")
                : null;
    }

    /** The examples of its body, as they are sent. */
    List<String> bodyExamples() {
        JsonNode media = yaml.resolve(node.get("requestBody")).get("content").get(bodyType());
        List<String> examples = new ArrayList<>();
        if (media.has("example")) {
            examples.add(text(media.get("example")));
        }
        media.path("examples").forEach(named -> examples.add(text(named.get("value"))));
        return examples;
    }

    private static String text(JsonNode example) {
        return example.isString() ? example.asString() : example.toString();
    }

    /** Statuses that the document defines for it. */
    Set<Integer> statuses() {
        Set<Integer> statuses = new java.util.TreeSet<>();
        node.path("responses").propertyNames().forEach(status -> statuses.add(Integer.valueOf(status)));
        return statuses;
    }

    /** The document's response for a status, resolved, or null. */
    JsonNode response(int status) {
        JsonNode response = node.path("responses").get(Integer.toString(status));
        return response == null ? null : yaml.resolve(response);
    }

    /** Fields of a response's problem beside those of every problem; a missing node without a problem. */
    JsonNode problem(JsonNode response) {
        JsonNode schema = response.at("/content/application~1problem+json/schema");
        return schema.isMissingNode() ? schema : yaml.resolve(schema).at("/allOf/1/properties");
    }

    /** The codes that a problem of that status may have. */
    Set<String> codes(int status) {
        Set<String> codes = new java.util.TreeSet<>();
        problem(response(status)).path("code").path("enum").forEach(code -> codes.add(code.asString()));
        return codes;
    }

    @Override
    public String toString() {
        return method() + " " + path;
    }
}
