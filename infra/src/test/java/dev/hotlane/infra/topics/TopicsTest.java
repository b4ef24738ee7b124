package dev.hotlane.infra.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.infra.log.LogWriter;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.infra.stack.Stack;
import dev.hotlane.infra.topics.TopicsReport.Difference;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("it")
@Tag("containers")
@ExtendWith(RealStack.class)
class TopicsTest {
    private static final Rules RULES = Rules.first(7);

    @Test
    void makesTheTopicsWithTheRulesFirstAndFindsThemRightAgain(Lane lane) {
        KafkaConnection brokers = lane.stack().connection();
        String name = lane.name();

        TopicsReport made = Topics.ensure(brokers, name, 4, RULES);
        assertThat(made.differences()).isEmpty();
        assertThat(made.done())
                .containsExactly(
                        "created " + name + ".replies: partitions 4, copies 1",
                        "created " + name + ".commands: partitions 1, copies 1",
                        "wrote RULES(1) to " + name + ".commands at offset 0");

        List<String> right = List.of(
                name + ".replies is right: partitions 4, copies 1",
                name + ".commands is right: partitions 1, copies 1",
                name + ".commands has RULES(1) at offset 0");
        assertThat(Topics.check(brokers, name, 4)).isEqualTo(new TopicsReport(right, List.of()));
        assertThat(Topics.ensure(brokers, name, 4, Rules.first(8))).isEqualTo(new TopicsReport(right, List.of()));
    }

    @Test
    void theTopicOfCardsIsMadeAndMissedIfItIsWantedAndCheckedIfItExists(Lane lane) throws Exception {
        KafkaConnection brokers = lane.stack().connection();
        String cards = lane.name() + ".cards";
        WantedTopics wanted = WantedTopics.of(lane.name(), 2).withCards(true);
        Topics.ensure(brokers, lane.name(), 2, RULES);
        assertThat(Topics.check(brokers, lane.name(), 2).right()).isTrue();
        assertThat(Topics.check(brokers, wanted).differences())
                .containsExactly(new Difference(
                        cards + " does not exist",
                        "./hotlane topics create --lane " + lane.name() + " --gateways 2 --cards"));

        assertThat(Topics.ensure(brokers, wanted, 0, RULES).done())
                .contains("created " + cards + ": partitions 1, copies 1");
        assertThat(Topics.check(brokers, lane.name(), 2).done()).contains(cards + " is right: partitions 1, copies 1");
    }

    @Test
    void aTopicOfCardsThatDiffersIsReportedWithWhatMendsIt(Lane lane) throws Exception {
        String cards = lane.name() + ".cards";
        create(lane.stack(), cards, 2, Map.of("cleanup.policy", "delete"));
        List<Difference> differences =
                Topics.check(lane.stack().connection(), lane.name(), 2).differences();
        assertThat(differences)
                .extracting(Difference::text)
                .contains(
                        cards + " has 2 partitions, expected 1",
                        cards + " has cleanup.policy=delete, expected compact",
                        cards + " has max.message.bytes=1048588, expected 1179648");
        assertThat(differences)
                .extracting(Difference::mend)
                .anySatisfy(mend -> assertThat(mend).contains("topics --delete --topic " + cards, "create --cards"));
    }

    @Test
    void completesWhatWasInterruptedBeforeTheRules(Lane lane) throws Exception {
        KafkaConnection brokers = lane.stack().connection();
        TopicSpec commands = TopicSpec.commands(lane.name()).replicated(1);
        create(lane.stack(), commands.name(), 1, commands.settings());

        assertThat(Topics.check(brokers, lane.name(), 1).differences())
                .extracting(Difference::text)
                .containsExactly(
                        lane.name() + ".replies does not exist",
                        lane.name() + ".commands has 0 records and no RULES among the first 1000");
        assertThat(Topics.ensure(brokers, lane.name(), 1, RULES).done())
                .contains("wrote RULES(1) to " + lane.name() + ".commands at offset 0");
        assertThat(Topics.check(brokers, lane.name(), 1).right()).isTrue();
    }

    @Test
    void writesTheRulesBehindWhatSomebodyWroteTooEarly(Lane lane) throws Exception {
        TopicSpec commands = TopicSpec.commands(lane.name()).replicated(1);
        create(lane.stack(), commands.name(), 1, commands.settings());
        try (LogWriter log = new LogWriter(lane.stack().connection(), commands.name())) {
            log.command("early", Command.transact(Op.add("k", 1)));
        }
        assertThat(Topics.ensure(lane.stack().connection(), lane.name(), 1, RULES)
                        .done())
                .contains("wrote RULES(1) to " + lane.name() + ".commands at offset 1");
    }

    @Test
    void checkWritesNothingAndNamesWhatIsMissing(Lane lane) throws Exception {
        TopicsReport report = Topics.check(lane.stack().connection(), lane.name(), 8);
        assertThat(report.done()).isEmpty();
        assertThat(report.differences())
                .containsExactly(
                        new Difference(
                                lane.name() + ".replies does not exist",
                                "./hotlane topics create --lane " + lane.name() + " --gateways 8"),
                        new Difference(
                                lane.name() + ".commands does not exist",
                                "./hotlane topics create --lane " + lane.name() + " --gateways 8"));
        try (Admin admin = admin(lane.stack())) {
            assertThat(admin.listTopics().names().get()).noneMatch(topic -> topic.startsWith(lane.name() + "."));
        }
    }

    @Test
    void namesEachWrongSettingWithTheCommandThatMendsIt(Lane lane) throws Exception {
        KafkaConnection brokers = lane.stack().connection();
        String commands = lane.name() + ".commands";
        Topics.ensure(brokers, lane.name(), 2, RULES);
        alter(lane.stack(), commands, Map.of("message.timestamp.type", "CreateTime", "retention.ms", "1000"));

        List<Difference> differences = Topics.check(brokers, lane.name(), 3).differences();

        String configs = "./hotlane kafka configs --alter --entity-type topics --entity-name ";
        assertThat(differences)
                .containsExactly(
                        new Difference(
                                lane.name() + ".replies has 2 partitions, expected 3",
                                "./hotlane kafka topics --alter --topic " + lane.name() + ".replies --partitions 3"),
                        new Difference(
                                commands + " has message.timestamp.type=CreateTime, expected LogAppendTime",
                                configs + commands + " --add-config message.timestamp.type=LogAppendTime"),
                        new Difference(
                                commands + " has retention.ms=1000, expected -1",
                                configs + commands + " --add-config retention.ms=-1"));
        assertThat(Topics.ensure(brokers, lane.name(), 3, RULES).differences()).isEqualTo(differences);

        alter(lane.stack(), commands, TopicSpec.commands(lane.name()).settings());
        assertThat(Topics.check(brokers, lane.name(), 2).right()).isTrue();
        assertThat(Topics.check(brokers, lane.name(), 1).differences().get(0).mend())
                .isEqualTo("a topic can't shrink: say --gateways 2");
    }

    @Test
    void aViewTopicIsMadeAndMissedIfItIsWantedAndCheckedIfItExists(Lane lane) throws Exception {
        KafkaConnection brokers = lane.stack().connection();
        String view = lane.name() + ".view";
        WantedTopics withView = WantedTopics.of(lane.name(), 2).withView(true);
        Topics.ensure(brokers, lane.name(), 2, RULES);
        assertThat(Topics.check(brokers, lane.name(), 2).right()).isTrue();
        assertThat(Topics.check(brokers, withView).differences())
                .containsExactly(new Difference(
                        view + " does not exist",
                        "./hotlane topics create --lane " + lane.name() + " --gateways 2 --view"));

        assertThat(Topics.ensure(brokers, withView, 0, RULES).done())
                .contains("created " + view + ": partitions 1, copies 1");
        assertThat(Topics.check(brokers, lane.name(), 2).done()).contains(view + " is right: partitions 1, copies 1");

        alter(lane.stack(), view, Map.of("retention.ms", "1000"));
        assertThat(Topics.check(brokers, lane.name(), 2).differences())
                .containsExactly(new Difference(
                        view + " has retention.ms=1000, expected 1800000",
                        "./hotlane kafka configs --alter --entity-type topics --entity-name " + view
                                + " --add-config retention.ms=1800000"));
        alter(lane.stack(), view, TopicSpec.view(lane.name()).settings());
        try (Admin admin = admin(lane.stack())) {
            admin.createPartitions(Map.of(view, NewPartitions.increaseTo(3)))
                    .all()
                    .get();
        }
        assertThat(Topics.check(brokers, lane.name(), 2).differences())
                .singleElement()
                .satisfies(difference -> {
                    assertThat(difference.text()).isEqualTo(view + " has 3 partitions, expected 1");
                    assertThat(difference.mend()).contains("topics --delete --topic " + view, "create --view");
                });
    }

    @Test
    void aLogOfSeveralPartitionsCantBeMended(Lane lane) throws Exception {
        create(lane.stack(), lane.name() + ".commands", 2, Map.of());
        assertThat(Topics.ensure(lane.stack().connection(), lane.name(), 1, RULES)
                        .differences())
                .anySatisfy(difference -> {
                    assertThat(difference.text()).isEqualTo(lane.name() + ".commands has 2 partitions, expected 1");
                    assertThat(difference.mend()).contains("can't be mended");
                });
    }

    @Test
    void saysWhichBrokersDidNotAnswer() {
        assertThatThrownBy(() -> Topics.check(KafkaConnection.to("127.0.0.1:1"), "nowhere", 1))
                .isInstanceOf(TopicsException.class)
                .hasMessageContaining("Kafka at 127.0.0.1:1");
    }

    private static void create(Stack stack, String topic, int partitions, Map<String, String> settings)
            throws Exception {
        try (Admin admin = admin(stack)) {
            admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1).configs(settings)))
                    .all()
                    .get();
        }
    }

    private static void alter(Stack stack, String topic, Map<String, String> settings) throws Exception {
        Map<ConfigResource, Collection<AlterConfigOp>> ops = new HashMap<>();
        ops.put(
                new ConfigResource(ConfigResource.Type.TOPIC, topic),
                settings.entrySet().stream()
                        .map(setting -> new AlterConfigOp(
                                new ConfigEntry(setting.getKey(), setting.getValue()), AlterConfigOp.OpType.SET))
                        .toList());
        try (Admin admin = admin(stack)) {
            admin.incrementalAlterConfigs(ops).all().get();
        }
    }

    private static Admin admin(Stack stack) {
        return Admin.create(Map.of("bootstrap.servers", stack.bootstrapServers()));
    }
}
