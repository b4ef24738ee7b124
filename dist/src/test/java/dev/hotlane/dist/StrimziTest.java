package dev.hotlane.dist;

import static dev.hotlane.dist.YamlTree.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.acls.AccountRole;
import dev.hotlane.infra.acls.LaneAccount;
import dev.hotlane.protocol.TopicSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** The examples for Strimzi against what the lane asks of its topics and accounts. */
class StrimziTest {
    private static final Path EXAMPLES = RenderedChart.DEPLOY.resolve("strimzi");

    private static List<Map<String, Object>> objects(String file) throws IOException {
        String text = Files.readString(EXAMPLES.resolve(file));
        return StreamSupport.stream(new Yaml().loadAll(text).spliterator(), false)
                .filter(Objects::nonNull)
                .map(YamlTree::map)
                .toList();
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
