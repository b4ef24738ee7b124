package dev.hotlane.infra.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The stock Kafka tools, under the names of their scripts without `kafka-` and `.sh`. */
enum KafkaTool {
    ACLS("org.apache.kafka.tools.AclCommand", Brokers.ANYWHERE),
    BROKER_API_VERSIONS("org.apache.kafka.tools.BrokerApiVersionsCommand", Brokers.ANYWHERE),
    CLUSTER("org.apache.kafka.tools.ClusterTool", Brokers.LAST),
    CONFIGS("kafka.admin.ConfigCommand", Brokers.ANYWHERE),
    CONSOLE_CONSUMER("org.apache.kafka.tools.consumer.ConsoleConsumer", Brokers.ANYWHERE),
    CONSOLE_PRODUCER("org.apache.kafka.tools.ConsoleProducer", Brokers.ANYWHERE),
    CONSUMER_GROUPS("org.apache.kafka.tools.consumer.group.ConsumerGroupCommand", Brokers.ANYWHERE),
    CONSUMER_PERF_TEST("org.apache.kafka.tools.ConsumerPerformance", Brokers.ANYWHERE),
    DELETE_RECORDS("org.apache.kafka.tools.DeleteRecordsCommand", Brokers.ANYWHERE),
    DUMP_LOG("org.apache.kafka.tools.DumpLogSegments", Brokers.NONE),
    E2E_LATENCY("org.apache.kafka.tools.EndToEndLatency", Brokers.ANYWHERE),
    FEATURES("org.apache.kafka.tools.FeatureCommand", Brokers.FIRST),
    GET_OFFSETS("org.apache.kafka.tools.GetOffsetShell", Brokers.ANYWHERE),
    GROUPS("org.apache.kafka.tools.GroupsCommand", Brokers.ANYWHERE),
    JMX("org.apache.kafka.tools.JmxTool", Brokers.NONE),
    LEADER_ELECTION("org.apache.kafka.tools.LeaderElectionCommand", Brokers.ANYWHERE),
    LOG_DIRS("org.apache.kafka.tools.LogDirsCommand", Brokers.ANYWHERE),
    METADATA_QUORUM("org.apache.kafka.tools.MetadataQuorumCommand", Brokers.FIRST),
    PRODUCER_PERF_TEST("org.apache.kafka.tools.ProducerPerformance", Brokers.ANYWHERE),
    STORAGE("kafka.tools.StorageTool", Brokers.NONE),
    TOPICS("org.apache.kafka.tools.TopicCommand", Brokers.ANYWHERE),
    TRANSACTIONS("org.apache.kafka.tools.TransactionsCommand", Brokers.FIRST);

    /** Position of `--bootstrap-server` and `--command-config`: tools with subcommands need it before or after the subcommand. */
    private enum Brokers {
        NONE,
        FIRST,
        LAST,
        ANYWHERE
    }

    private static final Set<String> OWN = Set.of(StackOptions.DIRECTORY, KafkaOptions.BROKERS, KafkaOptions.CONFIG);

    private static final Set<String> CONFIGS_OF_TOOLS =
            Set.of("--command-config", "--config", "--consumer.config", "--producer.config", "--admin.config");

    private final String mainClass;
    private final Brokers brokers;

    KafkaTool(String mainClass, Brokers brokers) {
        this.mainClass = mainClass;
        this.brokers = brokers;
    }

    /** The name on the command line, such as `console-consumer`. */
    String scriptName() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    static Optional<KafkaTool> named(String scriptName) {
        return Arrays.stream(values())
                .filter(tool -> tool.scriptName().equals(scriptName))
                .findFirst();
    }

    String mainClass() {
        return mainClass;
    }

    /** Puts our own options before the name of a tool, wherever they are: no stock tool has them. */
    static String[] ownOptionsFirst(String[] args) {
        int kafka = Arrays.asList(args).indexOf("kafka");
        List<String> own = new ArrayList<>();
        List<String> others = new ArrayList<>();
        for (int i = kafka + 1; i < args.length; i++) {
            String word = args[i];
            boolean named = OWN.contains(word);
            boolean ours = named || OWN.stream().anyMatch(option -> word.startsWith(option + "="));
            (ours ? own : others).add(word);
            if (named && i + 1 < args.length) {
                own.add(args[++i]);
            }
        }
        if (kafka < 0 || own.isEmpty()) {
            return args;
        }
        List<String> all = new ArrayList<>(Arrays.asList(args).subList(0, kafka + 1));
        all.addAll(own);
        all.addAll(others);
        return all.toArray(String[]::new);
    }

    /** Whether the tool connects to brokers and these arguments do not name them. */
    boolean lacksBrokers(List<String> args) {
        return brokers != Brokers.NONE && args.stream().noneMatch(arg -> arg.startsWith("--bootstrap-"));
    }

    List<String> withBrokers(List<String> args, String bootstrapServers) {
        return with(args, "--bootstrap-server", bootstrapServers);
    }

    /** Whether the tool connects to brokers and these arguments name no file of client properties. */
    boolean lacksConfig(List<String> args) {
        return brokers != Brokers.NONE && args.stream().noneMatch(KafkaTool::isConfig);
    }

    /** Each tool has the option of that name; five have an older one too. */
    List<String> withConfig(List<String> args, Path file) {
        return with(args, "--command-config", file.toString());
    }

    private static boolean isConfig(String arg) {
        return CONFIGS_OF_TOOLS.contains(arg.replaceFirst("=.*", ""));
    }

    private List<String> with(List<String> args, String option, String value) {
        List<String> all = new ArrayList<>(args);
        all.addAll(brokers == Brokers.FIRST ? 0 : all.size(), List.of(option, value));
        return all;
    }
}
