package dev.hotlane.infra.acls;

import dev.hotlane.protocol.kafka.TopicRights;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourceType;

/**
 * One account with its ACLs. Immutable.
 *
 * @param acls of the lane
 * @param role what it is for
 * @param principal as the brokers name it, {@code User:NAME}
 */
public record LaneAccount(LaneAcls acls, AccountRole role, String principal) {
    private static final String USER = "User:";

    /** The account {@code User:LANE-ROLE}. */
    public static LaneAccount usual(String lane, AccountRole role) {
        return new LaneAccount(new LaneAcls(lane), role, USER + lane + "-" + role.word());
    }

    /** The ACLs, as the brokers store them. */
    public List<AclBinding> bindings() {
        List<AclBinding> bindings = new ArrayList<>();
        for (LaneAcls.Right right : acls.of(role)) {
            for (AclOperation operation : right.operations()) {
                bindings.add(new AclBinding(
                        right.on(), new AccessControlEntry(principal, "*", operation, AclPermissionType.ALLOW)));
            }
        }
        return bindings;
    }

    /** Commands of a shell, one for each topic, group or transactional id. */
    public List<String> commands() {
        return acls.of(role).stream().map(this::command).toList();
    }

    private String command(LaneAcls.Right right) {
        String prefixed = right.on().patternType() == PatternType.PREFIXED ? " --resource-pattern-type prefixed" : "";
        return "./hotlane kafka acls --add --force --allow-principal '" + principal.replace("'", "'\\''") + "'"
                + words(right).map(word -> " --operation " + word).collect(Collectors.joining()) + " --"
                + option(right.on().resourceType())
                + (isCluster(right) ? "" : " '" + right.on().name() + "'" + prefixed);
    }

    private static boolean isCluster(LaneAcls.Right right) {
        return right.on().resourceType() == ResourceType.CLUSTER;
    }

    private static String option(ResourceType type) {
        return type.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** A KafkaUser for Strimzi's operator, which authenticates by SCRAM and lives in that Kafka cluster. */
    public String kafkaUser(String cluster) {
        StringBuilder yaml = new StringBuilder("""
                apiVersion: kafka.strimzi.io/v1
                kind: KafkaUser
                metadata:
                  name: %s
                  labels:
                    strimzi.io/cluster: %s
                spec:
                  authentication:
                    type: scram-sha-512
                  authorization:
                    type: simple
                    acls:
                """.formatted(principal.substring(USER.length()), cluster));
        for (LaneAcls.Right right : acls.of(role)) {
            String operations = words(right).collect(Collectors.joining(", "));
            yaml.append(
                    isCluster(right)
                            ? """
                          - resource:
                              type: cluster
                            operations: [%s]
                    """.formatted(operations)
                            : """
                          - resource:
                              type: %s
                              name: %s
                              patternType: %s
                            operations: [%s]
                    """.formatted(
                                            strimziType(right.on().resourceType()),
                                            right.on().name(),
                                            right.on().patternType() == PatternType.PREFIXED ? "prefix" : "literal",
                                            operations));
        }
        return yaml.toString();
    }

    private static String strimziType(ResourceType type) {
        return type == ResourceType.TRANSACTIONAL_ID ? "transactionalId" : option(type);
    }

    private static Stream<String> words(LaneAcls.Right right) {
        return right.operations().stream().map(TopicRights::word);
    }
}
