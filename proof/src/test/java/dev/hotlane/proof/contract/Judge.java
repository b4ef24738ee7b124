package dev.hotlane.proof.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.StringNode;

/** Compares requests and answers with the document. */
final class Judge {
    /** Headers of the contract: each one in an answer must be in the document. */
    private static final List<String> TOLD_WHERE_SENT = List.of(
            "Idempotency-Replayed",
            "ETag",
            "Location",
            "Retry-After",
            "Allow",
            "Hotlane-Offset",
            "Hotlane-Stale-Ms",
            "Hotlane-Source",
            "Hotlane-Card-Offset");

    private static final String LINES = "application/x-ndjson";

    private final Yaml yaml;
    private final Schemas schemas;

    Judge(Yaml yaml) {
        this.yaml = yaml;
        this.schemas = new Schemas(yaml);
    }

    /** Faults of an answer of that operation; empty for none. */
    List<String> faults(Operation operation, Told told) {
        JsonNode response = operation.response(told.status());
        return response == null
                ? List.of("status " + told.status() + " is not told of " + operation + ", only " + operation.statuses())
                : faults(response, told);
    }

    /** Faults of an answer that this part of the document describes; empty for none. */
    List<String> faults(JsonNode response, Told told) {
        List<String> faults = new ArrayList<>();
        headers(response, told, faults);
        content(response.path("content"), told, faults);
        return faults;
    }

    private void headers(JsonNode response, Told told, List<String> faults) {
        List<String> known = new ArrayList<>();
        for (Map.Entry<String, JsonNode> entry : response.path("headers").properties()) {
            known.add(entry.getKey().toLowerCase(java.util.Locale.ROOT));
            JsonNode header = yaml.resolve(entry.getValue());
            String value = told.header(entry.getKey());
            if (value != null) {
                schemas.faults(header.get("schema"), typed(yaml.resolve(header.get("schema")), value))
                        .forEach(fault -> faults.add(entry.getKey() + ": " + value + ": " + fault));
            } else if (header.path("required").asBoolean(false)) {
                faults.add("header " + entry.getKey() + " is missing");
            }
        }
        for (String name : TOLD_WHERE_SENT) {
            if (told.header(name) != null && !known.contains(name.toLowerCase(java.util.Locale.ROOT))) {
                faults.add("header " + name + " is not told of");
            }
        }
    }

    private void content(JsonNode content, Told told, List<String> faults) {
        if (content.isEmpty()) {
            if (!told.body().isEmpty()) {
                faults.add("a body where none is told of");
            }
            return;
        }
        String type = told.header("content-type");
        String mediaType = type == null ? "" : type.split(";")[0].strip();
        JsonNode media = content.get(mediaType);
        if (media == null) {
            faults.add("content type " + type + " is not one of " + content.propertyNames());
            return;
        }
        try {
            body(mediaType, media.get("schema"), told.body(), faults);
        } catch (JacksonException e) {
            faults.add("not JSON: " + e.getMessage());
        }
    }

    private void body(String mediaType, JsonNode schema, String body, List<String> faults) {
        if (mediaType.endsWith("json") && !mediaType.equals(LINES)) {
            faults.addAll(schemas.faults(schema, Told.read(body)));
        } else if (mediaType.equals(LINES)) {
            JsonNode line = yaml.at("#/components/schemas/BatchResult");
            body.lines().forEach(text -> faults.addAll(schemas.faults(line, Told.read(text))));
        } else {
            faults.addAll(schemas.faults(schema, StringNode.valueOf(body)));
        }
    }

    /** Faults of a request; empty if the document allows it. */
    List<String> faults(Asked asked) {
        List<String> faults = new ArrayList<>();
        for (JsonNode parameter : asked.operation().parameters()) {
            String name = parameter.get("name").asString();
            String value = parameter.get("in").asString().equals("path")
                    ? asked.segments().get(name)
                    : parameter.get("in").asString().equals("header")
                            ? asked.headers().get(name)
                            : null;
            if (value != null) {
                faults.addAll(schemas.faults(parameter.get("schema"), StringNode.valueOf(value)));
            } else if (parameter.path("required").asBoolean(false) && !inQuery(asked, name)) {
                faults.add(name + " is missing");
            }
        }
        if (asked.body() != null && asked.operation().hasBody()) {
            requestBody(asked, faults);
        }
        return faults;
    }

    private static boolean inQuery(Asked asked, String name) {
        return asked.query() != null && ("&" + asked.query()).contains("&" + name + "=");
    }

    private void requestBody(Asked asked, List<String> faults) {
        if (asked.operation().bodyType().equals(LINES)) {
            JsonNode line = yaml.at("#/components/schemas/BatchLine");
            asked.body().lines().forEach(text -> faults.addAll(schemas.faults(line, Told.read(text))));
        } else {
            faults.addAll(schemas.faults(asked.operation().bodySchema(), Told.read(asked.body())));
        }
    }

    private static JsonNode typed(JsonNode schema, String value) {
        try {
            return switch (schema.path("type").asString("string")) {
                case "integer" -> LongNode.valueOf(Long.parseLong(value));
                case "boolean" -> BooleanNode.valueOf(value.equals("true"));
                default -> StringNode.valueOf(value);
            };
        } catch (NumberFormatException e) {
            return StringNode.valueOf(value);
        }
    }
}
