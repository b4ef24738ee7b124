package dev.hotlane.infra.acls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The rules that hold for every account, and the two texts that say the same as the ACLs. */
class LaneAccountTest {
    private static final Pattern ITEM =
            Pattern.compile("type: (\\w+)\\n(?: +name: (\\S+)\\n +patternType: (\\w+)\\n)? +operations: \\[([^]]+)]");
    private static final String CLUSTER = "kafka-cluster";
    private static final Pattern COMMAND =
            Pattern.compile("./hotlane kafka acls --add --force --allow-principal '([^']+)'((?: --operation \\w+)+)"
                    + " --(cluster|topic|group|transactional-id)(?: '([^']+)')?( --resource-pattern-type prefixed)?");

    private static String text(AclBinding binding) {
        return String.join(
                " ",
                binding.pattern().resourceType().name(),
                binding.pattern().name(),
                binding.pattern().patternType().name(),
                binding.entry().operation().name());
    }

    private static Set<String> texts(List<AclBinding> bindings) {
        Set<String> texts = new HashSet<>();
        bindings.forEach(binding -> texts.add(text(binding)));
        return texts;
    }

    /** DescribeConfigs is DESCRIBE_CONFIGS, transactionalId and transactional-id are TRANSACTIONAL_ID. */
    private static String constant(String word) {
        return word.replace('-', '_').replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(java.util.Locale.ROOT);
    }

    @ParameterizedTest
    @EnumSource(AccountRole.class)
    void theCommandsSayWhatTheAclsAre(AccountRole role) {
        LaneAccount account = LaneAccount.usual("shop", role);
        Set<String> said = new HashSet<>();
        for (String command : account.commands()) {
            Matcher words = COMMAND.matcher(command);
            assertThat(words.matches()).as(command).isTrue();
            assertThat(words.group(1)).isEqualTo("User:shop-" + role.word());
            PatternType pattern = words.group(5) == null ? PatternType.LITERAL : PatternType.PREFIXED;
            String on = words.group(4) == null ? CLUSTER : words.group(4);
            for (String operation : words.group(2).strip().split("\\s*--operation\\s+")) {
                if (!operation.isEmpty()) {
                    said.add(String.join(" ", constant(words.group(3)), on, pattern.name(), constant(operation)));
                }
            }
        }
        assertThat(said).isEqualTo(texts(account.bindings())).isNotEmpty();
    }

    @ParameterizedTest
    @EnumSource(AccountRole.class)
    void theKafkaUserSaysWhatTheAclsAre(AccountRole role) {
        LaneAccount account = LaneAccount.usual("shop", role);
        String yaml = account.kafkaUser("big");
        assertThat(yaml).contains("  name: shop-" + role.word() + "\n", "strimzi.io/cluster: big\n");
        Set<String> said = new HashSet<>();
        Matcher item = ITEM.matcher(yaml);
        while (item.find()) {
            String on = item.group(2) == null ? CLUSTER : item.group(2);
            String pattern = "prefix".equals(item.group(3)) ? "PREFIXED" : "LITERAL";
            for (String operation : item.group(4).split(", ")) {
                said.add(String.join(" ", constant(item.group(1)), on, pattern, constant(operation)));
            }
        }
        assertThat(said).isEqualTo(texts(account.bindings()));
    }

    @ParameterizedTest
    @EnumSource(AccountRole.class)
    void noProcessThatWritesCommandsHasATransactionalId(AccountRole role) {
        Set<String> rights = texts(LaneAccount.usual("shop", role).bindings());
        if (role != AccountRole.OPERATOR && rights.contains("TOPIC shop.commands LITERAL WRITE")) {
            assertThat(rights).noneMatch(right -> right.startsWith("TRANSACTIONAL_ID"));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = AccountRole.class,
            names = {"GATEWAY", "NODE"})
    void gatewaysReadTheChangesOfAFeedAndWriteNoneOfItsTopics(AccountRole role) {
        Set<String> rights = texts(LaneAccount.usual("shop", role).bindings());
        assertThat(rights).contains("TOPIC shop.changes LITERAL READ", "TOPIC shop.progress LITERAL READ");
        assertThat(rights).noneMatch(right -> right.matches("TOPIC shop\\.(counters|changes|progress) .* WRITE"));
    }

    @Test
    void onlyRetentionAndTheOperatorMayDeleteCommands() {
        for (AccountRole role : AccountRole.values()) {
            boolean deletes =
                    texts(LaneAccount.usual("shop", role).bindings()).contains("TOPIC shop.commands LITERAL DELETE");
            assertThat(deletes)
                    .as(role.word())
                    .isEqualTo(role == AccountRole.RETENTION || role == AccountRole.OPERATOR);
        }
    }

    @Test
    void noAccountHasARightOnAnotherLaneAndOnlyRetentionMayDescribeTheCluster() {
        for (AccountRole role : AccountRole.values()) {
            List<AclBinding> bindings = LaneAccount.usual("shop", role).bindings();
            assertThat(texts(bindings))
                    .filteredOn(right -> right.startsWith("CLUSTER"))
                    .isEqualTo(
                            role == AccountRole.RETENTION
                                    ? List.of("CLUSTER " + CLUSTER + " LITERAL DESCRIBE")
                                    : List.of());
            assertThat(bindings)
                    .filteredOn(right -> right.pattern().resourceType() != ResourceType.CLUSTER)
                    .allMatch(right -> right.pattern().name().startsWith("shop."))
                    .noneMatch(right -> right.entry().operation() == AclOperation.ALL)
                    .allMatch(right -> right.pattern().patternType() == PatternType.LITERAL
                            || right.pattern().name().equals("shop.feed."));
        }
    }
}
