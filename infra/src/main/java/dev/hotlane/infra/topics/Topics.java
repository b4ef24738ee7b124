package dev.hotlane.infra.topics;

import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.infra.log.TopicState;
import dev.hotlane.infra.topics.TopicsReport.Difference;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;

/**
 * The topics of a lane on a cluster. {@link #ensure} may be repeated, also after it was interrupted; {@link #check}
 * writes nothing. Blocks, for 15 s at most per answer of the brokers; {@link TopicsException} if they don't answer. Any
 * thread.
 */
public final class Topics {
    /** Default number of copies of each partition, if the cluster has that many brokers. */
    public static final int COPIES_WANTED = 3;

    private final KafkaConnection kafka;
    private final WantedTopics wanted;

    private Topics(KafkaConnection kafka, WantedTopics wanted) {
        this.kafka = kafka;
        this.wanted = wanted;
    }

    /** The topics that are wanted, and those that exist without being wanted. */
    private List<TopicSpec> specs(TopicAdmin admin) {
        return wanted.all().stream()
                .filter(spec -> !wanted.omits(spec) || admin.find(spec.name()).isPresent())
                .toList();
    }

    /**
     * As {@link #ensure(KafkaConnection, WantedTopics, int, Rules)}: the two topics that each lane needs, as many copies as fit the
     * cluster, not flushed.
     */
    public static TopicsReport ensure(KafkaConnection kafka, String lane, int gateways, Rules rules) {
        return ensure(kafka, WantedTopics.of(lane, gateways), 0, rules);
    }

    /**
     * Creates what is missing: the reply topic, the command topic with the rules as its first record, and the other
     * topics that are wanted. Existing topics are checked and not changed.
     *
     * @param copies of each partition; 0 for three, or as many as there are brokers
     * @param rules version 1
     */
    public static TopicsReport ensure(KafkaConnection kafka, WantedTopics wanted, int copies, Rules rules) {
        Topics topics = new Topics(kafka, wanted);
        return topics.run(admin -> topics.ensure(admin, copies, rules));
    }

    private TopicsReport ensure(TopicAdmin admin, int copies, Rules rules) {
        List<String> done = new ArrayList<>();
        List<Difference> differences = new ArrayList<>();
        int fitting = copies > 0 ? copies : Math.min(COPIES_WANTED, admin.brokers());
        for (TopicSpec spec : specs(admin)) {
            Optional<TopicState> found = admin.find(spec.name());
            if (found.isEmpty()) {
                admin.create(spec.replicated(fitting), fitting);
                done.add("created " + spec.name() + ": partitions " + spec.partitions() + ", copies " + fitting);
            } else {
                compare(spec, found.get(), done, differences);
            }
        }
        FirstRules log = firstRules();
        log.ensure(rules);
        done.add(log.outcome());
        return new TopicsReport(done, differences);
    }

    /** As {@link #check(KafkaConnection, WantedTopics)}: the two topics that each lane needs must exist. */
    public static TopicsReport check(KafkaConnection kafka, String lane, int gateways) {
        return check(kafka, WantedTopics.of(lane, gateways));
    }

    /** Checks the existing topics; those that are wanted must exist. */
    public static TopicsReport check(KafkaConnection kafka, WantedTopics wanted) {
        Topics topics = new Topics(kafka, wanted);
        return topics.run(topics::check);
    }

    private TopicsReport check(TopicAdmin admin) {
        String create = wanted.createCommand();
        List<String> done = new ArrayList<>();
        List<Difference> differences = new ArrayList<>();
        for (TopicSpec spec : specs(admin)) {
            Optional<TopicState> found = admin.find(spec.name());
            if (found.isPresent()) {
                compare(spec, found.get(), done, differences);
            } else {
                differences.add(new Difference(spec.name() + " does not exist", create));
            }
        }
        if (admin.find(wanted.commandSpec().name()).isPresent()) {
            FirstRules log = firstRules();
            log.check(create).ifPresentOrElse(differences::add, () -> done.add(log.outcome()));
        }
        return new TopicsReport(done, differences);
    }

    private FirstRules firstRules() {
        return new FirstRules(kafka, wanted.commandSpec().name());
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
        String name = spec.name();
        if (name.equals(wanted.commandSpec().name())) {
            return "a log of several partitions has no one order and can't be mended: make a new lane with --lane";
        }
        if (name.equals(wanted.viewSpec().name())) {
            return "delete it with ./hotlane kafka topics --delete --topic " + name
                    + " and make it with topics create --view: no answer is lost, gateways load their views again";
        }
        if (name.equals(wanted.cardSpec().name())) {
            return "delete it with ./hotlane kafka topics --delete --topic " + name
                    + " and make it with topics create --cards, then publish its records again";
        }
        if (wanted.feedSpecs().contains(spec)) {
            return "delete the three topics of the feed and make them with topics create --feed: sinks read them from their"
                    + " start then";
        }
        return found < spec.partitions()
                ? "./hotlane kafka topics --alter --topic " + name + " --partitions " + spec.partitions()
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
        try (TopicAdmin admin = new TopicAdmin(kafka)) {
            return work.with(admin);
        } catch (KafkaException e) {
            throw new TopicsException(
                    "Kafka at " + kafka.bootstrapServers() + " did not do it: " + e.getMessage()
                            + ". Are these the right brokers, and do they run?",
                    e);
        }
    }
}
