package dev.hotlane.proof.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.gateway.problem.Code;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** openapi.yaml is well-made: operations have all their parts, references resolve, and examples fit their schemas. */
class OpenApiLintTest {
    private static final Pattern SEGMENT = Pattern.compile("\\{([^}]+)}");

    /** Named in texts, as no operation refers to them. */
    private static final Set<String> NAMED_IN_WORDS = Set.of(
            "#/components/responses/RouteNotFound",
            "#/components/responses/MethodNotAllowed",
            "#/components/responses/RequestTimeout",
            "#/components/responses/TransferCodingUnsupported",
            "#/components/schemas/BatchLine",
            "#/components/schemas/BatchResult");

    /** A shop's own document, the only object that may have any members. */
    private static final String PUBLISHED = "/components/schemas/Product/properties/product";

    private final Yaml yaml = Yaml.ofThisBuild();
    private final Schemas schemas = new Schemas(yaml);

    @Test
    void isOpenApi31() {
        assertThat(yaml.root().path("openapi").asString("")).startsWith("3.1.");
        assertThat(yaml.root().at("/info/title").asString("")).isNotBlank();
        assertThat(yaml.root().at("/info/version").asString("")).isNotBlank();
    }

    @Test
    void everyOperationHasNameSummaryTagAndSuccess() {
        List<String> tags = new ArrayList<>();
        yaml.root().path("tags").forEach(tag -> tags.add(tag.get("name").asString()));
        for (Operation operation : yaml.operations()) {
            assertThat(operation.id()).as(operation.toString()).isNotBlank();
            assertThat(operation.node().path("summary").asString(""))
                    .as(operation.id())
                    .isNotBlank();
            operation.node().path("tags").forEach(tag -> assertThat(tags).contains(tag.asString()));
            assertThat(operation.node().path("tags")).as(operation.id()).isNotEmpty();
            assertThat(operation.statuses()).as(operation.id()).anyMatch(status -> status < 300);
        }
        assertThat(yaml.operations().stream().map(Operation::id)).doesNotHaveDuplicates();
    }

    @Test
    void everySegmentOfAPathIsAParameter() {
        for (Operation operation : yaml.operations()) {
            List<String> segments = new ArrayList<>();
            Matcher segment = SEGMENT.matcher(operation.path());
            while (segment.find()) {
                segments.add(segment.group(1));
            }
            List<String> declared = operation.parameters().stream()
                    .filter(parameter -> parameter.get("in").asString().equals("path"))
                    .map(parameter -> parameter.get("name").asString())
                    .toList();
            assertThat(declared).as(operation.toString()).containsExactlyInAnyOrderElementsOf(segments);
        }
    }

    @Test
    void everyReferenceLeadsSomewhereAndEveryPartIsUsed() {
        Set<String> used = new HashSet<>(NAMED_IN_WORDS);
        eachNode(yaml.root(), "", (place, node) -> {
            if (node.path("$ref").isString()) {
                String reference = node.get("$ref").asString();
                yaml.at(reference);
                used.add(reference);
            }
        });
        yaml.root()
                .path("security")
                .forEach(one ->
                        one.propertyNames().forEach(scheme -> used.add("#/components/securitySchemes/" + scheme)));
        for (Map.Entry<String, JsonNode> kind : yaml.root().path("components").properties()) {
            for (String name : kind.getValue().propertyNames()) {
                assertThat(used).contains("#/components/" + kind.getKey() + "/" + name);
            }
        }
    }

    @Test
    void everySchemaIsASchema() {
        List<String> places = new ArrayList<>();
        eachSchema((place, schema) -> {
            places.add(place);
            assertThat(schemas.faults(schema)).as(place).isEmpty();
        });
        assertThat(places).hasSizeGreaterThan(100);
    }

    @Test
    void everyObjectIsClosed() {
        eachNode(yaml.root(), "", (place, node) -> {
            if (node.path("type").asString("").equals("object") && !place.equals(PUBLISHED)) {
                assertThat(node.path("additionalProperties").asBoolean(true))
                        .as(place)
                        .isFalse();
                Set<String> known = new HashSet<>(node.path("properties").propertyNames());
                node.path("required")
                        .forEach(name -> assertThat(known).as(place).contains(name.asString()));
            }
        });
    }

    @Test
    void everyExampleFitsItsSchema() {
        List<String> places = new ArrayList<>();
        eachNode(yaml.root(), "", (place, node) -> {
            if (node.has("schema")) {
                examples(node).forEach(example -> {
                    places.add(place);
                    assertThat(schemas.faults(node.get("schema"), example))
                            .as(place)
                            .isEmpty();
                });
            }
        });
        assertThat(places).hasSizeGreaterThan(60);
    }

    @Test
    void everyLineOfABatchExampleFits() {
        Operation batch = yaml.operation("batch");
        JsonNode asked = yaml.resolve(batch.node().get("requestBody")).at("/content/application~1x-ndjson/example");
        JsonNode told = batch.response(200).at("/content/application~1x-ndjson/example");
        requireLines("#/components/schemas/BatchLine", asked.asString());
        requireLines("#/components/schemas/BatchResult", told.asString());
        assertThat(asked.asString().lines().count())
                .isEqualTo(told.asString().lines().count());
    }

    private void requireLines(String reference, String lines) {
        assertThat(lines).isNotBlank();
        JsonMapper json = new JsonMapper();
        lines.lines()
                .forEach(line -> assertThat(schemas.faults(yaml.at(reference), json.readTree(line)))
                        .as(line)
                        .isEmpty());
    }

    @Test
    void everyProblemTellsItsStatusAndCodesOfThatStatus() {
        for (Map.Entry<String, JsonNode> part :
                yaml.root().at("/components/responses").properties()) {
            JsonNode problem = yaml.operation("transact").problem(part.getValue());
            if (problem.isMissingNode()) {
                continue;
            }
            int status = problem.at("/status/enum/0").asInt();
            assertThat(problem.at("/code/enum")).as(part.getKey()).isNotEmpty();
            for (JsonNode name : problem.at("/code/enum")) {
                Code code = Code.valueOf(name.asString());
                assertThat(status)
                        .as(part.getKey())
                        .isEqualTo(code.unmetPrecondition() && status == 412 ? 412 : code.status());
            }
        }
        for (Operation operation : yaml.operations()) {
            for (int status : operation.statuses()) {
                JsonNode problem = operation.problem(operation.response(status));
                if (!problem.isMissingNode()) {
                    assertThat(problem.at("/status/enum/0").asInt())
                            .as(operation + " " + status)
                            .isEqualTo(status);
                }
            }
        }
    }

    /** Examples of a parameter, header or body: the single one and the named ones. */
    private static List<JsonNode> examples(JsonNode holder) {
        List<JsonNode> examples = new ArrayList<>();
        if (holder.has("example")) {
            examples.add(holder.get("example"));
        }
        holder.path("examples").forEach(named -> examples.add(named.get("value")));
        return examples;
    }

    private void eachSchema(BiConsumer<String, JsonNode> seen) {
        for (Map.Entry<String, JsonNode> schema :
                yaml.root().at("/components/schemas").properties()) {
            seen.accept(schema.getKey(), schema.getValue());
        }
        eachNode(yaml.root(), "", (place, node) -> {
            if (node.has("schema")) {
                seen.accept(place, node.get("schema"));
            }
        });
    }

    private static void eachNode(JsonNode node, String place, BiConsumer<String, JsonNode> seen) {
        if (node.isObject()) {
            seen.accept(place, node);
            node.properties().forEach(entry -> eachNode(entry.getValue(), place + "/" + entry.getKey(), seen));
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                eachNode(node.get(i), place + "/" + i, seen);
            }
        }
    }
}
