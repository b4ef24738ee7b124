package dev.hotlane.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TopicSpecTest {
    private final TopicSpec commands = TopicSpec.commands("hotlane");

    @Test
    void namesTheTopicsOfALane() {
        assertThat(commands.name()).isEqualTo("hotlane.commands");
        assertThat(commands.partitions()).isEqualTo(1);
        assertThat(TopicSpec.replies("deals", 8).name()).isEqualTo("deals.replies");
        assertThat(TopicSpec.replies("deals", 8).partitions()).isEqualTo(8);
        assertThat(TopicSpec.view("deals").name()).isEqualTo("deals.view");
        assertThat(TopicSpec.view("deals").partitions()).isEqualTo(1);
    }

    @Test
    void findsNoDifferenceInATopicThatHasMoreSettings() {
        Map<String, String> found = new HashMap<>(commands.settings());
        found.put("max.message.bytes", "1048588");
        assertThat(commands.differences(1, found)).isEmpty();
    }

    @Test
    void namesEachDifferenceInASettledOrder() {
        Map<String, String> found = new HashMap<>(commands.settings());
        found.put("message.timestamp.type", "CreateTime");
        found.remove("cleanup.policy");
        assertThat(commands.differences(2, found))
                .containsExactly(
                        "hotlane.commands has 2 partitions, expected 1",
                        "hotlane.commands has cleanup.policy=null, expected delete",
                        "hotlane.commands has message.timestamp.type=CreateTime, expected LogAppendTime");
    }

    @Test
    void twoOfThreeCopiesMustHaveAWrite() {
        assertThat(commands.replicated(1).settings()).containsEntry("min.insync.replicas", "1");
        assertThat(commands.replicated(3).settings())
                .containsEntry("min.insync.replicas", "2")
                .containsAllEntriesOf(commands.settings());
    }

    @Test
    void aBrokerWithoutCopiesCanHaveEveryAppendOnItsDisk() {
        assertThat(commands.settings()).doesNotContainKey("flush.messages");
        assertThat(commands.flushed().settings())
                .containsEntry("flush.messages", "1")
                .containsAllEntriesOf(commands.settings());
    }
}
