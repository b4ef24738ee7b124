package dev.hotlane.infra.acls;

import static org.apache.kafka.common.acl.AclOperation.ALTER;
import static org.apache.kafka.common.acl.AclOperation.ALTER_CONFIGS;
import static org.apache.kafka.common.acl.AclOperation.CREATE;
import static org.apache.kafka.common.acl.AclOperation.DELETE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE_CONFIGS;
import static org.apache.kafka.common.acl.AclOperation.READ;
import static org.apache.kafka.common.acl.AclOperation.WRITE;

import dev.hotlane.protocol.TopicSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.Resource;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * The least that each account needs. Delete also permits to delete the topic, so no account of a serving process has it.
 * No account of a process that may write commands has a transactional id: a transaction would leave gaps of offsets. The
 * operator has the feed's, to fence it before a SKIP. Immutable.
 *
 * @param lane prefix of the topics
 */
public record LaneAcls(String lane) {
    /** The operations of one account on one topic, group or transactional id, in the order of Kafka's pages. */
    public record Right(ResourcePattern on, List<AclOperation> operations) {}

    /** What the role may do, and nothing else. */
    public List<Right> of(AccountRole role) {
        return switch (role) {
            case GATEWAY -> gateway();
            case PROCESSOR -> processor();
            case NODE -> node();
            case RETENTION -> List.of(on(commands(), DESCRIBE, DELETE), on(progress(), READ), cluster());
            case FEED -> feed();
            case CONSOLE -> List.of(on(commands(), DESCRIBE, READ), on(replies(), DESCRIBE, READ));
            case CARDS -> List.of(on(cards(), WRITE));
            case OPERATOR -> operator();
        };
    }

    private List<Right> gateway() {
        return List.of(
                on(commands(), DESCRIBE, DESCRIBE_CONFIGS, WRITE),
                on(replies(), DESCRIBE, DESCRIBE_CONFIGS, READ),
                on(view(), READ),
                on(cards(), DESCRIBE, DESCRIBE_CONFIGS, READ),
                on(changes(), READ),
                on(progress(), READ));
    }

    private List<Right> processor() {
        return List.of(
                on(commands(), DESCRIBE, DESCRIBE_CONFIGS, READ, WRITE),
                on(replies(), DESCRIBE, DESCRIBE_CONFIGS, WRITE),
                on(view(), WRITE),
                on(progress(), READ),
                group("flushed", READ));
    }

    private List<Right> node() {
        return List.of(
                on(commands(), DESCRIBE, DESCRIBE_CONFIGS, READ, WRITE),
                on(replies(), DESCRIBE, DESCRIBE_CONFIGS, READ, WRITE),
                on(view(), READ, WRITE),
                on(cards(), DESCRIBE, DESCRIBE_CONFIGS, READ),
                on(changes(), READ),
                on(progress(), READ),
                group("flushed", READ));
    }

    private List<Right> feed() {
        List<Right> rights = new ArrayList<>();
        rights.add(on(commands(), READ));
        Stream.of(counters(), changes(), progress())
                .forEach(topic -> rights.add(on(topic, DESCRIBE_CONFIGS, READ, WRITE)));
        rights.add(feedId());
        rights.add(group("feed", READ));
        return rights;
    }

    private List<Right> operator() {
        List<Right> rights = new ArrayList<>();
        Stream.of(commands(), replies(), view(), cards(), counters(), changes(), progress())
                .forEach(topic -> rights.add(
                        on(topic, CREATE, DESCRIBE, DESCRIBE_CONFIGS, READ, WRITE, ALTER, ALTER_CONFIGS, DELETE)));
        rights.add(group("flushed", DESCRIBE, READ, DELETE));
        rights.add(group("feed", DESCRIBE, READ, DELETE));
        // hotlane skip fences the feed by its id.
        rights.add(feedId());
        return rights;
    }

    private Right feedId() {
        return new Right(
                new ResourcePattern(ResourceType.TRANSACTIONAL_ID, lane + ".feed.", PatternType.PREFIXED),
                List.of(DESCRIBE, WRITE));
    }

    private String commands() {
        return TopicSpec.commands(lane).name();
    }

    private String replies() {
        return TopicSpec.replies(lane, 1).name();
    }

    private String view() {
        return TopicSpec.view(lane).name();
    }

    private String cards() {
        return TopicSpec.cards(lane).name();
    }

    private String counters() {
        return TopicSpec.counters(lane).name();
    }

    private String changes() {
        return TopicSpec.changes(lane).name();
    }

    private String progress() {
        return TopicSpec.progress(lane).name();
    }

    /** Sizes of logs, for the bound of what is kept for the feed, are asked of the cluster. */
    private static Right cluster() {
        return new Right(
                new ResourcePattern(ResourceType.CLUSTER, Resource.CLUSTER_NAME, PatternType.LITERAL),
                List.of(DESCRIBE));
    }

    private Right group(String name, AclOperation... operations) {
        return new Right(
                new ResourcePattern(ResourceType.GROUP, lane + "." + name, PatternType.LITERAL), List.of(operations));
    }

    private static Right on(String topic, AclOperation... operations) {
        return new Right(new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL), List.of(operations));
    }
}
