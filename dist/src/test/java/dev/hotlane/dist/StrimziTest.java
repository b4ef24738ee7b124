package dev.hotlane.dist;

import static dev.hotlane.dist.YamlTree.at;
import static dev.hotlane.dist.YamlTree.map;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import dev.hotlane.infra.acls.AccountRole;
import dev.hotlane.infra.acls.LaneAccount;
import dev.hotlane.protocol.TopicSpec;
import io.strimzi.api.kafka.model.kafka.Kafka;
import io.strimzi.api.kafka.model.nodepool.KafkaNodePool;
import io.strimzi.api.kafka.model.topic.KafkaTopic;
import io.strimzi.api.kafka.model.user.KafkaUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** The examples for Strimzi against its own classes, and against what the lane asks of its topics and accounts. */
class StrimziTest {
    private static final Path EXAMPLES = RenderedChart.DEPLOY.resolve("strimzi");

    private static List<Map<String, Object>> objects(String file) throws IOException {
        String text = Files.readString(EXAMPLES.resolve(file));
        return StreamSupport.stream(new Yaml().loadAll(text).spliterator(), false)
                .filter(Objects::nonNull)
                .map(YamlTree::map)
                .toList();
    }

    /** Strimzi's classes keep a name that they do not have; without that it is a fault. */
    private static final ObjectMapper STRICT = new ObjectMapper().setAnnotationIntrospector(new JacksonAnnotationIntrospector() {
        @Override
        public Boolean hasAnySetter(Annotated member) {
            return false;
        }
    });

    private static final Map<String, Class<?>> KINDS = Map.of(
            "Kafka", Kafka.class,
            "KafkaNodePool", KafkaNodePool.class,
            "KafkaTopic", KafkaTopic.class,
            "KafkaUser", KafkaUser.class);

    private static Object read(Map<String, Object> object) {
        return STRICT.convertValue(object, KINDS.get(object.get("kind").toString()));
    }

    @Test
    void strimziHasEveryNameThatTheExamplesHave() throws IOException {
        List<Map<String, Object>> all = new ArrayList<>();
        for (String file : List.of("kafka.yaml", "topics.yaml", "users.yaml")) {
            all.addAll(objects(file));
        }
        assertThat(all).hasSize(4 + AccountRole.values().length).allSatisfy(one -> assertThat(read(one)).isNotNull());
        String text = Files.readString(EXAMPLES.resolve("kafka.yaml"));
        Map<String, Object> misspelt = map(new Yaml().loadAll(text.replace("listeners:", "listener:")).iterator().next());
        assertThatThrownBy(() -> read(misspelt)).hasMessageContaining("listener");
        Map<String, Object> kafka = objects("kafka.yaml").get(0);
        assertThat(at(kafka, "spec", "kafka", "config", "min.insync.replicas")).isEqualTo(2);
        assertThat(at(objects("kafka.yaml").get(1), "spec", "replicas")).isEqualTo(3);
    }

    @Test
    void theAccountsAreThoseOfTheAclsCommand() throws IOException {
        String printed = Stream.of(AccountRole.values())
                .map(role -> LaneAccount.usual("hotlane", role).kafkaUser("kafka"))
                .collect(Collectors.joining("---\n"));
        String text = Files.readString(EXAMPLES.resolve("users.yaml"));
        assertThat(text.replaceFirst("(?s)^(#[^\\n]*\\n)+", "")).isEqualTo(printed);
    }

    @Test
    void theTopicsAreAsTheLaneNeedsThemWithThreeCopies() throws IOException {
        List<Map<String, Object>> topics = objects("topics.yaml");
        assertThat(topics).hasSize(2);
        requireTopic(topics.get(0), TopicSpec.commands("hotlane").replicated(3));
        requireTopic(topics.get(1), TopicSpec.replies("hotlane", 8).replicated(3));
    }

    private static void requireTopic(Map<String, Object> topic, TopicSpec wanted) {
        assertThat(at(topic, "metadata", "name")).isEqualTo(wanted.name());
        assertThat(at(topic, "spec", "partitions")).isEqualTo(wanted.partitions());
        assertThat(at(topic, "spec", "replicas")).isEqualTo(3);
        Map<String, String> settings = YamlTree.map(at(topic, "spec", "config")).entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, one -> one.getValue().toString()));
        assertThat(settings).isEqualTo(wanted.settings());
    }
}
