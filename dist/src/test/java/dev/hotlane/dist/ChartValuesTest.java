package dev.hotlane.dist;

import static dev.hotlane.dist.YamlTree.map;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Values of the chart, filled in from its defaults as helm does, against values.schema.json. */
class ChartValuesTest {
    private static final Path CHART = RenderedChart.DEPLOY.resolve("hotlane");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Schema schema = SchemaRegistry.withDialect(Dialects.getDraft202012(), builder -> {})
            .getSchema(JSON.readTree(Files.readString(CHART.resolve("values.schema.json"))));
    private final Map<String, Object> defaults = read(CHART.resolve("values.yaml"));

    ChartValuesTest() throws IOException {}

    private static Map<String, Object> read(Path file) throws IOException {
        return map(new Yaml().load(Files.readString(file)));
    }

    private static Map<String, Object> merged(Map<String, Object> below, Map<String, Object> above) {
        Map<String, Object> all = new LinkedHashMap<>(below);
        above.forEach((name, value) -> all.merge(
                name,
                value,
                (one, other) -> one instanceof Map && other instanceof Map ? merged(map(one), map(other)) : other));
        return all;
    }

    private List<String> faults(Map<String, Object> values) {
        JsonNode tree = JSON.valueToTree(merged(defaults, values));
        return schema.validate(tree).stream().map(Object::toString).toList();
    }

    private static Map<String, Object> golden(String name) throws IOException {
        return read(RenderedChart.DEPLOY.resolve("golden/" + name + ".values.yaml"));
    }

    @Test
    void theValuesOfTheGoldenFilesFit() throws IOException {
        for (String name : List.of("default", "everything", "insecure")) {
            assertThat(faults(golden(name))).as(name).isEmpty();
        }
    }

    @Test
    void anInstallWithoutValuesIsRefused() {
        assertThat(faults(Map.of()).toString()).contains("kafka", "mysql", "tls", "principals");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nodes: { replica: 2 }",
                "node: {}",
                "nodes: { replicas: 0 }",
                "nodes: { replicas: 3 }\ntopics: { replyPartitions: 2 }",
                "nodes: { replicas: 9 }\ntopics: { replyPartitions: 16 }",
                "nodes: { heap: 4Gi }",
                "nodes: { listen: 10.0.0.1 }",
                "nodes: { cards: some }",
                "nodes: { options: [gateway-linger-ms=1] }",
                "nodes: { resources: { limit: { memory: 1Gi } } }",
                "snapshots: { keep: 1 }",
                "snapshots: { enabled: false }",
                "snapshots: { schedule: at night }",
                "snapshots: { volume: { accessModes: [ReadOnlyMany] } }",
                "drill: { enabled: false }\nretention: { enabled: true }",
                "retention: { keepRecords: -1 }",
                "image: { digest: sha256:12 }",
                "lane: 'a b'",
                "kafka: { bootstrapServers: '' }",
                "kafka: { bootstrapServers: kafka }",
                "mysql: { url: mysql }",
                "mysql: { user: '' }",
                "mysql: { secretName: Hot_Lane }",
                "accounts: { processor: {} }",
                "accounts: { drill: { mysqlPassword: secret } }",
                "tls: { secretName: '' }",
                "principals: { secretName: '' }",
                "insecure: true\nprincipals: { secretName: '' }",
                "insecure: 'true'",
                "console: { keySecretName: '' }",
                "monitoring: { serviceMonitor: true }",
                "service: { port: 0 }",
                "networkPolicy: { kafkaPorts: [] }",
            })
    void aWrongValueIsRefused(String values) throws IOException {
        assertThat(faults(merged(golden("default"), map(new Yaml().load(values)))))
                .isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "console: { service: true }",
                "console: { keySecretName: key }",
                "tls: { secretName: tls }",
                "principals: { secretName: principals }"
            })
    void whatIsInsecureHasNoLoginAndSendsNoKey(String values) throws IOException {
        Map<String, Object> all = merged(golden("insecure"), map(new Yaml().load(values)));
        assertThat(faults(all)).isNotEmpty();
    }

    @Test
    void asManyNodesAsReplyPartitionsMayBe() throws IOException {
        for (int nodes = 1; nodes <= 8; nodes++) {
            Map<String, Object> values = merged(
                    golden("default"),
                    Map.of("nodes", Map.of("replicas", nodes), "topics", Map.of("replyPartitions", nodes)));
            assertThat(faults(values)).isEmpty();
        }
    }
}
