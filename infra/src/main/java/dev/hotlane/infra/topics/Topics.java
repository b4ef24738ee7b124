package dev.hotlane.infra.topics;

import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.infra.log.TopicState;
import dev.hotlane.infra.topics.TopicsReport.Difference;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.TopicSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;

/**
 * The topics of a lane on a cluster: two, and that of product cards if it is wanted. {@link #ensure} may be repeated, also after it was interrupted; {@link #check}
 * writes nothing. Blocks, for 15 s at most per answer of the brokers; {@link TopicsException} if they don't answer. Any
 * thread.
 */
public final class Topics {
    /** Default number of copies of each partition, if the cluster has that many brokers. */
    public static final int COPIES_WANTED = 3;

    private final String bootstrapServers;
    private final TopicSpec commands;
    private final TopicSpec replies;

    private Topics(String bootstrapServers, String lane, int gateways, boolean flushed) {
        this.bootstrapServers = bootstrapServers;
        this.commands = flushed ? TopicSpec.commands(lane).flushed() : TopicSpec.commands(lane);
        this.replies = TopicSpec.replies(lane, gateways);
    }

    /** As {@link #ensure(String, String, int, int, boolean, Rules)}: as many copies as fit the cluster, not flushed. */
    public static TopicsReport ensure(String bootstrapServers, String lane, int gateways, Rules rules) {
        return ensure(bootstrapServers, lane, gateways, 0, false, rules);
    }

    /**
     * Creates what is missing: the reply topic, the command topic, and the rules as its first record. Existing topics
     * are checked and not changed.
     *
     * @param copies of each partition; 0 for three, or as many as there are brokers
     * @param flushed whether a command is on the broker's disk before it is acknowledged: for a broker without copies.
     *     Replies are not: their commands are in the command log, and a retry gets the same reply
     * @param rules version 1
     */
    public static TopicsReport ensure(
            String bootstrapServers, String lane, int gateways, int copies, boolean flushed, Rules rules) {
        Topics topics = new Topics(bootstrapServers, lane, gateways, flushed);
        return topics.run(admin -> topics.ensure(admin, copies, rules));
    }

    private TopicsReport ensure(TopicAdmin admin, int copies, Rules rules) {
        List<String> done = new ArrayList<>();
        List<Difference> differences = new ArrayList<>();
        int fitting = copies > 0 ? copies : Math.min(COPIES_WANTED, admin.brokers());
        for (TopicSpec spec : List.of(replies, commands)) {
            Optional<TopicState> found = admin.find(spec.name());
            if (found.isEmpty()) {
                admin.create(spec.replicated(fitting), fitting);
                done.add("created " + spec.name() + ": partitions " + spec.partitions() + ", copies " + fitting);
            } else {
                compare(spec, found.get(), done, differences);
            }
        }
        FirstRules log = new FirstRules(bootstrapServers, commands.name());
        log.ensure(rules);
        done.add(log.outcome());
        return new TopicsReport(done, differences);
    }

    /** Checks the existing topics. */
    public static TopicsReport check(String bootstrapServers, String lane, int gateways) {
        Topics topics = new Topics(bootstrapServers, lane, gateways, false);
        return topics.run(admin -> topics.check(admin, lane));
    }

    private TopicsReport check(TopicAdmin admin, String lane) {
        String create = "./hotlane topics create --lane " + lane + " --gateways " + replies.partitions();
        List<String> done = new ArrayList<>();
        List<Difference> differences = new ArrayList<>();
        for (TopicSpec spec : List.of(replies, commands)) {
            Optional<TopicState> found = admin.find(spec.name());
            if (found.isPresent()) {
                compare(spec, found.get(), done, differences);
            } else {
                differences.add(new Difference(spec.name() + " does not exist", create));
            }
        }
        if (admin.find(commands.name()).isPresent()) {
            FirstRules log = new FirstRules(bootstrapServers, commands.name());
            log.check(create).ifPresentOrElse(differences::add, () -> done.add(log.outcome()));
        }
        return new TopicsReport(done, differences);
    }

    /**
     * Creates the topic of product cards if it is missing. An existing one is checked and not changed.
     *
     * @param copies as of {@link #ensure}
     */
    public static TopicsReport ensureCards(String bootstrapServers, String lane, int copies) {
        Topics topics = new Topics(bootstrapServers, lane, 1, false);
        return topics.run(admin -> topics.cards(admin, lane, copies, true));
    }

    /** Checks the existing topic of product cards. */
    public static TopicsReport checkCards(String bootstrapServers, String lane) {
        Topics topics = new Topics(bootstrapServers, lane, 1, false);
        return topics.run(admin -> topics.cards(admin, lane, 0, false));
    }

    private TopicsReport cards(TopicAdmin admin, String lane, int copies, boolean create) {
        TopicSpec spec = TopicSpec.cards(lane);
        List<String> done = new ArrayList<>();
        List<Difference> differences = new ArrayList<>();
        Optional<TopicState> found = admin.find(spec.name());
        if (found.isPresent()) {
            compare(spec, found.get(), done, differences);
        } else if (create) {
            int fitting = copies > 0 ? copies : Math.min(COPIES_WANTED, admin.brokers());
            admin.create(spec.replicated(fitting), fitting);
            done.add("created " + spec.name() + ": partitions " + spec.partitions() + ", copies " + fitting);
        } else {
            differences.add(
                    new Difference(spec.name() + " does not exist", "./hotlane topics create --cards --lane " + lane));
        }
        return new TopicsReport(done, differences);
    }

    private void compare(TopicSpec spec, TopicState found, List<String> done, List<Difference> differences) {
        TopicSpec expected = spec.replicated(found.copies());
        int before = differences.size();
        if (found.partitions() != spec.partitions()) {
            String text = spec.differences(found.partitions(), spec.settings()).get(0);
            differences.add(new Difference(text, mendPartitions(spec, found.partitions())));
        }
        for (Map.Entry<String, String> wrong :
                expected.wrongSettings(found.settings()).entrySet()) {
            TopicSpec one = new TopicSpec(spec.name(), found.partitions(), Map.ofEntries(wrong));
            String text = one.differences(found.partitions(), found.settings()).get(0);
            differences.add(new Difference(text, mendSetting(spec, wrong.getKey(), wrong.getValue())));
        }
        if (differences.size() == before) {
            done.add(spec.name() + " is right: partitions " + found.partitions() + ", copies " + found.copies());
        }
    }

    private String mendPartitions(TopicSpec spec, int found) {
        if (spec.name().equals(commands.name())) {
            return "a log of several partitions has no one order and can't be mended: make a new lane with --lane";
        }
        if (!spec.name().equals(replies.name())) {
            return "delete the topic, create it again, and publish its records again";
        }
        return found < spec.partitions()
                ? "./hotlane kafka topics --alter --topic " + spec.name() + " --partitions " + spec.partitions()
                : "a topic can't shrink: say --gateways " + found;
    }

    private static String mendSetting(TopicSpec spec, String setting, String value) {
        return "./hotlane kafka configs --alter --entity-type topics --entity-name " + spec.name() + " --add-config "
                + setting + "=" + value;
    }

    private interface Work {
        TopicsReport with(TopicAdmin admin);
    }

    private TopicsReport run(Work work) {
        try (TopicAdmin admin = new TopicAdmin(bootstrapServers)) {
            return work.with(admin);
        } catch (KafkaException e) {
            throw new TopicsException(
                    "Kafka at " + bootstrapServers + " did not do it: " + e.getMessage()
                            + ". Are these the right brokers, and do they run?",
                    e);
        }
    }
}
